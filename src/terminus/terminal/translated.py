"""Screens whose keys are explained in the reader's language."""

from __future__ import annotations

from dataclasses import replace

from textual.binding import ActiveBinding
from textual.screen import Screen

from ..locale.spoken import t


class Translated(Screen[None]):
    """Bindings are made with their English words; what the footer shows of them is translated."""

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        return {
            key: active._replace(binding=replace(active.binding, description=t(active.binding.description)))
            for key, active in super().active_bindings.items()
        }
