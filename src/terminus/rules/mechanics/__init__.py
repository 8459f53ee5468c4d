"""Rule ideas, one a file; a board file or a module puts them together. `KNOWN` lists them by name."""

from .base import Mechanic
from .crossings import Crossings
from .double_track import DoubleTrack
from .gates import Gates
from .guided_visit import GuidedVisit
from .interchanges import Interchanges
from .loop import Loop
from .objectives import Objectives
from .powers import Powers
from .route import Route
from .specials import Specials
from .stamps import Stamps
from .switch import Switch
from .tagged_bonus import SectionBonus, StationBonus
from .tourist import Tourist

KNOWN: dict[str, type[Mechanic]] = {
    "switch": Switch,
    "double-track": DoubleTrack,
    "guided-visit": GuidedVisit,
    "route": Route,
    "section-bonus": SectionBonus,
    "station-bonus": StationBonus,
    "tourist": Tourist,
    "stamps": Stamps,
    "loop": Loop,
    "crossings": Crossings,
    "interchanges": Interchanges,
    "objectives": Objectives,
    "powers": Powers,
    "specials": Specials,
    "gates": Gates,
}

# The events by which a log opens the rounds of a mechanic.
OPENINGS: dict[str, type[Mechanic]] = {kind.opening: kind for kind in KNOWN.values() if kind.opening}
MODULES = ("objectives", "powers", "specials", "gates")
EXCLUSIVE = ("powers", "specials", "gates")

__all__ = ["EXCLUSIVE", "KNOWN", "MODULES", "OPENINGS", "Mechanic"]
