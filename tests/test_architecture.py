"""How the house is built: imports point one way, cities are data, files stay small, rule numbers exist."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "terminus"
MODULES = sorted(SOURCE.rglob("*.py"))

ENGINE = {"rules", "boards", "record"}
MAY_USE = {
    "rules": set[str](),
    "boards": {"rules"},
    "record": {"rules", "boards"},
    "kernel": ENGINE,
    "bots": ENGINE | {"kernel"},
    "review": ENGINE | {"kernel", "bots"},
    "drawing": ENGINE | {"locale"},
    "server": ENGINE | {"kernel", "bots", "review", "locale", "drawing"},
    "terminal": ENGINE | {"kernel", "bots", "locale"},
    "locale": set[str](),
}
# Within the server: a table's state knows neither disk nor page; a room writes it down and shows it.
SERVER_MAY_USE = {
    "lessons": set[str](),
    "table": {"lessons"},
    "shown": {"table", "lessons"},
    "disk": {"table", "shown"},
    "rulebook": {"shown"},
    "work": {"table", "disk"},
    "edge": {"lessons", "table", "shown", "disk", "rulebook", "work"},
}
ROOMS = {"neighbours.py", "rematch.py", "room.py", "rooms.py", "shared.py"}  # of table/
ON_TOP = {"cli", "terminus"}  # the command line, and the public surface in terminus/__init__.py
CODE = (".py", ".pyi", ".ts", ".svelte", ".js", ".cpp", ".hpp", ".h", ".css", ".sh")
CITIES = re.compile(r"\b(london|tokyo|paris)", re.IGNORECASE)
RULE = re.compile(r"\bR[2-7]\.\d+\b")
LONGEST = 400
MADE = {"node_modules", "build", "dist", "__pycache__", "page"}


def files(*folders: str) -> list[Path]:
    """What people wrote in these folders, and nothing that was built or installed."""
    found = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    return sorted(path for path in found if not MADE & set(path.relative_to(ROOT).parts))


def storey(path: Path) -> str:
    parts = path.relative_to(SOURCE).parts
    return parts[0] if len(parts) > 1 else "terminus"


def imported(path: Path) -> Iterator[str]:
    """Every module that a file imports, by its full name."""
    package = ["terminus", *path.relative_to(SOURCE).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            stem = ".".join([*base, *([node.module] if node.module else [])])
            yield stem
            yield from (f"{stem}.{alias.name}" for alias in node.names)


def storeys_used(path: Path) -> set[str]:
    names = [name.split(".") for name in imported(path)]
    inside = {name[1] for name in names if name[0] == "terminus" and len(name) > 1}
    return inside & {*MAY_USE, "cli"} - {storey(path)}


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_there_is_something_to_look_at() -> None:
    assert {storey(path) for path in MODULES} >= {"rules", "boards", "record", "terminus"}
    used = set().union(*(storeys_used(path) for path in MODULES if storey(path) == "record"))
    assert used == {"rules", "boards"}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_one_way(path: Path) -> None:
    if storey(path) not in ON_TOP:
        assert storeys_used(path) <= MAY_USE[storey(path)]


@pytest.mark.parametrize("folder", SERVER_MAY_USE)
def test_within_the_server_too(folder: str) -> None:
    for path in (SOURCE / "server" / folder).rglob("*.py"):
        rooms = {"shown", "disk", "work"} if folder == "table" and path.name in ROOMS else set[str]()
        names = [name.split(".") for name in imported(path)]
        used = {name[2] for name in names if name[:2] == ["terminus", "server"] and len(name) > 2}
        assert used & SERVER_MAY_USE.keys() <= SERVER_MAY_USE[folder] | rooms | {folder}, name_of(path)


@pytest.mark.parametrize("folder", ["rules", "boards", "record"])
def test_the_engine_needs_nothing_but_the_standard_library(folder: str) -> None:
    for path in (SOURCE / folder).rglob("*.py"):
        for name in imported(path):
            top = name.split(".")[0]
            assert top == "terminus" or top in sys.stdlib_module_names, f"{name_of(path)} imports {name}"


def test_the_rules_know_no_file_no_clock_and_no_chance() -> None:
    outside = {"io", "os", "pathlib", "random", "secrets", "socket", "subprocess", "time", "datetime", "json"}
    for path in (SOURCE / "rules").rglob("*.py"):
        assert not {name.split(".")[0] for name in imported(path)} & outside, name_of(path)
        assert not re.search(r"\b(open|print|input)\(", path.read_text(encoding="utf-8")), name_of(path)


def test_chance_lives_in_the_dealer_alone() -> None:
    for folder in ("boards", "record"):
        for path in (SOURCE / folder).rglob("*.py"):
            random = {"random", "secrets"} & {name.split(".")[0] for name in imported(path)}
            assert not random or path.name == "dealer.py", name_of(path)


def test_no_code_outside_boards_names_a_city() -> None:
    found = []
    for path in files("src", "kernel", "web/src", "tools"):
        inside = path.is_relative_to(SOURCE / "boards")
        if path.suffix in CODE and not inside:
            text = path.read_text(encoding="utf-8")
            found += [f"{name_of(path)}: {match.group()}" for match in CITIES.finditer(text)]
    assert found == []


@pytest.mark.parametrize("name", ["play", "table", "position", "score", "refusal"])
def test_the_core_of_the_rules_names_no_module(name: str) -> None:
    modules = re.compile(r"\b(objectives?|powers?|specials?|gates?|double-station)\b", re.IGNORECASE)
    text = (SOURCE / "rules" / f"{name}.py").read_text(encoding="utf-8")
    assert not [line for line in text.splitlines() if modules.search(line)]


def test_the_core_of_the_kernel_names_no_module() -> None:
    modules = re.compile(r"objective|special|\bk?gate|powers|double-station", re.IGNORECASE)
    native, python = ROOT / "kernel" / "src", SOURCE / "kernel"
    core = {*native.glob("*.?pp"), *native.glob("search/*.?pp"), *python.glob("*.py")}
    found = {path.name for path in core if modules.search(path.read_text(encoding="utf-8"))}
    assert found == {"modules.hpp", "modules.py", "objectives.py", "scoring.py"}


def test_no_mechanic_is_named_after_a_city() -> None:
    assert not [path for path in MODULES if CITIES.search(path.name)]


def test_files_stay_small_and_none_is_a_drawer_for_anything() -> None:
    for path in files("src", "kernel", "web/src", "tests", "bench", "tools"):
        if path.suffix in CODE:
            assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST, name_of(path)
            assert path.stem.lower() not in {"util", "utils", "helpers", "common", "misc"}, name_of(path)


def test_every_rule_that_is_cited_is_written_down() -> None:
    rules = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    written = set(re.findall(r"^\*\*(R[2-7]\.\d+)\*\*", rules, re.MULTILINE))
    assert len(written) > 35
    cited: dict[str, str] = {}
    for path in files("src", "tests", "kernel", "web/src", "docs"):
        if path.suffix in (*CODE, ".md", ".txt"):
            for rule in RULE.findall(path.read_text(encoding="utf-8")):
                cited.setdefault(rule, name_of(path))
    assert {rule: where for rule, where in cited.items() if rule not in written} == {}


def test_no_absolute_path_of_a_machine_is_in_the_repository() -> None:
    private = re.compile(r"(?<![\w.:/~-])/(home|root|work|Users)/\w")
    for path in files("src", "tests", "kernel", "web/src", "docs", "bench", "tools", "Makefile", "README.md"):
        if path.suffix in (*CODE, ".md", ".toml", ".txt", ""):
            assert not private.search(path.read_text(encoding="utf-8")), name_of(path)
