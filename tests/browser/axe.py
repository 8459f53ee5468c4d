"""What axe says of a page in every theme: all of it in one, and in the others whatever colour decides."""

from typing import Any, Literal

from playwright.sync_api import Page
from tests.browser.conftest import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
Scheme = Literal["light", "dark"]
Contrast = Literal["more", "no-preference"]
OTHERS: tuple[tuple[Scheme, Contrast], ...] = (("dark", "no-preference"), ("light", "more"), ("dark", "more"))
ALL = "{ type: 'tag', values: ['wcag2a', 'wcag2aa', 'best-practice'] }"
SHOWN = """([scheme, contrast]) => {
  const { dataset } = document.documentElement;
  return dataset.theme === scheme && dataset.contrast === contrast;
}"""
COLOURS = "{ type: 'rule', values: ['color-contrast'] }"


def faults(page: Page) -> list[dict[str, Any]]:
    """Every fault of the page as it stands, with its theme. The page is light again afterwards."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found = _run(page, ALL, "light")
    for scheme, contrast in OTHERS:
        page.emulate_media(color_scheme=scheme, contrast=contrast)
        page.wait_for_function(SHOWN, arg=[scheme, "more" if contrast == "more" else "usual"])
        found += _run(page, COLOURS, f"{scheme}, {contrast}")
    page.emulate_media(color_scheme="light", contrast="no-preference")
    return found


def _run(page: Page, rules: str, theme: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(
        f"""(theme) => axe.run({{ runOnly: {rules}, resultTypes: ['violations'] }}).then((found) =>
            found.violations.map(({{ id, nodes }}) => ({{ theme, id, path: location.pathname,
                where: nodes.slice(0, 3).map((node) => node.html.slice(0, 160)) }})))""",
        theme,
    )
    return found
