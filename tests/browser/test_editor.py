"""A city of one's own: London drawn by clicks alone; nothing is lost; photographs stay at home."""

from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import BrowserContext, Page, Request, ViewportSize, expect
from tests.browser.drawer import Drawer
from tests.browser.fits import faults

from terminus.boards import board, load_document, shipped_document
from terminus.boards.digest import digest
from terminus.locale import LANGUAGES

PATIENCE = 60_000  # ms that a report may take on a busy machine
KEPT = """() => new Promise((done) => {
  const opening = indexedDB.open('terminus-photos', 1);
  opening.onsuccess = () => {
    const asked = opening.result.transaction('photos').objectStore('photos').getAll();
    asked.onsuccess = () => { opening.result.close(); asked.result[0].image.text().then(done); };
  };
})"""  # the photograph as this browser has it


def draw_map(drawer: Drawer, city: dict[str, Any]) -> None:
    rows = [row.split() for row in city["stations"].split("\n") if row.strip()]
    for letter in "CSTP?":
        drawer.tool("symbol", letter)
        for y, row in enumerate(rows):
            for x, sign in enumerate(row):
                if sign == letter:
                    drawer.tap(f"{chr(97 + x)}{y}")


def draw_landmarks(drawer: Drawer, city: dict[str, Any]) -> None:
    areas = [row.split() for row in city["districts"].split("\n") if row.strip()]
    drawer.tool("district")
    for letter in sorted({sign for row in areas for sign in row} - {"A"}):
        drawer.page.click("[data-act=new-district]")
        for y, row in enumerate(areas):
            if letter in row:
                drawer.sweep(y, row.index(letter), len(row) - 1 - row[::-1].index(letter))
    for line, cell in city["departures"].items():
        drawer.tool("departure", line)
        drawer.tap(cell)
    drawer.tool("tourist")
    for cell in city["tourist_sites"]["stations"]:
        drawer.tap(cell)
    drawer.tool("river")
    for x, y in city["river"]["course"]:
        drawer.page.mouse.click(*drawer.at(x, y))


def enter_rules(drawer: Drawer, city: dict[str, Any]) -> None:
    page = drawer.page
    drawer.panel("city")
    drawer.enter("name", city["name"])
    drawer.enter("river", city["river"]["name"])
    drawer.enter("ratings", ", ".join(map(str, city["solo"]["ratings"])))
    page.locator("[data-field=central]").select_option(city["central_district"])
    for letter in city["secondary_districts"]:
        page.locator(f"[data-secondary={letter}]").check()
    drawer.panel("rules")
    for rule in ("section-bonus", "tourist"):
        drawer.turn_on("rule", rule)
    drawer.enter("switch.from_turn", "3")
    drawer.enter("tourist.boxes", "0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25")
    drawer.turn_on("module", "gates")
    page.locator('[data-field="gates.never_circled.tourist"]').check()
    drawer.turn_on("module", "objectives")
    for name, wanted in city["modules"]["objectives"]["objectives"].items():
        predicate, figures = wanted["predicate"], {k: v for k, v in wanted.items() if k != "predicate"}
        page.locator("[data-field=predicate]").select_option(predicate)
        page.click("[data-act=add-objective]")
        if name != predicate:
            page.locator(f"[data-objective={predicate}] [data-field=objective-name]").fill(name)
        for figure, value in figures.items():
            field = page.locator(f'[data-field="{name}.{figure}"]')
            if isinstance(value, str):
                field.select_option(value)
            else:
                drawer.enter(f"{name}.{figure}", str(value))


def test_a_whole_city_by_clicks_alone(page: Page) -> None:
    city, drawer = shipped_document("london"), Drawer(page)
    page.set_viewport_size(ViewportSize(width=1440, height=1000))
    drawer.begin("empty")
    expect(page.locator("[data-fault]")).to_have_count(9)
    draw_map(drawer, city)
    draw_landmarks(drawer, city)
    enter_rules(drawer, city)
    expect(page.locator("[data-act=play]")).to_be_enabled()
    made = load_document(drawer.saved(), "london")
    assert digest(made) == digest(board("london"))


def test_nothing_is_lost_by_a_reload_or_in_another_tab(context: BrowserContext) -> None:
    page = context.new_page()
    drawer = Drawer(page)
    drawer.begin("tokyo")
    drawer.saved()
    drawer.tool("symbol", ".")
    drawer.tap("a0")
    page.reload()
    page.wait_for_selector("svg.drawing")
    assert drawer.saved()["stations"].startswith(". .")
    other = context.new_page()
    other.goto(page.url)
    other.wait_for_selector("svg.drawing")
    drawer.tool("symbol", "C")
    drawer.tap("a0")
    drawer.saved()
    second = Drawer(other)
    second.tool("symbol", "T")
    second.tap("b0")
    other.locator("[data-act=mine]").click()
    assert second.saved()["stations"].startswith(". T")
    second.panel("files")
    other.locator("[data-act=versions]").click()
    expect(other.locator("[data-version]")).to_have_count(2)
    other.locator("[data-version]").last.click()
    expect(other.locator("[data-cell=a0]")).to_have_count(1)
    assert second.saved()["stations"].startswith("C .")


def test_by_keys_alone_and_back_again(page: Page) -> None:
    drawer = Drawer(page)
    drawer.begin("empty")
    page.locator("svg.drawing").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("s")
    expect(page.locator("[data-cell=b1]")).to_have_count(1)
    expect(page.locator("[aria-live=polite], [role=status], [role=log]").first).to_be_attached()
    page.keyboard.press("Control+z")
    expect(page.locator("[data-cell=b1]")).to_have_count(0)
    page.keyboard.press("Control+Shift+z")
    expect(page.locator("[data-cell=b1]")).to_have_count(1)


def test_a_fault_leads_to_its_place(page: Page) -> None:
    drawer = Drawer(page)
    drawer.begin("paris")
    drawer.tool("symbol", ".")
    drawer.tap("h3")
    page.locator('[data-fault="departures.blue"]').click()
    expect(page.locator(".palette [data-chip=departure]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".brush [data-chip=blue]")).to_have_attribute("aria-pressed", "true")


def test_a_photograph_is_straightened_and_never_sent(page: Page, tmp_path: Any) -> None:
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if request.method != "GET" else None)
    place = Image.Exif()
    place[0x010F], place[0x8825] = (
        "A camera that tells",
        {1: "N", 2: (48.0, 51.0, 29.0)},
    )  # its maker, and where
    noise = Image.effect_noise((600, 800), 80)  # which no format makes small
    noise.convert("RGB").save(tmp_path / "sheet.jpg", exif=place)
    assert b"A camera that tells" in (tmp_path / "sheet.jpg").read_bytes()
    drawer = Drawer(page)
    drawer.begin("tokyo")
    drawer.saved()
    drawer.panel("photo")
    page.locator("[data-field=photo]").set_input_files(tmp_path / "sheet.jpg")
    page.locator("[data-act=straighten]").click()
    expect(page.locator(".photo canvas")).to_be_visible()
    kept = page.evaluate(KEPT)
    assert len(kept) > 50_000, "noise: whatever is sent of it would be seen below"
    assert "camera" not in kept
    page.reload()
    expect(page.locator(".photo canvas")).to_be_visible()
    bodies = [request.post_data or "" for request in sent]
    assert bodies
    assert all(
        set(request.headers.get("content-type", "").split(";")) <= {"application/json"} for request in sent
    )
    assert max(map(len, bodies)) < 8_000, "a board, and nothing that could be a picture"


def seen_at_every_size(page: Page, *what: str) -> None:
    for width in (360, 768, 1440):
        page.set_viewport_size(ViewportSize(width=width, height=900))
        assert not faults(page), (*what, width)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_every_screen(page: Page, language: str) -> None:
    drawer = Drawer(page)
    drawer.begin("tokyo")
    document = drawer.saved()
    address = page.url
    city = page.request.post("/api/boards", data={"document": document}).json()["id"]
    for work in ("report", "training"):
        page.request.post(f"/api/boards/{city}/{work}")
    page.goto(f"/boards/{city}")
    page.wait_for_selector("[data-report=done]", timeout=PATIENCE)
    page.request.put("/api/me", data={"language": language})
    for place, ready in (("/boards", "[data-drawing]"), (f"/boards/{city}", "[data-training]")):
        page.goto(place)
        page.wait_for_selector(ready)
        if place != "/boards":
            page.wait_for_selector("[data-symbols]")
        seen_at_every_size(page, language, place)
    page.goto(address)
    page.wait_for_selector("svg.drawing")
    for panel in ("city", "rules", "deck", "facts", "photo", "files", "faults"):
        drawer.panel(panel)
        seen_at_every_size(page, language, panel)
