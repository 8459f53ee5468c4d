"""Where this server is: the host that a request names, this machine's own address, and the one for others."""

from __future__ import annotations

import ipaddress
import re
import socket
from urllib.parse import urlsplit

_HOST = re.compile(r"[A-Za-z0-9._:\[\]-]{0,256}")


def is_host(text: str) -> bool:
    """Whether this can be what a request names as its host: a name or an address, perhaps with a port."""
    try:
        port = urlsplit(f"//{text}").port
    except ValueError:
        return False
    return port != 0 and _HOST.fullmatch(text) is not None


def lan_address() -> str | None:
    """This machine's address in the local network. Connecting UDP picks a route and sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if ipaddress.ip_address(found).is_loopback else found


def public_origin(seen: str, lan: str | None) -> str:
    """The origin for others: the one that the reader sees, but a loopback address helps nobody else."""
    parts = urlsplit(seen)
    if not lan or not _is_loopback(parts.hostname or ""):
        return f"{parts.scheme}://{parts.netloc}"
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{lan}{port}"


def is_reachable(origin: str) -> bool:
    """Whether an origin can mean this server to another machine as well."""
    return not _is_loopback(urlsplit(origin).hostname or "")


def _is_loopback(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host.rstrip(".").split(".")[-1] == "localhost"
    inner = getattr(address, "ipv4_mapped", None) or address
    return bool(inner.is_loopback or inner.is_unspecified)
