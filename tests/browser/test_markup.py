"""Whatever people call themselves and say is text: nothing of it is run, and nothing of it is drawn."""

from playwright.sync_api import expect
from tests.browser.conftest import ROOT, Profile, listen

NAME = "<img src=x onerror=a()>"
SAID = "<script>document.title='run'</script><b>loud</b> javascript:alert(1)"


def test_markup_is_shown_and_not_obeyed(profile: Profile) -> None:
    host, guest = profile(), profile()
    host.request.put("/api/me", data={"name": NAME})
    game = host.request.post("/api/games", data={"board": "london", "open": 1}).json()["game"]
    tab = host.new_page()
    complaints = listen(tab)
    tab.on("dialog", lambda dialog: complaints.append(dialog.message))
    guest.request.post(f"/api/games/{game}/join", data={"name": f"{NAME[:-1]}2"})
    tab.goto(f"/t/{game}")
    tab.get_by_text(NAME).first.wait_for()
    chat = tab.locator(".chat")
    chat.locator("input").fill(SAID)
    chat.locator("form button").click()
    expect(chat.get_by_text(SAID)).to_be_visible()
    assert tab.locator("img[src=x], .chat b, .chat script").count() == 0
    assert tab.title() != "run"
    assert complaints == []


def test_no_text_is_ever_put_in_as_markup() -> None:
    sources = [path for kind in ("*.svelte", "*.ts") for path in (ROOT / "web" / "src").rglob(kind)]
    assert len(sources) > 50
    for path in sources:
        text = path.read_text(encoding="utf-8")
        for way in ("{@html", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert way not in text, (path.name, way)
