"""What the names of a file mean that its leaflet has used; tallies as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.report.document import Bullets, Item, Table
from hasenpfeffer.report.english import Noun, article, capital, listed, sentence
from hasenpfeffer.report.explain.given import values_given
from hasenpfeffer.ruleset.steps import ChooseStep, PredictStep

if TYPE_CHECKING:
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.report.document import Block
    from hasenpfeffer.report.explain.phrases import Phrases
    from hasenpfeffer.ruleset.model import Counter


def term_blocks(say: Phrases) -> list[Block]:
    """What the names mean that were used above; tallies as tables."""
    blocks: list[Block] = []
    items: list[Item] = []
    told: set[str] = set()
    tables: list[Block] = []
    while len(told) < len(say.mentioned):
        for name in [name for name in say.mentioned if name not in told]:
            told.add(name)
            counter = say.ruleset.counters.get(name)
            if counter is not None and counter.about:
                items.append(Item(_counter(say, counter) + say.origin(counter.place), capital(name)))
            term = say.ruleset.terms.get(name)
            if term is None or name == "trump":
                continue
            body = say.simplifier.body(name)
            inner = (
                say if term.argument is None else say.binding(**{term.argument: _asked(term.argument, say)})
            )
            if body.op == "tally":
                tables.append(_tally(inner, _full_name(say, name), body))
            else:
                text = _definition(inner, name, body) + say.origin(term.place)
                items.append(Item(text, capital(_full_name(say, name))))
    trump = _fixed_trump(say)
    if trump:
        items.insert(0, Item(trump, "Trumps"))
    if items:
        blocks.append(Bullets(tuple(sorted(items, key=lambda item: item.lead.casefold()))))
    return [*blocks, *tables]


def _counter(say: Phrases, counter: Counter) -> str:
    """What a number is that goes on from deal to deal, and what it begins with."""
    each = {"seat": ", for each player", "team": ", for each side"}.get(counter.of, "")
    start = say.number(counter.start)
    begins = "" if start == "0" else f"; {start} when the game begins"
    return sentence(f"{counter.about}{each}, from deal to deal{begins}")


def _asked(argument: str, say: Phrases) -> Noun:
    if argument == "seat" or (argument == "team" and not say.ruleset.seating.fixed_partners):
        return Noun("the player")
    return Noun("the side" if argument == "team" else f"the {argument}")


def _full_name(say: Phrases, name: str) -> str:
    argument = say.ruleset.terms[name].argument
    return name if argument is None else f"{name} of {_of(argument, say)}"


def _of(argument: str, say: Phrases) -> str:
    if argument == "seat" or (argument == "team" and not say.ruleset.seating.fixed_partners):
        return "a player"
    return "a side" if argument == "team" else article(argument)


def _definition(say: Phrases, name: str, body: Typed) -> str:
    text = _meaning(say, body)
    others = _set_by(say, name)
    others.pop(text, None)
    if not others:
        return sentence(text + _chosen(say, name))
    parts = [f"{value} with {listed([f'“{one}”' for one in ones], 'or')}" for value, ones in others.items()]
    if text in ("yes", "no"):
        return sentence(f"{listed(parts)}, otherwise {text}")
    return sentence(f"{text}, but {listed(parts)}")


def _meaning(say: Phrases, body: Typed) -> str:
    if body.type.kind is Kind.YESNO and not body.is_constant:
        text = say.condition(body)
        return text if body.op == "first_that_is" else f"when {text}"
    return say.said(body)


def _chosen(say: Phrases, name: str) -> str:
    """Whether a step of that name asks for a value."""
    asked = any(
        isinstance(step, (ChooseStep, PredictStep)) and step.name == name for step in say.ruleset.steps
    )
    return ", unless said otherwise" if asked else ""


def _set_by(say: Phrases, name: str) -> dict[str, list[str]]:
    """The other values that a name can get, each with the calls, options and announcements that give it."""
    values: dict[str, list[str]] = {}
    if name not in say.ruleset.settings:
        return values
    for source, field, value in values_given(say.ruleset):
        if field == name:
            more = say.growth(name, value)
            text = _meaning(say, value) if more is None else f"{say.said(more)} more"
            if source not in values.setdefault(text, []):
                values[text].append(source)
    return values


def _fixed_trump(say: Phrases) -> str:
    """Where trumps come from, if nobody names them."""
    term = say.ruleset.terms.get("trump")
    if term is None:
        return ""
    text = say.suit(term.body)
    if "trump" in say.ruleset.settings:
        return sentence(f"{text}, unless named otherwise")
    return sentence(text)


def _tally(say: Phrases, name: str, body: Typed) -> Table:
    """A tally as a table: what counts, and when."""
    names = body.value if isinstance(body.value, tuple) else ()
    rows = []
    for line, test, value in zip(names, body.args[::2], body.args[1::2], strict=True):
        when = "always" if test.is_constant else say.condition(test)
        rows.append((str(line), when, say.number(value)))
    return Table(("For", "When", "Points"), tuple(rows), f"{capital(name)} is the sum of these:")
