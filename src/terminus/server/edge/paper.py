"""A city on paper, or a board of somebody's own, as a PDF: sheets, cards and the rules on one page."""

from __future__ import annotations

from typing import Annotated

from litestar import route
from litestar.params import FromPath, QueryParameter
from litestar.response import Response

from ...drawing.paper import MANY_PRINTS, NO_PAPER, PAPERS, GivenUp, paper
from ...locale import LANGUAGES
from ...rules.errors import BadSetup
from ..errors import Refused
from .album import PATIENCE
from .pictures import A_DAY, Language
from .request import Request

PDF = "application/pdf"
Paper = Annotated[str, QueryParameter(name="paper", max_length=8)]
Ink = Annotated[bool, QueryParameter()]


@route("/paper/{file:str}", http_method=["GET", "HEAD"], limit="looking")
async def get_paper(
    request: Request, file: FromPath[str], size: Paper = "a4", language: Language = None, ink: Ink = False
) -> Response[bytes]:
    """A city to print, BOARD.pdf."""
    name, _, kind = file.rpartition(".")
    if kind != "pdf":
        raise Refused("There is nothing at {path}.", 404, path=file[:80])
    city = await request.board(name)
    sized = next((one for one in PAPERS if one == size), None)
    if sized is None:
        known = ", ".join(PAPERS)
        raise Refused(NO_PAPER, 400, paper=size, known=known)
    if language not in LANGUAGES:
        language = request.stranger.language  # what is kept for all depends on nobody's cookie

    services, own = request.services, city.city is not None
    prints, patience = (services.own_prints, PATIENCE) if own else (services.prints, None)

    def draw() -> bytes:
        try:
            return paper(city, sized, ink, patience)
        except GivenUp:
            raise Refused(MANY_PRINTS, 503) from None
        except BadSetup as error:
            raise Refused("No print: {why}.", 422, why=error.sentence) from None

    content = await prints.picture((name, sized, ink), language, draw, None)
    shown = f'inline; filename="terminus-{name}-{sized}.pdf"'
    headers = {"cache-control": A_DAY, "vary": "accept-language", "content-disposition": shown}
    return Response(content, media_type=PDF, headers=headers)
