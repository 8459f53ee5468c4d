"""What a proxy in front says of the browser that it stands for: its address, its scheme, the host it named.

Believed only where there is such a proxy, and only what the nearest ones wrote: whatever stands before that
in a header was sent by the browser, and may be anything.
"""

from __future__ import annotations

import ipaddress
from collections.abc import MutableMapping
from typing import Any

NETWORK = 64  # bits of an IPv6 address that its owner has all the rest of


def header(scope: MutableMapping[str, Any], name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def believe(scope: MutableMapping[str, Any], proxies: int) -> None:
    """Make a request what it was before it came to this many proxies, one behind the other."""
    if _said(scope, b"x-forwarded-proto", proxies) == "https":
        scope["scheme"] = "https" if scope["type"] == "http" else "wss"
    if host := _said(scope, b"x-forwarded-host", proxies):
        others = [(key, value) for key, value in scope["headers"] if key != b"host"]
        scope["headers"] = [*others, (b"host", host.encode("latin-1"))]


def _said(scope: MutableMapping[str, Any], name: bytes, proxies: int) -> str:
    """What the outermost of our proxies wrote: each adds one at the end."""
    said = [part.strip() for value in header(scope, name) for part in value.split(",")]
    return said[max(0, len(said) - proxies)] if said else ""


def address_of(scope: MutableMapping[str, Any], proxies: int) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    told = _said(scope, b"x-forwarded-for", proxies) if proxies else ""
    return owner_of(told or (client[0] if client else ""))


def owner_of(text: str) -> str:
    """An address, or the network in which its owner may choose one."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return "unknown"
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), NETWORK), strict=False))
