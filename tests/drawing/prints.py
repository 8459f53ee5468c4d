"""python -m tests.drawing.prints FOLDER [CITY…]: every print as pictures, to look at.

Of each city, language, paper and ink two contact sheets: the pages with rules and sheets, and the cards.
`make prints`, then open the folder.
"""

import sys
from itertools import product
from pathlib import Path

from PIL import Image
from tests.drawing.print import SHEETS, pages, printed

from terminus.boards import BOARDS
from terminus.drawing.paper.press import PAPERS
from terminus.locale import LANGUAGES

DENSE = 100  # dots to an inch; cards are looked at once more closely than sheets
GAP = 12
GREY = (128, 128, 128)


def pictures(pdf: bytes) -> list[Image.Image]:
    return [page.to_image(resolution=DENSE).original.convert("RGB") for page in pages(pdf)]


def beside(shown: list[Image.Image], across: int) -> Image.Image:
    """All of them, so many in a row."""
    wide, high = max(one.width for one in shown) + GAP, max(one.height for one in shown) + GAP
    sheet = Image.new("RGB", (wide * across + GAP, high * -(-len(shown) // across) + GAP), GREY)
    for i, one in enumerate(shown):
        sheet.paste(one, (GAP + i % across * wide, GAP + i // across * high))
    return sheet


def main(folder: Path, cities: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for city, language, size, ink in product(cities or BOARDS, LANGUAGES, PAPERS, (False, True)):
        made = pictures(printed(city, size, language, ink))
        name = f"{city}-{language}-{size}{'-ink' if ink else ''}"
        fronts, backs = made[SHEETS::2], made[SHEETS + 1 :: 2]
        beside(made[: SHEETS - 1], SHEETS - 1).save(folder / f"{name}-sheets.png")  # pages 3 and 4 are alike
        beside([*fronts, backs[0]], 3).save(folder / f"{name}-cards.png")
        print(folder / name, len(made), "pages", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
