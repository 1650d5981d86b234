"""A ruleset as the leaflet that would lie in its box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from hasenpfeffer.errors import UsageError
from hasenpfeffer.report.document import Heading, Paragraph, Table, as_markdown, as_text
from hasenpfeffer.report.english import capital, listed, sentence
from hasenpfeffer.report.explain.auctions import auction_blocks
from hasenpfeffer.report.explain.imagine import Imagination
from hasenpfeffer.report.explain.phrases import Phrases
from hasenpfeffer.report.explain.playing import play_blocks
from hasenpfeffer.report.explain.ranking import ranking_blocks
from hasenpfeffer.report.explain.scoretable import score_blocks
from hasenpfeffer.report.explain.scoring import ending_blocks, line_blocks, term_blocks
from hasenpfeffer.report.explain.setup import deal_blocks, pack_blocks, player_blocks
from hasenpfeffer.report.explain.turns import turn_blocks
from hasenpfeffer.report.page import as_html
from hasenpfeffer.ruleset.steps import AuctionStep, DealStep, TricksStep

if TYPE_CHECKING:
    from hasenpfeffer.report.document import Block
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import Step


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
            raise UsageError(f"a leaflet is written as text, markdown or html, and `{format}` is none of them")


def blocks(ruleset: Ruleset, *, origins: bool = False) -> tuple[Block, ...]:
    """The leaflet as a document, for whoever lays it out."""
    say = Phrases(ruleset, origins=origins)
    found: list[Block] = [Heading(ruleset.title, 1)]
    if ruleset.summary:
        found.append(Paragraph(sentence(ruleset.summary)))
    if ruleset.patches:
        rules = "house rule" if len(ruleset.patches) == 1 else "house rules"
        found.append(Paragraph(f"With the {rules} {listed(ruleset.patches)}."))
    found += [Heading("Players"), *player_blocks(say)]
    found += [Heading("The cards"), *pack_blocks(say)]
    found += [Heading("Which card is higher"), *ranking_blocks(say)]
    found += _steps(say)
    lines = line_blocks(say)
    found += [Heading("Scoring"), *lines, *score_blocks(say)]
    end = ending_blocks(say)
    terms = term_blocks(say)
    if terms:
        found += [Heading("Words used above", 3), *terms]
    found += [Heading("The game"), *end]
    found += _parameters(say)
    return tuple(found)


def _steps(say: Phrases) -> list[Block]:
    """The steps of a deal in order; small ones that follow each other share a chapter."""
    imagination = Imagination(say.ruleset)
    found: list[Block] = []
    small: list[Step] = []
    dealt = False

    def flush() -> None:
        if small:
            found.append(Heading(_small_title(small)))
            found.extend(turn_blocks(say, small))
            small.clear()

    for step in say.ruleset.steps:
        if isinstance(step, (DealStep, AuctionStep, TricksStep)):
            flush()
            found.append(Heading(_title(say, step)))
        match step:
            case DealStep():
                found += _with_origin(say, step, deal_blocks(say, step, again=dealt))
                dealt = True
            case AuctionStep():
                found += _with_origin(say, step, auction_blocks(say, step, imagination))
            case TricksStep():
                found += _with_origin(say, step, play_blocks(say, step))
            case _:
                small.append(step)
    flush()
    return found


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
        Heading("What a table may agree on"),
        Table(("Setting", "Here", "Choices", "What it is"), rows),
    ]
