"""A board on paper: player sheets, cards and the rules on one page, as a PDF to print.

Python says what is printed (`sheets`, `cards`, `summary`), the templates beside it (`*.typ`) where it stands,
and `press` makes the PDF of both. In the language that is spoken (locale.spoken).
"""

from .press import MANY_PRINTS, NO_PAPER, PAPERS, GivenUp, paper

__all__ = ["MANY_PRINTS", "NO_PAPER", "PAPERS", "GivenUp", "paper"]
