"""`terminus backup`, `restore`, `export` and `import`: games out of a database, and into one."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ..locale.spoken import t, tn
from .extras import extra

DatabaseName = Annotated[
    str | None,
    Parameter(
        help="where games are kept: postgresql://user@host/name, or sqlite:///file; a file in the user's "
        "data folder unless told",
        env_var="TERMINUS_DATABASE",
    ),
]


def backup(
    file: Annotated[Path, Parameter(help="the backup, a new file")], /, *, database: DatabaseName = None
) -> None:
    """Keep everything that a database holds in one file, also while a server uses it."""
    with extra("server", t("the web app")):
        from ..server.disk.backup import back_up
    games = asyncio.run(back_up(database, file))
    print(tn("{count} game in {file}", "{count} games in {file}", games, file=file))
    print(t("It holds who sits where and the cards to come: keep it to yourself."))


def restore(
    file: Annotated[Path, Parameter(help="a backup")],
    /,
    *,
    database: DatabaseName = None,
    replace: Annotated[
        bool, Parameter(help="lose what the database holds, if it holds anything", show_default=False)
    ] = False,
) -> None:
    """Make a database what a backup holds."""
    with extra("server", t("the web app")):
        from ..server.disk import backup
    games = asyncio.run(backup.restore(file, database, replace))
    print(tn("{count} game from {file}", "{count} games from {file}", games, file=file))


def export(
    to: Annotated[Path, Parameter(help="a new folder, or a new file that ends in .zip")],
    /,
    *,
    database: DatabaseName = None,
) -> None:
    """Write every game as a log, also while a server uses the database."""
    with extra("server", t("the web app")):
        from ..server.disk.exchange import export_to
    games = asyncio.run(export_to(database, to))
    print(tn("{count} game in {file}", "{count} games in {file}", games, file=to))


def take_in(
    logs: Annotated[
        tuple[Path, ...], Parameter(help="logs, folders of logs, or what `terminus export` wrote")
    ],
    /,
    *,
    database: DatabaseName = None,
) -> None:
    """Take finished games from logs into a database."""
    with extra("server", t("the web app")):
        from ..server.disk.exchange import import_from
    done = asyncio.run(import_from(database, logs))
    for name, game in done.new:
        print(f"{name}: /r/{game}")
    print(
        t(
            "New games: {new}. There already: {known}. Not over, and left out: {unfinished}.",
            new=len(done.new),
            known=done.known,
            unfinished=done.unfinished,
        )
    )
