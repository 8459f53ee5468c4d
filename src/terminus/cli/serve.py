"""`terminus serve`: the web app."""

from __future__ import annotations

from ..locale.spoken import t
from .extras import extra


def serve(
    *, host: str = "127.0.0.1", port: int = 8000, lan: bool = False, database: str | None = None
) -> None:
    """Serve the web app until interrupted.

    Parameters
    ----------
    host
        the address to listen at
    port
        the port to listen at
    lan
        serve the local network, and show the address and its QR code
    database
        where games are kept: postgresql://user@host/name, or sqlite:///file; a file in the user's data folder
        unless told
    """
    with extra("server", t("the web app")):
        from ..server.edge.run import run
    run(host, port, lan, database)
