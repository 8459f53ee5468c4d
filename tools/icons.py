"""python -m tools.icons: web/public/icon.svg as the pictures that phones and browsers want, beside it.

A maskable icon may be cut to any shape: its ground fills the square and the drawing keeps to the middle.
"""

import io
import re

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright
from tests.browser.conftest import CHROMIUM, FLAGS, ROOT

PUBLIC = ROOT / "web" / "public"
SVG = (PUBLIC / "icon.svg").read_text("utf-8")
MIDDLE = 0.78  # of a maskable icon that the drawing may take
FAVICON = [(16, 16), (32, 32), (48, 48)]


def picture(page: Page, svg: str, size: int) -> Image.Image:
    page.set_viewport_size(ViewportSize(width=size, height=size))
    page.set_content(f'<body style="margin:0">{svg.replace("<svg ", f"<svg width={size} height={size} ", 1)}')
    return Image.open(io.BytesIO(page.screenshot(omit_background=True)))


def full() -> str:
    """The icon without its round corners, drawn smaller on a ground that goes to the edges."""
    ground = re.sub(r' rx="\d+"', "", SVG)
    body = re.sub(
        r"(<rect.*?/>)(.*)</svg>", r"\1<g transform='SMALLER'>\2</g></svg>", ground, flags=re.DOTALL
    )
    shift = 16 * (1 - MIDDLE)
    return body.replace("SMALLER", f"translate({shift} {shift}) scale({MIDDLE})")


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page()
        for size in (192, 512):
            picture(page, SVG, size).save(PUBLIC / f"icon-{size}.png", optimize=True)
            picture(page, full(), size).save(PUBLIC / f"icon-maskable-{size}.png", optimize=True)
        picture(page, full(), 180).convert("RGB").save(PUBLIC / "apple-touch-icon.png", optimize=True)
        picture(page, SVG, 48).save(PUBLIC / "favicon.ico", sizes=FAVICON)
        browser.close()


if __name__ == "__main__":
    main()
