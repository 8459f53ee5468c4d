"""Tables written as TOML: what the fuzzer hands to the loader."""

import json
from collections.abc import Mapping


def dump(table: Mapping[str, object]) -> str:
    """A document with one key a line and everything below it inline."""
    return "".join(f"{_text(key)} = {_value(value)}\n" for key, value in table.items())


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _text(value)
        case int() | float():
            return str(value)
        case list():
            return "[" + ", ".join(map(_value, value)) + "]"
        case Mapping():
            return "{" + ", ".join(f"{_text(k)} = {_value(v)}" for k, v in value.items()) + "}"
    raise TypeError(f"no TOML for {value!r}")


def _text(value: str) -> str:
    return json.dumps(value).replace("\x7f", "\\u007f")
