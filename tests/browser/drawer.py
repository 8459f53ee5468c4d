"""Somebody who draws a city in the editor: by the mouse on the map, and by clicks."""

from typing import Any

from playwright.sync_api import FloatRect, Locator, Page, expect

MARGIN = 0.62


class Drawer:
    def __init__(self, page: Page) -> None:
        self.page = page

    def begin(self, start: str) -> None:
        self.page.goto("/boards")
        self.page.click(f"[data-start={start}]")
        self.page.wait_for_selector("svg.drawing")

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where on the screen a point of the map is."""
        box = self.page.locator("svg.drawing").bounding_box()
        columns = float(str(self.page.locator("svg.drawing").get_attribute("viewBox")).split()[2])
        assert box is not None
        unit = box["width"] / columns
        return box["x"] + (x + MARGIN) * unit, box["y"] + (y + MARGIN) * unit

    def tool(self, name: str, brush: str = "") -> None:
        self.page.click(f".palette [data-chip={name}]")
        if brush:
            self.page.locator(".brush").locator(f'[data-chip="{brush}"]').click()

    def tap(self, cell: str) -> None:
        self.page.mouse.click(*self.at(ord(cell[0]) - ord("a"), int(cell[1:])))

    def sweep(self, row: int, first: int, last: int) -> None:
        self.page.mouse.move(*self.at(first, row))
        self.page.mouse.down()
        for x in range(first, last + 1):
            self.page.mouse.move(*self.at(x, row))
        self.page.mouse.up()

    def panel(self, name: str) -> None:
        self.page.click(f"[data-panel={name}]")

    def drag_corner(self, right: float, down: float) -> tuple[Locator, FloatRect, FloatRect]:
        """The mark of a photograph's first corner, and where it was before and after."""
        mark = self.page.get_by_role("button", name="Upper left corner")
        before = mark.bounding_box()
        assert before is not None
        x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + right, y + down, steps=3)
        self.page.mouse.up()
        after = mark.bounding_box()
        assert after is not None
        return mark, before, after

    def turn_on(self, kind: str, name: str) -> None:
        self.page.locator(f"[data-{kind}={name}] > label input[role=switch]").click()

    def enter(self, field: str, value: str) -> None:
        place = self.page.locator(f'[data-field="{field}"]')
        place.fill(value)
        place.blur()

    def saved(self) -> dict[str, Any]:
        """The document as the server has it, once it has all of it."""
        expect(self.page.locator("[data-state=saved]")).to_be_visible()
        drawing = self.page.url.rpartition("/")[2]
        document: dict[str, Any] = self.page.request.get(f"/api/drawings/{drawing}").json()["document"]
        return document
