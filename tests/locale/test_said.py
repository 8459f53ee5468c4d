"""Nothing is said past the catalogues: errors are sentences of them, and so is whatever is printed."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "terminus"
MODULES = {path: ast.parse(path.read_text("utf-8")) for path in sorted(SOURCE.rglob("*.py"))}
# For whoever writes the rulebook's figures: it comes up in a test and never before a reader.
FOR_AUTHORS = {"BadFigure"}
# A message itself, which its catalogue entry is found by: `Refused(message, status, **values)`.
MESSAGES = {"Refused"}
SHOWN = {"print", "Text", "Static", "append", "add_column", "add_row", "notify"}
PROGRAM = {"terminus:"}


def name_of(call: ast.expr) -> str:
    match call:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
    return ""


def errors() -> set[str]:
    """TerminusError and whatever derives from it."""
    classes = [node for tree in MODULES.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    found = {"TerminusError"}
    while new := {one.name for one in classes if {*map(name_of, one.bases)} & found} - found:
        found |= new
    return found


ERRORS = errors() - FOR_AUTHORS


def literals(node: ast.AST) -> Iterator[str]:
    """The texts that an expression puts in by itself; what a function gives is that function's business."""
    match node:
        case ast.Constant(str() as text):
            yield text
        case ast.JoinedStr(parts) | ast.BoolOp(values=parts) | ast.List(parts) | ast.Tuple(parts):
            for part in parts:
                yield from literals(part)
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            yield from (*literals(one), *literals(other))
        case ast.FormattedValue(inner) | ast.Starred(inner) | ast.GeneratorExp(inner) | ast.ListComp(inner):
            yield from literals(inner)
        case ast.Call(ast.Attribute(text, "join" | "format"), args):
            for part in (text, *args):
                yield from literals(part)


def prose(node: ast.AST) -> list[str]:
    """Those of them that have words in them."""
    return [text for text in literals(node) if sum(map(str.isalpha, text)) > 1 and text not in PROGRAM]


def assigned(function: ast.AST) -> dict[str, list[ast.expr]]:
    """What each name in a function may stand for."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(name)], value=value):
                found.setdefault(name, []).append(value)
    return found


def bare_errors(tree: ast.AST) -> Iterator[str]:
    """Errors that are told in a text of their own, in place or through a name."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            meant = assigned(function)
            calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
            for call in (call for call in calls if name_of(call.func) in ERRORS):
                yield from (f"line {call.lineno}: {text!r}" for text in untold(call, meant))


def untold(error: ast.Call, meant: dict[str, list[ast.expr]]) -> Iterator[str]:
    """Its own prose; what has no space is the number of a rule or an id."""
    for given in (*error.args, *(one.value for one in error.keywords)):
        if name_of(error.func) in MESSAGES and isinstance(given, ast.Constant):
            continue
        values = meant.get(given.id, [given]) if isinstance(given, ast.Name) else [given]
        yield from (text for value in values for text in prose(value) if " " in text)


def bare_output(tree: ast.AST) -> Iterator[str]:
    """Words that are shown and come from no catalogue."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (name := name_of(node.func)) in SHOWN:
            for given in node.args if name in ("print", "add_row") else node.args[:1]:
                yield from (f"line {node.lineno}: {text!r}" for text in prose(given))


def hidden_sentences(tree: ast.AST) -> Iterator[str]:
    """Sentences that are not written where they are made, so that no catalogue can have them."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Name("Sentence"), args=[ast.Constant(str()), *_]):
                pass
            case ast.Call(ast.Name("Sentence")):
                yield f"line {node.lineno}: {ast.unparse(node)}"


@pytest.mark.parametrize(
    "code",
    [
        'def f(a):\n raise BadSetup(f"no {a} here")',
        'def f(a):\n raise BadBoard(["no " + a])',
        'def f(a):\n text = "no {} here".format(a)\n raise BadLog(3, text)',
        'def f(a):\n raise Illegal("R2.1", "not here")',
        'def f(a):\n raise Refused(f"no {a} here", 404)',
        'def f(a):\n return Trouble("no port" if a else Sentence("no room"))',
    ],
)
def test_a_bare_error_is_found(code: str) -> None:
    assert [*bare_errors(ast.parse(code))]


@pytest.mark.parametrize(
    "code",
    [
        'print("Welcome")',
        'print("terminus:", f"{a} games")',
        'console.print(f"{t(a)} games")',
        'Text("Total", "bold")',
        'rows.append(f"{a} points" if a else t("none"))',
        'print(", ".join(f"{a} left" for a in b))',
    ],
)
def test_bare_output_is_found(code: str) -> None:
    assert [*bare_output(ast.parse(code))]


def test_what_comes_from_the_catalogue_is_fine() -> None:
    said = 'def f(a):\n raise Illegal("R2.1", Sentence("there is no seat {seat}", seat=f"{a} or so"))'
    assert not [*bare_errors(ast.parse(said))]
    assert not [*bare_output(ast.parse('print(f"{t(a)}: {told(b)}", file=sys.stderr)'))]
    assert [*hidden_sentences(ast.parse("Sentence(text, a=1)"))]


def in_file(path: Path, found: Iterator[str]) -> list[str]:
    return [f"{path.relative_to(SOURCE)}, {one}" for one in found]


def test_every_error_that_people_see_is_a_sentence_of_the_catalogue() -> None:
    assert {"BadBoard", "Trouble", "Unfit", "LostCluster"} <= ERRORS
    assert not [one for path, tree in MODULES.items() for one in in_file(path, bare_errors(tree))]
    made = {path: tree for path, tree in MODULES.items() if path != SOURCE / "rules" / "errors.py"}
    assert not [one for path, tree in made.items() for one in in_file(path, hidden_sentences(tree))]


def test_whatever_is_printed_comes_from_the_catalogue() -> None:
    shown = {path: tree for path, tree in MODULES.items() if path.parent.name in ("cli", "terminal")}
    assert len(shown) > 20
    assert not [one for path, tree in shown.items() for one in in_file(path, bare_output(tree))]
