"""What a base install can do: no package of an extra is needed by it, and none at all by the engine."""

import subprocess
import sys
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from terminus.kernel.native import MISSING

LOG = Path(__file__).parent / "golden" / "samples" / "london.jsonl"
EXTRAS = {"server", "pictures", "paper", "terminal", "cluster", "dev"}

# Runs its last argument in a Python that can import the standard library, terminus, and the packages named.
WITHOUT = """
import sys
allowed = {*sys.stdlib_module_names, "terminus", "terminus_kernel", *sys.argv[1].split(",")}
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] not in allowed:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
exec(sys.argv[2])
"""


def base_packages() -> set[str]:
    """What `pip install terminus` brings: the modules of all that it requires, and what those require."""
    modules: dict[str, set[str]] = {}
    for module, names in packages_distributions().items():
        for name in names:
            modules.setdefault(canonicalize_name(name), set()).add(module)
    wanted, seen = ["terminus"], set[str]()
    while wanted:
        if (name := canonicalize_name(wanted.pop())) not in seen:
            seen.add(name)
            needs = [Requirement(line) for line in distribution(name).requires or []]
            wanted += [need.name for need in needs if not need.marker or need.marker.evaluate({"extra": ""})]
    return set().union(*(modules.get(name, set()) for name in seen))


def run(code: str, *packages: str) -> subprocess.CompletedProcess[str]:
    """What it printed; that there is no native kernel, where there is none, is left out."""
    command = [sys.executable, "-c", WITHOUT, ",".join(packages), code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    done.stderr = done.stderr.removeprefix(f"{MISSING}\n")
    return done


def command(*words: str, before: str = "") -> subprocess.CompletedProcess[str]:
    """A command of a base install."""
    code = f"{before}\nfrom terminus.cli import main\nsys.exit(main({list(words)!r}))"
    return run(code, *base_packages())


def test_the_extras_are_those_that_are_used() -> None:
    assert set(distribution("terminus").metadata.get_all("Provides-Extra") or []) == EXTRAS
    assert not {"litestar", "textual", "dask", "sqlalchemy"} & base_packages()
    assert {"cyclopts", "rich"} <= base_packages()


def test_the_engine_needs_nothing_at_all() -> None:
    done = run(
        "import terminus, terminus.boards, terminus.record.log, terminus.kernel, terminus.bots\n"
        f"table = terminus.replay(open({str(LOG)!r}, 'rb').read())\n"
        "print(table.over, [terminus.score(position)[0].value for position in table.positions])"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("True [")


def test_what_a_base_install_can_do() -> None:
    for words, said in {
        ("score", str(LOG), "--json"): '"winners"',
        ("score", str(LOG)): "6 × 4 + 8 = 32",
        ("show", "tokyo"): "Tokyo",
        ("perft", "london", "green", "circle", "square"): "",
        ("board", "check", "paris"): "is a playable board",
        ("play", "toy", "--plain"): "The input has ended.",
        ("arena", "toy", "random", "--games", "2", "--jobs", "1", "--json"): '"random"',
    }.items():
        done = command(*words)
        assert (done.returncode, done.stderr) == (0, ""), words
        assert said in done.stdout


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (("serve",), "server"),
        (("play",), "terminal"),
        (("arena", "toy", "random", "--cluster", "tcp://127.0.0.1:1"), "cluster"),
    ],
)
def test_a_missing_extra_is_named_in_one_sentence(words: tuple[str, ...], extra: str) -> None:
    before = "import terminus.cli.play as play\nplay._is_terminal = lambda stream: True"
    done = command(*words, before=before)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("terminus: ")
    assert done.stderr.endswith(f"pip install 'terminus[{extra}]'\n")
    assert done.stderr.count("\n") == 1
