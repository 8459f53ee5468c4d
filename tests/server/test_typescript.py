"""The page's types, as they are written from the server's shapes."""

from pathlib import Path
from typing import Any

import pytest

from terminus.server.edge.typescript import calls, declared, type_of, typescript, write


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        ({"type": "integer"}, "number"),
        ({"$ref": "#/components/schemas/Me"}, "Me"),
        ({"enum": ["a", "b"]}, '"a" | "b"'),
        ({"anyOf": [{"$ref": "River"}, {"type": "null"}]}, "River | null"),
        ({"type": "array", "items": {"oneOf": [{"type": "string"}, {"type": "null"}]}}, "(string | null)[]"),
        ({"type": "array", "prefixItems": [{"type": "number"}, {"type": "string"}]}, "[number, string]"),
        ({"type": "object", "additionalProperties": {"type": "boolean"}}, "Record<string, boolean>"),
        ({"type": "object"}, "Record<string, unknown>"),
        (
            {
                "type": "object",
                "properties": {"a": {"type": "string"}, "b": {"type": "number"}},
                "required": ["a"],
            },
            "{ a: string; b?: number }",
        ),
        ({}, "unknown"),
    ],
)
def test_a_schema_is_a_type(schema: dict[str, Any], written: str) -> None:
    assert type_of(schema) == written


def test_a_schema_that_nobody_has_needed_yet_is_an_error_that_shows_it() -> None:
    with pytest.raises(ValueError, match="patternProperties"):
        type_of({"patternProperties": {}})


def test_a_command_is_exactly_one_of_its_fields() -> None:
    schema = {"properties": {"draft": {"type": "string"}, "undo": {"type": "boolean"}}}
    assert declared("Command", schema) == "export type Command = { draft: string } | { undo: boolean };\n"


def test_only_calls_that_speak_json_are_listed() -> None:
    log: dict[str, Any] = {
        "get": {"responses": {"200": {"content": {"application/x-ndjson": {"schema": {}}}}}}
    }
    me = {"get": {"responses": {"200": {"content": {"application/json": {"schema": {"$ref": "Me"}}}}}}}
    assert list(calls({"/log": log, "/me": me})) == [
        "  'GET /me': { query: Record<string, never>; sends: undefined; answers: Me };\n"
    ]


def test_all_that_the_page_speaks_is_there(tmp_path: Path) -> None:
    text = typescript()
    assert "export type ToServer = Hello | Question | Order;" in text
    assert "export type FromServer = Ack | Refusal | Later | Saving | Shown | Change | Same | Why;" in text
    assert "'POST /api/games': { query: Record<string, never>; sends: NewGame; answers: NewTable };" in text
    assert "'GET /api/me': { query: { page?: number }; sends: undefined; answers: Me };" in text
    assert 'phase: "lobby" | "playing" | "over";' in text
    file = tmp_path / "schema.ts"
    write(file)
    assert file.read_text("utf-8") == text
