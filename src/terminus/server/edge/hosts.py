"""Which names this server answers to. Anybody may let a name of theirs point at this machine, and a page of
that name would then be ours to a browser (DNS rebinding): so only names that are known are answered.

An address is always fine: nobody can let it point elsewhere.
"""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

HOSTS = "TERMINUS_HOSTS"  # names of this server, as --host-name gives them


class Hosts:
    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = {name.lower().rstrip(".") for name in names if name}

    def __contains__(self, host: str) -> bool:
        """Whether what a request names as its host is this server; `host` may have a port."""
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        return not name or _is_address(name) or _is_local(name) or name in self._names


def own_names(listening: str, given: Iterable[str], everywhere: bool) -> list[str]:
    """What this server is called: as its owner says, as it listens, and in the network as this machine is."""
    machine = socket.gethostname() if everywhere else ""
    mine = [machine, f"{machine}.local"] if machine else []
    return [listening, *given, *os.environ.get(HOSTS, "").replace(",", " ").split(), *mine]


def _is_local(name: str) -> bool:
    return name.split(".")[-1] == "localhost"


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
