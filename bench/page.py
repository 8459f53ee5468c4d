"""python -m bench.page: how heavy and how quick the page is in Chromium, against a server on this machine.

Bytes as they come over the wire, with nothing kept from before; until a city can be pressed; from a click on
a lit station until the server has acknowledged the section and the page shows it.
"""

import statistics
import subprocess
import sys
import tempfile

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.conftest import CHROMIUM, FLAGS, ROOT
from tests.browser.player import Player
from tests.browser.weight import new_table, newcomer, weighed

from terminus.locale import LANGUAGES

ROUNDS = 5
DRAWN = """(at) => new Promise((done) => {
  const node = document.querySelector('.target');
  const begun = performance.now();
  const look = () => document.querySelector('.play').dataset.mine !== at
    ? done(performance.now() - begun) : requestAnimationFrame(look);
  node.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  look();
})"""


def home(browser: Browser, address: str, language: str = "en") -> tuple[float, int]:
    page = newcomer(browser, address, language)
    sizes = weighed(page)
    page.goto("/")
    page.wait_for_selector(".city button, button.city, [data-city]")
    usable: float = page.evaluate("performance.now()")
    page.wait_for_load_state("networkidle")
    page.context.close()
    return usable, sum(sizes)


def table(browser: Browser, address: str, language: str = "en") -> tuple[int, Page]:
    page = newcomer(browser, address, language)
    address = new_table(page)
    sizes = weighed(page)
    page.goto(address)
    page.wait_for_selector(".target")
    page.wait_for_load_state("networkidle")
    return sum(sizes), page


def drawings(page: Page) -> list[float]:
    """How long each of a dozen turns took from the click to the section, in ms."""
    player, times = Player(page), []
    for _ in range(12):
        sight = player.look()
        if sight.targets:
            times.append(float(page.evaluate(DRAWN, sight.at)))
        if page.locator("[data-way]").count():
            times.pop()
            page.locator("[data-way]").first.click()
        player.confirm()
        page.wait_for_selector("[data-act=confirm]")
    page.context.close()
    return times


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.browser.serve", f"sqlite:///{folder}/games.sqlite3", "7"]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                usable = sorted(home(browser, address)[0] for _ in range(ROUNDS))
                drawn = sorted(one for _ in range(ROUNDS) for one in drawings(table(browser, address)[1]))
                for language in LANGUAGES:
                    weights = home(browser, address, language)[1], table(browser, address, language)[0]
                    print(f"{language}, cold: home {weights[0]:,} bytes, a table {weights[1]:,}")
                browser.close()
            server.terminate()
    print(f"home usable after {usable[0]:.0f} to {usable[-1]:.0f} ms, median {statistics.median(usable):.0f}")
    print(f"click to acknowledged drawing, {len(drawn)}: median {statistics.median(drawn):.0f} ms,", end=" ")
    print(f"nine of ten within {drawn[len(drawn) * 9 // 10]:.0f} ms")


if __name__ == "__main__":
    main()
