"""A ruleset as the leaflet that would lie in its box."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, Literal

from hasenpfeffer.errors import UsageError
from hasenpfeffer.report.document import Heading, Paragraph, Table, as_markdown, as_text
from hasenpfeffer.report.english import capital, listed, sentence
from hasenpfeffer.report.explain.auctions import auction_blocks
from hasenpfeffer.report.explain.imagine import Imagination
from hasenpfeffer.report.explain.phrases import Phrases
from hasenpfeffer.report.explain.playing import play_blocks
from hasenpfeffer.report.explain.ranking import ranking_blocks
from hasenpfeffer.report.explain.scoretable import score_blocks
from hasenpfeffer.report.explain.scoring import ending_blocks, line_blocks
from hasenpfeffer.report.explain.setup import deal_blocks, pack_blocks, player_blocks
from hasenpfeffer.report.explain.turns import turn_blocks
from hasenpfeffer.report.explain.words import term_blocks
from hasenpfeffer.report.page import as_html
from hasenpfeffer.ruleset.steps import AuctionStep, DealStep, TricksStep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.report.document import Block
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import Step


AGREEMENTS: Final = "What a table may agree on"
WORDS: Final = "What these words mean"


def leaflet(
    ruleset: Ruleset,
    *,
    format: Literal["text", "markdown", "html"] = "text",
    width: int = 80,
    ascii_only: bool = False,
    origins: bool = False,
) -> str:
    """The rules in plain English. `width` holds for text; `origins` says where each part is written."""
    document = blocks(ruleset, origins=origins)
    match format:
        case "text":
            return as_text(document, width=width, ascii_only=ascii_only)
        case "markdown":
            return as_markdown(document, ascii_only=ascii_only)
        case "html":
            return as_html(document, ascii_only=ascii_only)
        case _:
            raise UsageError(
                f"a leaflet is written as text, markdown or html, and `{format}` is none of them"
            )


def blocks(ruleset: Ruleset, *, origins: bool = False) -> tuple[Block, ...]:
    """The leaflet as a document, for whoever lays it out."""
    say = Phrases(ruleset, origins=origins)
    found: list[Block] = [Heading(ruleset.title, 1)]
    if ruleset.summary:
        found.append(Paragraph(sentence(ruleset.summary)))
    patches = [*ruleset.composed_of, *ruleset.patches]
    if patches:
        rules = "house rule" if len(patches) == 1 else "house rules"
        found.append(Paragraph(f"With the {rules} {listed(patches)}."))
    told: set[str] = set()
    for title, chapter in _chapters(say):
        found += [Heading(title), *chapter, *_pointer(say, told)]
    end = ending_blocks(say)
    terms = term_blocks(say)
    if terms:
        found += [Heading(WORDS, 3), *terms]
    found += [Heading("The game"), *end]
    found += _parameters(say)
    return tuple(found)


def _chapters(say: Phrases) -> Iterator[tuple[str, list[Block]]]:
    """What is told up to the score, chapter by chapter."""
    yield "Players", player_blocks(say)
    yield "The cards", pack_blocks(say)
    yield "Which card is higher", ranking_blocks(say)
    yield from _steps(say)
    yield "Scoring", [*line_blocks(say), *score_blocks(say)]


def _pointer(say: Phrases, told: set[str]) -> list[Block]:
    """Where to read what a chapter was the first to speak of."""
    names = [name for name in say.mentioned if name not in told and say.is_explained(name)]
    told.update(names)
    if not names:
        return []
    quoted = listed([f"“{name}”" for name in names])
    verb = "is" if len(names) == 1 else "are"
    return [Paragraph(sentence(f"{quoted} {verb} explained below, under “{WORDS}”"), aside=True)]


def _steps(say: Phrases) -> Iterator[tuple[str, list[Block]]]:
    """The steps of a deal in order; small ones that follow each other share a chapter."""
    imagination = Imagination(say.ruleset)
    dealt = False
    for is_small, group in groupby(say.ruleset.steps, _is_small):
        if is_small:
            small = list(group)
            yield _small_title(small), turn_blocks(say, small)
            continue
        for step in group:
            match step:
                case DealStep():
                    found = deal_blocks(say, step, again=dealt)
                    dealt = True
                case AuctionStep():
                    found = auction_blocks(say, step, imagination)
                case TricksStep():
                    found = play_blocks(say, step)
                case _:
                    found = []
            yield _title(say, step), _with_origin(say, step, found)


def _is_small(step: Step) -> bool:
    return not isinstance(step, (DealStep, AuctionStep, TricksStep))


def _with_origin(say: Phrases, step: Step, found: list[Block]) -> list[Block]:
    first = found[0] if found else None
    if isinstance(first, Paragraph):
        return [Paragraph(first.text + say.origin(step.place)), *found[1:]]
    return found


def _title(say: Phrases, step: Step) -> str:
    kinds = sum(isinstance(other, type(step)) for other in say.ruleset.steps)
    usual = {DealStep: "The deal", AuctionStep: "The auction", TricksStep: "The play"}[type(step)]
    return usual if kinds == 1 else capital(step.name)


def _small_title(steps: list[Step]) -> str:
    return capital(steps[0].name) if len(steps) == 1 else "Before play"


def _parameters(say: Phrases) -> list[Block]:
    """What a table may agree on otherwise."""
    parameters = say.ruleset.parameters
    if not parameters:
        return []
    rows = tuple(
        (one.name, one.value, one.choices.replace("..", " to "), one.about + say.origin(one.place))
        for one in parameters
    )
    return [
        Heading(AGREEMENTS),
        Table(("Setting", "Here", "Choices", "What it is"), rows),
    ]
