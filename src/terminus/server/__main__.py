"""python -m terminus.server: the same as `terminus serve`, for work on the server itself."""

from __future__ import annotations

import sys

from cyclopts import App
from cyclopts.config import Env

from ..rules.errors import TerminusError
from .edge.run import run

app = App(name="python -m terminus.server", config=Env("TERMINUS_", command=False))
app.default(run)

if __name__ == "__main__":
    try:
        app()
    except TerminusError as error:
        print(f"terminus serve: {error}", file=sys.stderr)
        sys.exit(2)
