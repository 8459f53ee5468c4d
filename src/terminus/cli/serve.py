"""`terminus serve`: the web app."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from ..locale.spoken import t
from .extras import extra
from .keeping import DatabaseName


def serve(
    *,
    host: Annotated[str, Parameter(help="the address to listen at", env_var="TERMINUS_HOST")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="the port to listen at", env_var="TERMINUS_PORT")] = 8000,
    lan: Annotated[
        bool,
        Parameter(
            help="serve the local network, and show the address and its QR code",
            show_default=False,
            env_var="TERMINUS_LAN",
        ),
    ] = False,
    database: DatabaseName = None,
    behind_proxy: Annotated[
        bool,
        Parameter(
            help="a proxy in front speaks for browsers: its X-Forwarded-Proto, -Host and -For are believed",
            show_default=False,
            env_var="TERMINUS_BEHIND_PROXY",
        ),
    ] = False,
    proxies: Annotated[
        int,
        Parameter(
            help="with --behind-proxy: how many proxies there are, one behind the other",
            env_var="TERMINUS_PROXIES",
        ),
    ] = 1,
    host_name: Annotated[
        list[str] | None,
        Parameter(
            help="a name that this server goes by (play.example), once for each; requests for others are "
            "refused; or TERMINUS_HOSTS",
            negative=(),
        ),
    ] = None,
    limits: Annotated[
        str | None,
        Parameter(
            help="how much one may ask, as docs/protocol.md lists it: games=50,900/600 (for a person, for an "
            "address, in seconds), games=off, or off; or TERMINUS_LIMITS"
        ),
    ] = None,
    keep: Annotated[
        str | None,
        Parameter(
            help="for how many days what nobody touches is kept, as docs/operations.md lists it: lobbies=30, "
            "lobbies=off, or off; or TERMINUS_KEEP"
        ),
    ] = None,
    log: Annotated[
        Literal["plain", "json"],
        Parameter(
            help="plain lines about trouble, for people; or json, a line for each request and socket too",
            env_var="TERMINUS_LOG",
        ),
    ] = "plain",
) -> None:
    """Serve the web app until interrupted."""
    with extra("server", t("the web app")):
        from ..server.edge.run import run
    run(host, port, lan, database, behind_proxy, proxies, host_name or (), limits, keep, log)
