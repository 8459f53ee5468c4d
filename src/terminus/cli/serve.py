"""`terminus serve`: the web app."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from ..locale.spoken import t
from .extras import extra


def serve(
    *,
    host: Annotated[str, Parameter(help="the address to listen at")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="the port to listen at")] = 8000,
    lan: Annotated[
        bool,
        Parameter(help="serve the local network, and show the address and its QR code", show_default=False),
    ] = False,
    database: Annotated[
        str | None,
        Parameter(
            help="where games are kept: postgresql://user@host/name, or sqlite:///file; a file in the user's "
            "data folder unless told"
        ),
    ] = None,
    behind_proxy: Annotated[
        bool,
        Parameter(
            help="a proxy in front speaks https and says so in X-Forwarded-Proto, which cookie and links "
            "follow; it must pass Host on",
            show_default=False,
        ),
    ] = False,
) -> None:
    """Serve the web app until interrupted."""
    with extra("server", t("the web app")):
        from ..server.edge.run import run
    run(host, port, lan, database, behind_proxy)
