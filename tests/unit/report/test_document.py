"""Documents: laid out as text within a width, and as Markdown that shows what it was given."""

from __future__ import annotations

import pytest

from hasenpfeffer.report.document import (
    Block,
    Bullets,
    Heading,
    Item,
    Paragraph,
    Table,
    as_ascii,
    as_markdown,
    as_text,
    chapters,
    is_number,
)

WIDE = Table(("Call", *map(str, range(14))), (("1 no trump", *("−1000" for _ in range(14))),), "By tricks:")
DOCUMENT: tuple[Block, ...] = (
    Heading("A game", 1),
    Paragraph("Euchre's cousin for two pairs, with a joker above the bowers and a widow of one card."),
    Bullets(
        (
            Item("The first of the two points, which is rather long for a narrow page.", "Made"),
            Item("Second."),
        )
    ),
    WIDE,
    Table(
        ("Meld", "Cards"), (("pinochle", "the queen of spades and the jack of diamonds, both in one hand"),)
    ),
)


@pytest.mark.parametrize("width", [20, 40, 60, 80, 200])
def test_no_line_of_text_is_longer_than_the_width(width: int) -> None:
    assert max(len(line) for line in as_text(DOCUMENT, width=width).splitlines()) <= width


def test_columns_that_do_not_fit_go_into_another_table_below() -> None:
    lines = as_text((WIDE,), width=40).splitlines()
    assert [line.split()[0] for line in lines if line.startswith("Call")] == ["Call"] * 3
    assert sum(line.count("−1000") for line in lines) == 14


def test_numbers_stand_at_the_right() -> None:
    table = Table(("Call", "0", "1"), (("1", "−1", "10"), ("2", "−12", "2")))
    assert as_text((table,)).splitlines() == [
        "Call    0   1",
        "----  ---  --",
        "   1   −1  10",
        "   2  −12   2",
    ]


def test_markdown_has_pipe_tables_and_bold_leads() -> None:
    text = as_markdown(DOCUMENT)
    assert "# A game" in text
    assert "- **Made:** The first" in text
    assert "|---|---:|" in text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a *bold* claim", r"a \*bold\* claim"),
        ("<script>", r"\<script\>"),
        ("a|b", r"a\|b"),
        ("# no heading", r"\# no heading"),
        ("1. no list", r"1\. no list"),
        ("8♣ of [it](x)", r"8♣ of \[it\](x)"),
    ],
)
def test_nothing_in_a_text_is_taken_as_markup(text: str, shown: str) -> None:
    assert as_markdown((Paragraph(text),)) == f"{shown}\n"


def test_what_a_terminal_would_obey_is_spelled_out() -> None:
    assert as_text((Paragraph("red\x1b[31m and \u202eback"),)) == "red<U+001B>[31m and <U+202E>back\n"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("J♠, A♥", "JS, AH"),
        ("♣ ♦: A", "clubs diamonds: A"),
        ("misère – 4½ × 2", "misere - 41/2 x 2"),
        ("−2", "-2"),
    ],
)
def test_ascii_spells_signs(text: str, plain: str) -> None:
    assert as_ascii(text) == plain


def test_one_empty_line_stands_before_each_heading_and_table() -> None:
    document = (Heading("A", 1), Heading(""), WIDE, Heading("B"), Paragraph(""), WIDE, Paragraph("End."))
    text = as_text(document, width=40)
    assert "\n\n\n" not in text
    assert "\n\nB\n-\n\nBy tricks:\n\nCall" in text


def test_a_caption_is_as_wide_as_the_page() -> None:
    caption = "What the declarer's side gets, by its tricks:"
    assert as_text((Table(("a", "b"), (("1", "2"),), caption),), width=80).splitlines()[0] == caption


def test_chapters_are_cut_at_headings() -> None:
    title, first, second, third = Heading("T", 1), Heading("A"), Heading("B", 3), Heading("C")
    document = (title, Paragraph("0"), first, Paragraph("1"), second, third)
    found = chapters(document)
    assert [chapter.title for chapter in found] == ["", "A", "B", "C"]
    assert [block for chapter in found for block in chapter.blocks] == list(document)
    assert [chapter.title for chapter in chapters(document, deepest=2)] == ["", "A", "C"]
    assert chapters(document, deepest=2)[1].body == (Paragraph("1"), second)
    assert chapters(())[0].blocks == ()


@pytest.mark.parametrize("cell", ["3", "−0.52", "4,985", "1,000.5", "7/5", "4½", "–", ""])
def test_numbers_are_known_as_numbers(cell: str) -> None:
    assert is_number(cell)


@pytest.mark.parametrize("cell", ["3 to 4", "1, 2", "4,", "5 %", "a"])
def test_other_cells_are_not_numbers(cell: str) -> None:
    assert not is_number(cell)
