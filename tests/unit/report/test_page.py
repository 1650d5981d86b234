"""Leaflets as pages: sound HTML that says all that the other formats say, and fetches nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.unit.report.pages import Page

from hasenpfeffer.report.document import Block, Bullets, Heading, Item, Paragraph, Table
from hasenpfeffer.report.explain.leaflet import blocks, leaflet
from hasenpfeffer.report.page import as_html, style
from hasenpfeffer.shelf.load import load_reference

GAMES = ["hasenpfeffer", "hasenpfeffer+no-trump+big-pepper", "five-hundred", "skat", "schieber", "tarot"]


def _page(reference: str) -> str:
    ruleset = load_reference(reference).ruleset
    assert ruleset is not None
    return leaflet(ruleset, format="html")


@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_sound(game: str) -> None:
    page = _page(game)
    assert page.startswith("<!DOCTYPE html>\n")
    assert Page(page.removeprefix("<!DOCTYPE html>")).faults == []


@pytest.mark.parametrize("game", GAMES)
def test_a_page_says_all_that_the_leaflet_says(game: str) -> None:
    ruleset = load_reference(game).ruleset
    assert ruleset is not None
    document = blocks(ruleset)
    text = Page(leaflet(ruleset, format="html")).text
    missing = [said for block in document for said in _said(block) if said not in text]
    assert missing == []


def _said(block: Block) -> list[str]:
    match block:
        case Heading(text) | Paragraph(text):
            found = [text]
        case Bullets(items):
            found = [part for item in items for part in (item.lead, item.text)]
        case Table(header, rows, caption):
            found = [caption, *header, *(cell for row in rows for cell in row)]
    return [" ".join(part.split()) for part in found]


def test_chapters_are_sections_that_the_contents_lead_to() -> None:
    page = Page(_page("hasenpfeffer"))
    sections = [given["id"] for tag, given in page.tags if tag == "section"]
    links = [(given["href"] or "").removeprefix("#") for tag, given in page.tags if tag == "a"]
    assert sections == links
    assert sections[:3] == ["players", "the-cards", "which-card-is-higher"]


def test_the_head_tells_language_title_and_width() -> None:
    page = Page(_page("hasenpfeffer"))
    assert ("html", {"lang": "en"}) in page.tags
    assert ("meta", {"charset": "utf-8"}) in page.tags
    assert any(given.get("name") == "viewport" for tag, given in page.tags if tag == "meta")
    assert ("title", "Hasenpfeffer") in page.texts


def test_a_page_fetches_nothing() -> None:
    page = _page("hasenpfeffer")
    assert not re.search(r"https?:|url\(|@import|<link|<script|<img|src=", page)


def test_a_page_has_a_style_for_print() -> None:
    assert "@page" in style()
    assert "@media print" in style()
    assert "break-inside: avoid" in style()
    assert "</" not in style()


def test_markup_in_a_title_is_only_text(tmp_path: Path) -> None:
    text = 'language: 1\ntitle: <script>alert("us & them")</script>\nextends: hasenpfeffer\n'
    (tmp_path / "odd.yaml").write_text(text, "utf-8")
    ruleset = load_reference("./odd.yaml", folder=tmp_path).ruleset
    assert ruleset is not None
    page = leaflet(ruleset, format="html")
    assert "<script" not in page
    assert ("h1", '<script>alert("us & them")</script>') in Page(page).texts


@pytest.mark.parametrize(
    "block",
    [
        Paragraph("<b>&amp;"),
        Bullets((Item("<b>&amp;", "<i>"),)),
        Table(('"<b>&amp;"', "<i>"), (("<b>&amp;", "</td>"),), '" onclick="x'),
    ],
)
def test_markup_anywhere_is_only_text(block: Block) -> None:
    page = Page(as_html((Heading("T", 1), Heading("Part"), block)))
    assert page.faults == []
    assert not {"b", "i"} & {tag for tag, _ in page.tags}
    assert not any("onclick" in given for _, given in page.tags)
    assert "<b>&amp;" in page.text


def test_suits_have_a_colour_and_a_name() -> None:
    page = as_html((Paragraph("J♥ beats A♠"),))
    assert 'J<span class="hearts" role="img" aria-label="hearts">♥' in page
    assert 'A<span class="spades" role="img" aria-label="spades">♠' in page


def test_headings_that_are_alike_have_links_of_their_own() -> None:
    page = Page(as_html((Heading("Play"), Heading("Play"), Heading("♠♠"))))
    assert [given["id"] for tag, given in page.tags if tag == "section"] == ["play", "play-2", "chapter"]


def test_numbers_are_marked_and_rows_are_named() -> None:
    page = as_html((Table(("Call", "0"), (("pass", "−1"),)),))
    assert '<th scope="row" class="short">pass</th><td class="number short">−1</td>' in page


def test_in_ascii_the_page_says_the_same() -> None:
    document = (Heading("Misère – J♥", 1), Paragraph("½ × 2"))
    plain = as_html(document, ascii_only=True)
    assert plain.isascii()
    assert Page(plain).text == Page(as_html(document)).text == "Misère – J♥ ½ × 2"
