"""`terminus work`: a worker, which does the long work of servers on one PostgreSQL."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from ..locale.spoken import t
from .extras import extra
from .keeping import DatabaseName


def work(
    *,
    database: DatabaseName = None,
    threads: Annotated[
        int | None,
        Parameter(
            help="how many jobs at a time; as many as there are cores unless told", env_var="TERMINUS_THREADS"
        ),
    ] = None,
) -> None:
    """Think for the bots of all servers on a PostgreSQL, until interrupted."""
    with extra("server", t("the web app")):
        from ..server.work.run import run
    run(database, threads)
