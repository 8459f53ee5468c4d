"""The report of a game as a page of its own: it asks for nothing, and fits its pages when it is printed."""

from pathlib import Path

import pdfplumber
import pytest
from playwright.sync_api import Browser, expect
from tests.browser.conftest import listen
from tests.review.games import log
from tests.strategies import ruleset

from terminus.cli import main
from terminus.kernel import installed
from terminus.record.log import write_line

pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: there is no review without it")


def test_a_report_is_printed_on_pages_that_are_not_cut(browser: Browser, tmp_path: Path) -> None:
    source, report, paper = (tmp_path / name for name in ("game.jsonl", "report.html", "report.pdf"))
    events = log(ruleset("tokyo", ("powers",)), "greedy", "points:1")
    source.write_text("".join(map(write_line, events)), encoding="utf-8")
    assert main(["analyse", str(source), "--html", str(report), "--depth", "1", "--play-on", "20"]) == 0
    page = browser.new_page()
    page.goto(report.as_uri())
    heads = set(page.locator("h2, h3").all_inner_texts())
    page.pdf(path=paper, format="A4")
    page.close()
    margin, told = 30, ""  # points
    with pdfplumber.open(paper) as printed:
        assert 3 < len(printed.pages) < 12
        for sheet in printed.pages:
            lines = sheet.extract_text_lines()
            assert margin < min(line["x0"] for line in lines)
            assert max(line["x1"] for line in lines) < sheet.width - margin
            assert margin < min(line["top"] for line in lines)
            assert max(line["bottom"] for line in lines) < sheet.height - margin
            inked = [*sheet.curves, *sheet.rects, *sheet.lines]
            last = max(lines, key=lambda line: line["bottom"])
            if last["text"] in heads:
                assert max(one["bottom"] for one in inked) > last["bottom"] + margin, "a heading stands alone"
            assert all(margin < one["top"] and one["bottom"] < sheet.height - margin for one in inked)
            told += sheet.extract_text()
    assert "Français" not in told
    assert all(head in told for head in heads)


def test_a_report_opens_by_itself(browser: Browser, tmp_path: Path) -> None:
    source, report = tmp_path / "game.jsonl", tmp_path / "report.html"
    source.write_text("".join(map(write_line, log(ruleset("london", ()), "greedy"))), encoding="utf-8")
    assert main(["analyse", str(source), "--html", str(report)]) == 0
    page = browser.new_page(offline=True)
    complaints, asked = listen(page), []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(report.as_uri())
    expect(page.get_by_role("heading", name="What the numbers mean")).to_be_visible()
    for language, heading in (("Français", "Analyse"), ("Español", "Análisis"), ("Deutsch", "Rückblick")):
        page.get_by_label(language).check()
        expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
        expect(page.get_by_role("heading", name="What the numbers mean")).to_be_hidden()
        for width in (360, 1440):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert asked == [report.as_uri()]
    assert not complaints
    page.close()
