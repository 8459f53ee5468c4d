"""How it is run for real: what documents, container file and unit say is what the program does."""

import fnmatch
import inspect
import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any, get_args

import pytest
from cyclopts import Parameter

from terminus import cli
from terminus.cli.serve import serve
from terminus.cli.work import work
from terminus.server.disk.keep import Keep, read_keep
from terminus.server.edge.vitals import READY

ROOT = Path(__file__).parents[1]
VARIABLE = re.compile(r"\bTERMINUS_[A-Z_]+\b")
TEXT = {
    "host_name": "TERMINUS_HOSTS",
    "limits": "TERMINUS_LIMITS",
    "keep": "TERMINUS_KEEP",
}  # read by the server
SECRET, SPOKEN = "TERMINUS_METRICS_TOKEN", "TERMINUS_LANGUAGE"


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


# -- settings --------------------------------------------------------------------------------------


def settings() -> dict[str, tuple[str, str]]:
    """The table of docs/operations.md: by variable the option, and what it is unless told."""
    table = read("docs/operations.md").split("## Every setting")[1].split("\n## ")[0]
    rows = [
        line.strip("|").split("|") for line in table.splitlines() if "TERMINUS_" in line and line[0] == "|"
    ]
    return {row[1].strip(" `"): (row[0].strip(" `"), row[2].strip()) for row in rows}


def parameters(*commands: Any) -> dict[str, tuple[str, Any]]:
    """The same of the commands: by variable the option and its default."""
    found: dict[str, tuple[str, Any]] = {}
    for command in commands:
        hints = inspect.get_annotations(command, eval_str=True)
        for name, parameter in inspect.signature(command).parameters.items():
            given = next(one for one in get_args(hints[name]) if isinstance(one, Parameter))
            variable = next(iter(given.env_var or ()), None) or TEXT[name]
            found[variable] = (f"--{name.replace('_', '-')}", parameter.default)
    return found


def test_the_table_of_settings_is_what_the_program_takes() -> None:
    documented, taken = settings(), parameters(serve, work)
    assert documented.keys() == {*taken, SECRET, SPOKEN}
    assert {name: documented[name][0] for name in taken} == {name: taken[name][0] for name in taken}
    for name, (_, default) in taken.items():
        if default not in (None, False):
            assert documented[name][1] == f"`{default}`"
    assert read_keep(documented["TERMINUS_KEEP"][1].strip("`")) == Keep()


def test_no_variable_is_left_out() -> None:
    used = {
        name for path in (ROOT / "src").rglob("*.py") for name in VARIABLE.findall(path.read_text("utf-8"))
    }
    assert used - {"TERMINUS_"} == settings().keys() | {"TERMINUS_STRICT"} & used


def test_every_setting_can_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    got: list[Any] = []
    monkeypatch.setattr("terminus.server.edge.run.run", lambda *given: got.extend(given))
    given = {
        "TERMINUS_HOST": "0.0.0.0",
        "TERMINUS_PORT": "8123",
        "TERMINUS_LAN": "yes",
        "TERMINUS_DATABASE": "sqlite:///games.sqlite3",
        "TERMINUS_BEHIND_PROXY": "1",
        "TERMINUS_PROXIES": "2",
        "TERMINUS_LOG": "json",
    }
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert cli.main(["serve"]) == 0
    assert got == ["0.0.0.0", 8123, True, "sqlite:///games.sqlite3", True, 2, (), None, None, "json"]
    got.clear()
    assert cli.main(["serve", "--port", "9000"]) == 0
    assert got[1] == 9000, "the option counts first"


@pytest.mark.parametrize(
    ("name", "value"), [("TERMINUS_PORT", "many"), ("TERMINUS_LAN", "perhaps"), ("TERMINUS_KEEP", "lobbies=")]
)
def test_a_value_that_cannot_be_is_told_in_one_sentence(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, value)
    assert cli.main(["serve"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


# -- the container file ----------------------------------------------------------------------------


def steps() -> list[tuple[str, str]]:
    """The instructions of the container file and what they are given, with continued lines as one."""
    text = read("Containerfile").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in lines]


def given(instruction: str) -> list[str]:
    return [words for name, words in steps() if name == instruction]


def test_what_is_copied_is_there_and_not_left_out() -> None:
    ignored = [line for line in read(".containerignore").splitlines() if line and line[0] != "#"]
    for words in given("COPY"):
        if not words.startswith("--from="):
            *sources, _ = words.split()
            for source in sources:
                assert (ROOT / source).exists(), source
                assert not any(fnmatch.fnmatch(source, pattern) for pattern in ignored), source


def test_its_commands_are_those_of_the_makefile_and_the_package() -> None:
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE))
    made = [words.split()[1] for words in given("RUN") if words.startswith("make ")]
    assert made == ["page"]
    assert set(made) <= targets
    project = tomllib.loads(read("pyproject.toml"))["project"]
    assert json.loads(given("ENTRYPOINT")[0]) == list(project["scripts"])
    assert json.loads(given("CMD")[0])[0] in cli.COMMANDS
    (install,) = [words for words in given("RUN") if "pip install" in words]
    assert "'.[server]' ./kernel" in install
    assert "-c constraints.txt" in install
    assert {"server"} <= project["optional-dependencies"].keys()


def test_it_runs_as_nobody_in_particular_and_keeps_its_games() -> None:
    environment = dict(pair.split("=", 1) for pair in given("ENV")[0].split())
    assert environment.keys() - {"PATH"} <= settings().keys()
    (volume,) = given("VOLUME")
    assert environment["TERMINUS_DATABASE"].startswith(f"sqlite:///{volume}/")
    assert given("USER") == ["terminus"]
    assert given("EXPOSE") == [environment["TERMINUS_PORT"]]
    assert given("STOPSIGNAL") == ["SIGTERM"]
    order = [name for name, _ in steps()]
    assert order.index("USER") > max(place for place, name in enumerate(order) if name == "RUN")


def test_its_health_is_asked_where_the_server_tells_it() -> None:
    (check,) = given("HEALTHCHECK")
    assert re.findall(r"\}(/health[a-z/]*)'", check) == [READY[1]]
    program = json.loads(check.split("CMD ", 1)[1])
    compile(program[2], "the health check", "exec")


def test_no_registry_is_named() -> None:
    images = [words.split()[0] for words in given("FROM")]
    assert len(set(images)) == 1, "what was built with one Python is run with the same"
    assert all(re.fullmatch(r"[a-z]+:[\w.-]+", image) for image in images)


# -- the unit --------------------------------------------------------------------------------------


def test_the_unit_is_one_and_names_settings_that_there_are(tmp_path: Path) -> None:
    text = read("tools/terminus.service")
    assert set(VARIABLE.findall(text)) <= settings().keys()
    command = re.findall(r"^ExecStart=/opt/terminus/bin/terminus (\w+)", text, re.MULTILINE)
    assert command == ["serve"]
    if not shutil.which("systemd-analyze"):
        pytest.skip("NO systemd-analyze on this machine: the unit was only read")
    unit = tmp_path / "terminus.service"
    unit.write_text(re.sub(r"^ExecStart=.*", "ExecStart=/bin/true", text, flags=re.MULTILINE))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
