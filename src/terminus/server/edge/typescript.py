"""python -m terminus.server.edge.typescript FILE: the shapes that the page gets and sends, as TypeScript.

HTTP is taken from the OpenAPI that Litestar makes of the routes, the socket's frames from msgspec. The file
is written whenever the page is built or checked and is not kept, so page and server cannot differ unseen.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar

from ..rulebook.export import Figures, PageView
from ..shown.frames import FromServer
from ..table.commands import Command, Frame
from .advice import ADVICE
from .boards import OWN_BOARDS
from .checking import CHECKING
from .conducts import CONDUCTS
from .count import COUNT
from .drawings import DRAWINGS
from .home import HOME
from .lessons import LESSONS
from .practice import PRACTICE
from .reports import REPORTS
from .request import Request
from .reviews import REVIEWS
from .routes import ROUTES
from .what_if import WHAT_IF

Schema = Mapping[str, Any]
HEAD = "// Written by `python -m terminus.server.edge.typescript` from the server's own shapes, not kept.\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
ONE_OF = (Command.__name__,)  # exactly one of its fields is given


def type_of(schema: Schema) -> str:
    """A schema as a TypeScript type; raises `ValueError` for one that nobody has needed yet."""
    match schema:
        case {"$ref": name}:
            return str(name).rpartition("/")[2]
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": parts} | {"oneOf": parts}:
            return " | ".join(map(type_of, parts))
        case {"prefixItems": parts}:
            return f"[{', '.join(map(type_of, parts))}]"
        case {"type": "array", "items": items}:
            return f"{_bracketed(type_of(items))}[]"
        case {"type": "object", "properties": properties}:
            return _fields(properties, schema.get("required", ()))
        case {"type": "object"}:
            return f"Record<string, {type_of(schema.get('additionalProperties', {}))}>"
        case {"type": str(kind)} if kind in PLAIN:
            return PLAIN[kind]
    if schema:
        raise ValueError(f"no TypeScript is known for the schema {json.dumps(schema)}")
    return "unknown"


def _bracketed(kind: str) -> str:
    return f"({kind})" if " | " in kind else kind


def _fields(properties: Schema, required: Any) -> str:
    fields = [
        f"{name}{'' if name in required else '?'}: {type_of(schema)}" for name, schema in properties.items()
    ]
    return f"{{ {'; '.join(fields)} }}" if fields else "Record<string, never>"


def declared(name: str, schema: Schema) -> str:
    if name not in ONE_OF:
        return f"export type {name} = {type_of(schema)};\n"
    parts = [_fields({field: kind}, (field,)) for field, kind in schema["properties"].items()]
    return f"export type {name} = {' | '.join(parts)};\n"


def calls(paths: Schema) -> Iterator[str]:
    """Of each HTTP call that speaks JSON: its query, what is sent, and what is answered when all is well."""
    for path, methods in paths.items():
        for method, call in methods.items():
            answers = [_json(answer) for status, answer in call["responses"].items() if status < "300"]
            if answers != [None]:
                given = [part for part in call.get("parameters", ()) if part["in"] == "query"]
                query = _fields({part["name"]: part["schema"] for part in given}, ())
                sent = _json(call.get("requestBody", {})) or "undefined"
                shape = f"{{ query: {query}; sends: {sent}; answers: {answers[0]} }}"
                yield f"  '{method.upper()} {path}': {shape};\n"


def _json(body: Schema) -> str | None:
    content = body.get("content", {}).get("application/json")
    return type_of(content["schema"]) if content else None


def typescript() -> str:
    http = Litestar(
        [
            *HOME,
            *ROUTES,
            *REVIEWS,
            *REPORTS,
            *LESSONS,
            *WHAT_IF,
            *ADVICE,
            *CONDUCTS,
            *PRACTICE,
            *CHECKING,
            *DRAWINGS,
            *OWN_BOARDS,
            *COUNT,
        ],
        request_class=Request,
        logging_config=None,
    ).openapi_schema.to_schema()
    given = (Frame, FromServer, Figures, list[PageView])
    (to, back, _, _), frames = msgspec.json.schema_components(given, ref_template="{name}")
    shapes = http["components"]["schemas"] | frames
    return "".join(
        [
            HEAD,
            *(declared(name, shapes[name]) for name in sorted(shapes)),
            declared("ToServer", to),
            declared("FromServer", back),
            f"export interface Calls {{\n{''.join(calls(http['paths']))}}}\n",
        ]
    )


def write(path: Path) -> None:
    """Left alone where nothing changed, so that make does not build the page for nothing."""
    text = typescript()
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m terminus.server.edge.typescript FILE")
    write(Path(sys.argv[1]))
