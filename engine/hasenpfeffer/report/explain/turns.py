"""The smaller steps of a deal: choices, going alone, and cards that change hands. One sentence or two each."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.report.document import Bullets, Item, Paragraph
from hasenpfeffer.report.english import (
    Noun,
    capital,
    counted_in_words,
    in_words,
    listed,
    ordinal,
    sentences,
)
from hasenpfeffer.report.explain.ladder import field_in_words
from hasenpfeffer.report.explain.melds import meld_table, meld_text, melding_texts
from hasenpfeffer.report.explain.say_cards import flat
from hasenpfeffer.report.explain.say_numbers import in_a_row
from hasenpfeffer.ruleset.steps import (
    ChooseStep,
    DiscardStep,
    ExchangeStep,
    GiveStep,
    GoAloneStep,
    MeldStep,
    MoveCards,
    MoveStep,
    PredictStep,
    TakeStep,
    TurnUpStep,
)

if TYPE_CHECKING:
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.report.document import Block
    from hasenpfeffer.report.explain.phrases import Phrases
    from hasenpfeffer.ruleset.steps import Assignment, Option, Shown, Step, StepBase


def turn_blocks(say: Phrases, steps: list[Step]) -> list[Block]:
    """Steps that follow each other, as points of one list; tables of melds after it."""
    blocks: list[Block] = [Bullets(tuple(turn_item(say, step) for step in steps))]
    if len(steps) == 1:
        blocks = [Paragraph(turn_item(say, steps[0]).text)]
    for step in steps:
        if isinstance(step, MeldStep):
            table = meld_table(say, step.melding)
            if table is not None:
                blocks.append(table)
    return blocks


def turn_item(say: Phrases, step: StepBase) -> Item:
    return Item(turn_text(say, step) + say.origin(step.place), capital(step.name))


def turn_text(say: Phrases, step: StepBase) -> str:
    """What happens in one step, its conditions first."""
    text = _action(say, step)
    if step.conditions:
        each = _actor(say, step).text == "each player"
        clause = say.conditions(step.conditions)
        text = f"{text}, but only if {clause}" if each else f"if {clause}, {text}"
    extra = [] if isinstance(step, MeldStep) else [_shown(say, step.shown)]
    if isinstance(step, MeldStep):
        extra += [*melding_texts(say, step.melding), *(_assigned(say, one) for one in step.sets)]
    if isinstance(step, MoveCards):
        if step.which:
            sources = [
                say.cards(duty.cards) + (f" {say.when(duty.condition)}" if duty.condition else "")
                for duty in step.which
            ]
            extra.append(f"the cards must be {', or if there are none '.join(sources)}")
        extra += [*(_assigned(say, one) for one in step.sets)]
        if step.barred is not None:
            extra.append(f"not allowed: {say.cards(step.barred)}")
    if isinstance(step, ChooseStep):
        if step.allowed is not None:
            extra.append(f"this must hold: {say.condition(step.allowed)}")
        if step.secret_until is not None:
            extra.append(f"the answer stays secret until {say.condition(step.secret_until)}")
    return sentences(text, *extra)


def _action(say: Phrases, step: StepBase) -> str:
    match step:
        case ChooseStep():
            return _choose(say, step)
        case PredictStep():
            return _predict(say, step)
        case GoAloneStep():
            return _go_alone(say, step)
        case TakeStep():
            return _take(say, step)
        case DiscardStep():
            return _discard(say, step)
        case GiveStep():
            return _give(say, step)
        case ExchangeStep():
            return _exchange(say, step)
        case MoveStep():
            return _move(say, step)
        case TurnUpStep():
            return f"{say.cards(step.source)} {'is' if step.source.op == 'pile' else 'are'} turned face up"
        case MeldStep():
            return meld_text(say, step)
    return step.name


def _actor(say: Phrases, step: StepBase) -> Noun:
    """Who acts; several seats act each."""
    if step.who is None:
        return Noun("the declarer")
    who = say.who(step.who)
    return Noun("each player") if who.text == "everybody" else who


def _each(say: Phrases, step: StepBase) -> str:
    who = _actor(say, step)
    return " in turn" if who.text == "each player" or who.plural else ""


def _round(say: Phrases, step: ChooseStep | PredictStep) -> str:
    """In what order several are asked: from the dealer's next on, if nothing else is said."""
    if step.at_once:
        return " all at once"
    if not _each(say, step):
        return f", beginning with {say.who(step.opens)}," if step.opens is not None else ""
    side = "left" if say.ruleset.seating.clockwise else "right"
    first = f"the player on the dealer's {side}" if step.opens is None else str(say.who(step.opens))
    return f" in turn, beginning with {first},"


# --- choices


def _choose(say: Phrases, step: ChooseStep) -> str:
    who = _actor(say, step)
    if step.options:
        options = "; ".join(_option(say, one) for one in step.options)
        return f"{who.verb('chooses')}{_round(say, step).removesuffix(',')}: {options}"
    assert step.values is not None
    values = step.values
    if values.type.kind is Kind.YESNO:
        return f"{who.verb('says')}{_round(say, step)} yes or no to “{step.name}”"
    if step.name == "trump":
        return f"{who.verb('names')} trumps: {_trumps(say, values)}"
    if values.type.kind in (Kind.CARDS, Kind.CHAIN):
        return f"{who.verb('names')} a card: {_named_cards(say, values)}"
    if values.type.kind in (Kind.SEATS, Kind.TEAMS):
        return f"{who.verb('names')} a player ({say.who(values)})"
    return f"{who.verb('chooses')}{_round(say, step).removesuffix(',')}: {say.said(values)}"


def _named_cards(say: Phrases, values: Typed) -> str:
    if values.op == "or_nothing":
        real = [part for part in flat(values.args[0], "union") if not (part.is_constant and part.value == 0)]
        return f"{listed([say.one_card(part) for part in real], 'or')}, or none"
    if values.op == "first_that_is":
        return say.cards(values)
    return say.one_card(values)


def _trumps(say: Phrases, values: Typed) -> str:
    parts: list[str] = []
    suits = len(say.ruleset.pack.suits)
    for part in flat(values, "union"):
        if part.is_constant and isinstance(part.value, int):
            parts += [
                say.cards_words.suit(i) if i < suits else f"“{say.cards_words.suit(i)}”"
                for i in range(part.value.bit_length())
                if part.value >> i & 1
            ]
        else:
            parts.append(say.suit(part))
    return listed(parts, "or")


def _option(say: Phrases, option: Option) -> str:
    fields = listed([field_in_words(say, name, value) for name, value in option.fields])
    notes = [fields] if fields else []
    if option.condition is not None:
        notes.append(f"only if {say.condition(option.condition)}")
    if option.at is not None:
        notes.append("the deal is then scored" if option.at == "scoring" else f"then on to “{option.at}”")
    return f"“{option.name}”" + (f" ({'; '.join(notes)})" if notes else "")


def _predict(say: Phrases, step: PredictStep) -> str:
    who = _actor(say, step)
    text = f"{who.verb('says')}{_round(say, step)} a number for the “{step.name}”: {say.number(step.values)}"
    return text if step.barred is None else f"{text}; {_barred(say, step, step.barred)}"


def _barred(say: Phrases, step: PredictStep, barred: Typed) -> str:
    """What may not be said: `not allowed: 1`; mostly the number that would make all of them come out even."""
    if barred.op == "first_that_is" and len(barred.args) == 2 and _comes_out_even(step, barred.args[1]):
        return f"if {say.condition(barred.args[0])}, {_barred(say, step, barred.args[1])}"
    if _comes_out_even(step, barred):
        return f"not the number with which all of them would add up to {say.number(barred.args[0])}"
    return f"not allowed: {say.condition(barred) if barred.type.kind is Kind.YESNO else say.said(barred)}"


def _comes_out_even(step: PredictStep, barred: Typed) -> bool:
    """Whether it is what is missing from a number after all that has been said."""
    if barred.op != "subtract" or barred.args[1].op != "sum":
        return False
    added = barred.args[1].args[0]
    return added.op == "setting" and added.value == step.name


def _go_alone(say: Phrases, step: GoAloneStep) -> str:
    who = _actor(say, step)
    if step.who is not None and step.who.op == "lookup" and step.who.value == "declarer":
        lone = f"{who} may say that the hand will be played alone"
        return f"{lone}; the partner then lays the cards face down and sits out"
    several = step.who is not None and step.who.op == "lookup" and step.who.value == "defenders"
    if several:
        return "one of the defenders may say so too, in turn; the first to do it plays alone, and the partner sits out"
    return f"{who.verb('says')} in turn whether to play alone; the partner of whoever does sits out"


# --- cards


def _take(say: Phrases, step: TakeStep) -> str:
    who = _actor(say, step)
    source = _source(say, step)
    amount = _amount(say, step)
    first = f", beginning with {say.who(step.opens)}," if step.opens is not None else ""
    if amount:
        return f"{who.verb('takes')}{_each(say, step)}{first} {amount} from {source}"
    return f"{who.verb('takes')} {source} into the hand"


def _discard(say: Phrases, step: DiscardStep) -> str:
    who = _actor(say, step)
    amount = _amount(say, step) or "cards"
    text = f"{who.verb('puts')}{_each(say, step)} {amount} face down aside"
    if step.source is not None:
        text += f", chosen from {say.cards(step.source)}"
    if step.onto is not None:
        onto = say.who(step.onto)
        own = step.who is not None and step.onto == step.who
        text += "; they count as won" if own else f"; they count for {onto}"
    return text


def _give(say: Phrases, step: GiveStep) -> str:
    who = _actor(say, step)
    amount = _amount(say, step) or "cards"
    to = _given_to(say, step.to) if step.to is not None else ""
    how = "; all give before anybody looks at what has come" if step.at_once else ""
    given = f" (of {say.cards(step.source)})" if step.source is not None else ""
    return f"{who.verb('gives')} {amount}{given}{to}{how}"


def _given_to(say: Phrases, to: Typed) -> str:
    """To whom the cards go; a deal in which they stay says so."""
    to = say.simple(to)
    if to.op != "by_deal":
        return f" to {say.who(to)}"
    given: list[str] = []
    kept: list[str] = []
    for place, part in enumerate(to.args):
        who, deal = say.who(part), ordinal(place + 1)
        if who.text == "nobody":
            kept.append(deal)
        else:
            given.append(f"{who} in the {deal} deal" if not given else f"{who} in the {deal}")
    rest = f", but none in the {listed(kept)}" if kept else ""
    return f" to {listed(given)}{rest}, and so on"


def _exchange(say: Phrases, step: ExchangeStep) -> str:
    who = _actor(say, step)
    amount = _amount(say, step) or "cards"
    if step.pile is not None:
        return f"{who}{_each(say, step)} may change {amount} for cards of the {step.pile}"
    other = say.who(step.partner)
    text = f"{who.verb('changes')} {amount} with {other}"
    if step.first is not None:
        first = say.who(step.first)
        other_side = who if first.text == other.text else other
        text += f"; {first} gives first, and {other_side} gives back with the new cards in hand"
    return text


def _move(say: Phrases, step: MoveStep) -> str:
    source = _source(say, step)
    plural = step.source is not None and step.source.op == "lookup" and step.count is None
    amount = ""
    if step.count is not None and step.count.type.kind in (Kind.CARDS, Kind.CHAIN):
        source = f"{say.cards(step.count)} from {source}"
    elif step.count is not None or step.counts:
        amount = f"{_amount(say, step)} of "
    if step.to is not None:
        return f"{say.who(step.to).verb('gets')} {amount}{source} into the hand"
    if step.onto is not None:
        return f"{amount}{source} {'go' if plural else 'goes'} to the cards won by {say.who(step.onto)}"
    return f"{amount}{source} {'are' if plural else 'is'} put aside"


def _source(say: Phrases, step: MoveCards) -> str:
    return "the cards" if step.source is None else say.cards(step.source)


def _amount(say: Phrases, step: MoveCards) -> str:
    """How many cards: `two cards`, `none or three cards`, `as many cards as …`."""
    if step.counts:
        values: list[int | Fraction] = list(step.counts)
        if len(values) == 2 and values[0] == 0:
            return f"{in_words(step.counts[1])} cards or none"
        return f"{in_a_row(values)} cards"
    if step.count is None:
        return ""
    count = say.simple(step.count)
    if count.is_constant and isinstance(count.value, int):
        return counted_in_words(count.value, "card")
    if count.op == "count" and count.value == "set" and count.args[0].op == "pile":
        return f"as many cards as the {count.args[0].value} had"
    return f"{say.number(count)} cards"


# --- what is seen


def _shown(say: Phrases, shown: Shown) -> str:
    match shown.mode:
        case "yes":
            return "everybody sees it"
        case "to declarer":
            return "only the declarer sees it"
        case "some" if shown.what is not None:
            return f"shown to all: {say.said(shown.what)}"
    return ""


def _assigned(say: Phrases, one: Assignment) -> str:
    whose = f" of {say.who(one.seat)}" if one.seat is not None else ""
    return f"from then on the {one.name}{whose} is {say.said(one.value)}"
