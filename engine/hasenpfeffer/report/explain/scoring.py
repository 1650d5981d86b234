"""Scoring lines in words, the terms that they use, and how the game ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang import types
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.report.document import Bullets, Item, Paragraph, Table
from hasenpfeffer.report.english import Noun, article, capital, in_words, listed, sentence, sentences
from hasenpfeffer.report.explain.say_numbers import points
from hasenpfeffer.ruleset.steps import AuctionStep, ChooseStep, MoveCards, PredictStep, TricksStep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.report.document import Block
    from hasenpfeffer.report.explain.phrases import Phrases
    from hasenpfeffer.ruleset.model import FirstOut, ScoreLine
    from hasenpfeffer.ruleset.steps import Assignment


def line_blocks(say: Phrases) -> list[Block]:
    """Every scoring line that can pay anything. The trick is then the one that was just finished."""
    say = say.binding(trick=Noun("the last trick"))
    items = [
        Item(text + say.origin(line.place), capital(line.name))
        for line in say.ruleset.scoring
        if (text := _line(say, line))
    ]
    return [Bullets(tuple(items))] if items else [Paragraph("Nothing is scored.")]


def _line(say: Phrases, line: ScoreLine) -> str:
    condition = say.simple(line.condition) if line.condition is not None else None
    amount = say.simple(line.amount) if line.amount is not None else None
    if condition is not None and condition.is_constant:
        if not condition.value:
            return ""
        condition = None
    if amount is not None and amount.is_constant and amount.value == 0 and not line.adds and not line.sets:
        return ""
    say, receivers, own = _for_each(say, line)
    texts = []
    if amount is not None:
        texts.append(_payment(say, line, receivers, own, amount))
    texts += [_added(say, one, receivers) for one in line.adds]
    texts += [_set(say, one, receivers) for one in line.sets]
    if condition is not None and texts:
        clause = say.condition(condition)
        if line.receivers.each and amount is not None:
            texts[0] = f"{texts[0]} if {clause}"
        else:
            texts[0] = f"if {clause}, {_pronoun(texts[0], receivers, clause)}"
    if line.receivers.weights:
        texts.append(_weights(say, line))
    if line.instead_of:
        texts.append(f"this counts instead of {listed([f'“{name}”' for name in line.instead_of])}")
    return sentences(*texts)


def _for_each(say: Phrases, line: ScoreLine) -> tuple[Phrases, Noun, Typed | None]:
    """The words inside a line, who receives, and whose things are called its own."""
    receivers = line.receivers
    if not receivers.each:
        who = say.who(receivers.who)
        return say, who, receivers.who
    partners = say.ruleset.seating.fixed_partners and receivers.each == "team"
    noun = "side" if partners else "player"
    pronoun = Noun("it") if partners else Noun("they", plural=True)
    inner = say.binding(seat=pronoun, team=pronoun)
    text = f"each {noun}"
    if receivers.who.op == "except":
        text += f" but {say.who(receivers.who.args[1])}"
    return inner, Noun(text), Typed("bound", types.SEATS, value=receivers.each)


def _payment(say: Phrases, line: ScoreLine, receivers: Noun, own: Typed | None, amount: Typed) -> str:
    loses = line.loses
    if amount.op == "negate":
        loses, amount = not loses, amount.args[0]
    verb = receivers.verb("loses" if loses else "scores")
    text = f"{verb} {points(say, amount, own)}"
    if line.payers is not None:
        payers = say.who(line.payers)
        one = len(say.ruleset.seating.names) == 2
        each = "" if payers.plural or one or payers.text.startswith("everybody") else "each player of "
        every = "each" if payers.plural else ""
        pays = "gets" if loses else "pays"
        text += f"; {each}{payers.verb(pays)} that much{f' {every}' if every else ''}"
    return text


def _pronoun(text: str, receivers: Noun, clause: str) -> str:
    """The receivers as `it` or `they`, where the condition has just named them."""
    if not clause.startswith(f"{receivers} ") or not text.startswith(f"{receivers} "):
        return text
    return text.replace(str(receivers), "they" if receivers.plural else "it", 1)


def _weights(say: Phrases, line: ScoreLine) -> str:
    shares = [
        f"{say.who(who).verb('has')} {in_words(weight)} {'share' if weight == 1 else 'shares'}"
        for who, weight in line.receivers.weights
    ]
    return f"of what is paid, {listed(shares)}"


def _added(say: Phrases, one: Assignment, receivers: Noun) -> str:
    counter = f"{_whose(say, one, receivers)} {one.name}"
    value = say.simple(one.value)
    if value.op in ("if", "first_that_is"):
        return f"added to {counter}: {say.said(value)}"
    return f"{say.said(value)} {'is' if value.is_constant else 'are'} added to {counter}"


def _set(say: Phrases, one: Assignment, receivers: Noun) -> str:
    verb = "are" if one.name.endswith("s") else "is"
    return f"{_whose(say, one, receivers)} {one.name} {verb} set to {say.said(one.value)}"


def _whose(say: Phrases, one: Assignment, receivers: Noun) -> str:
    """Whose counter is written to: the receivers', unless the line says or the whole table shares it."""
    if one.seat is not None:
        return say.who(one.seat).possessive
    counter = say.ruleset.counters.get(one.name)
    if counter is not None and counter.of == "table":
        return "the"
    return receivers.own


# --- terms


def term_blocks(say: Phrases) -> list[Block]:
    """What the names mean that were used above; tallies as tables."""
    blocks: list[Block] = []
    items: list[Item] = []
    told: set[str] = set()
    tables: list[Block] = []
    while len(told) < len(say.mentioned):
        for name in [name for name in say.mentioned if name not in told]:
            told.add(name)
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
    parts = [f"{value} with {listed([f'“{one}”' for one in ones])}" for value, ones in others.items()]
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
    for source, field, value in _fields(say):
        if field == name:
            text = say.said(value)
            if source not in values.setdefault(text, []):
                values[text].append(source)
    return values


def _fields(say: Phrases) -> Iterator[tuple[str, str, Typed]]:
    """Whatever gives a value to a name, with its own name."""
    for step in say.ruleset.steps:
        match step:
            case AuctionStep():
                for call in step.calls:
                    yield from ((call.family, name, value) for name, value in call.fields)
                yield from (("all pass", one.name, one.value) for one in step.all_pass.sets)
            case ChooseStep():
                for option in step.options:
                    yield from ((option.name, name, value) for name, value in option.fields)
            case TricksStep():
                for said in step.during:
                    yield from ((said.name, one.name, one.value) for one in said.sets)
                for after in step.after_each:
                    yield from ((after.name, one.name, one.value) for one in after.sets)
                    if isinstance(after.step, MoveCards):
                        yield from ((after.name, one.name, one.value) for one in after.step.sets)
            case MoveCards():
                yield from ((step.name, one.name, one.value) for one in step.sets)


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


# --- the game


def ending_blocks(say: Phrases) -> list[Block]:
    game = say.ruleset.game_end
    partners = say.ruleset.seating.fixed_partners
    side = Noun("a side" if partners else "a player")
    inner = say.binding(team=Noun("it"), seat=Noun("it"))
    texts: list[str] = []
    if game.wins is not None:
        texts.append(_after_a_deal(inner.condition(game.wins), side, "has won the game"))
    if game.loses is not None:
        texts.append(_after_a_deal(inner.condition(game.loses), side, "has lost it"))
    if game.over_deals is not None:
        count = game.over_deals.value if game.over_deals.is_constant else None
        texts.append(
            "a game is a single deal" if count == 1 else f"a game is {say.number(game.over_deals)} deals"
        )
    if game.over_everyone_dealt:
        texts.append("the game is over when everybody has dealt once")
    if game.over is not None:
        texts.append(f"the game is over when, after a deal, {say.condition(game.over)}")
    if (
        game.over is not None
        or game.over_deals is not None
        or game.over_everyone_dealt
        or game.loses is not None
    ):
        texts.append(_best(say))
    texts += [_first_out(say), _ties(say)]
    texts += _dealers(say)
    return [Paragraph(sentences(*texts))]


def _after_a_deal(clause: str, side: Noun, outcome: str) -> str:
    """`A side that, after a deal, has 10 points or more has won the game`; otherwise with an `if`."""
    several_clauses = " and " in clause or " or " in clause.replace(" or more", "").replace(" or fewer", "")
    if clause.startswith("it ") and not several_clauses:
        that = "who" if side.text == "a player" else "that"
        return f"{side} {that}, after a deal, {clause.removeprefix('it ')} {outcome}"
    return f"{side} {outcome} if, after a deal, {clause}"


def _best(say: Phrases) -> str:
    game = say.ruleset.game_end
    if game.best_teams is not None:
        return f"the winner is {say.who(game.best_teams)}"
    return f"the {'lowest' if game.best == 'lowest score' else 'highest'} score wins"


def _first_out(say: Phrases) -> str:
    game = say.ruleset.game_end
    if game.wins is None:
        return ""
    parts = [_first(say, one) for one in game.first_out]
    if not parts and game.ties == "play on":
        parts = ["the one with the highest score"]
    if not parts:
        return ""
    return f"if more than one gets there in the same deal, the winner is {', or else '.join(parts)}"


def _first(say: Phrases, one: FirstOut) -> str:
    if one.order_of_scoring:
        return "the one who got there first in the order of scoring"
    if one.highest_score:
        return "the one with the highest score"
    assert one.who is not None
    return str(say.who(one.who))


def _ties(say: Phrases) -> str:
    if say.ruleset.game_end.ties == "share":
        return "those who tie share the win"
    return f"if {'it is still' if say.ruleset.game_end.wins is not None else 'there is'} a tie, another deal is played"


def _dealers(say: Phrases) -> list[str]:
    game = say.ruleset.game_end
    texts = []
    if game.first_dealer is not None:
        texts.append(f"the first dealer is {say.who(game.first_dealer)}")
    if game.over_deals is not None and game.over_deals.is_constant and game.over_deals.value == 1:
        return texts
    next_dealer, after = say.who(game.next_dealer), say.who(game.after_redeal)
    texts.append(f"the next dealer is {next_dealer}")
    if _can_be_thrown_in(say):
        if next_dealer == after:
            texts[-1] += ", also after a deal that was thrown in"
        else:
            texts.append(f"after a deal that was thrown in, {after.verb('deals')}")
    return texts


def _can_be_thrown_in(say: Phrases) -> bool:
    steps = say.ruleset.steps
    return any(
        isinstance(step, AuctionStep) and step.all_pass.how in ("thrown in", "forced") for step in steps
    ) or any(getattr(step, "thrown_in", ()) for step in steps)
