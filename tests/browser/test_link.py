"""The page's link to a real server: what the server refuses as such is not sent for ever."""

import re

from playwright.sync_api import Page, WebSocket, expect
from tests.browser.player import Player


def sit_with_a_bot(page: Page) -> None:
    page.goto("/")
    page.get_by_text("With bots").click()
    page.get_by_role("button", name="London").click()
    page.wait_for_selector(".play")


def test_a_frame_that_the_server_refuses_stops_the_page_and_is_said(page: Page) -> None:
    sockets: list[WebSocket] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    sit_with_a_bot(page)
    said = page.get_by_placeholder("Say something")
    said.evaluate("(field) => field.removeAttribute('maxlength')")
    said.fill("x" * 5000)  # longer than any frame may be
    said.press("Enter")

    notice = page.get_by_role("alert").filter(has_text="stopped sending")
    expect(notice).to_contain_text("That is too long.")
    page.wait_for_timeout(2500)  # time for a few more connections, if it made any
    assert len(sockets) == 1
    notice.get_by_role("button", name="Reload the page").click()
    page.wait_for_selector("[data-act=confirm]")
    expect(notice).to_have_count(0)
    sight = Player(page).look()
    Player(page).draw(sight, sight.targets[0].do)


def test_a_page_that_speaks_another_protocol_is_told_to_reload(page: Page) -> None:
    """As after an upgrade of the server, with a page that is older than it."""
    page.add_init_script(
        """const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) {
          send.call(this, text.replace('"draft":', '"sketch":'));
        };"""
    )
    sockets: list[WebSocket] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    sit_with_a_bot(page)
    target = Player(page).look().targets[0]
    page.mouse.click(target.x, target.y)
    expect(page.get_by_role("alert").first).to_contain_text(re.compile("does not understand this request"))
    page.wait_for_timeout(2500)
    assert len(sockets) == 1
