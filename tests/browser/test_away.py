"""The disk is full while somebody plays: the page says so in their language, and the drawing goes through."""

from pathlib import Path

from playwright.sync_api import Browser, expect
from tests.browser.conftest import listen
from tests.browser.player import Player
from tests.server.live import free_port
from tests.server.processes import fill_the_disk, process


def test_what_was_drawn_while_nothing_could_be_saved_goes_through(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    with process(port, f"sqlite:///{tmp_path / 'games.sqlite3'}") as server:
        context = browser.new_context(
            base_url=f"http://127.0.0.1:{port}", locale="de", reduced_motion="reduce", service_workers="block"
        )
        page = context.new_page()
        complaints = listen(page)
        game = context.request.post("/api/games", data={"board": "london", "bots": ["easy"], "start": True})
        page.goto(f"/t/{game.json()['game']}")
        page.wait_for_selector("[data-act=confirm]")
        page.evaluate("window.stayed = true")
        target = Player(page).look().targets[0]
        fill_the_disk(server, True)
        page.mouse.click(target.x, target.y)
        notice = page.get_by_role("alert").filter(has_text="Der Server kann gerade nicht speichern.")
        expect(notice).to_contain_text("Was du getan hast")
        expect(page.locator("[data-act=undo]:enabled")).to_have_count(0)
        fill_the_disk(server, False)
        expect(notice).to_have_count(0)
        expect(page.locator("[data-act=undo]:enabled")).to_have_count(1)
        assert len(Player(page).look().tracks) == 1
        assert page.evaluate("window.stayed"), "nobody had to reload"
        assert not complaints
        context.close()
