"""Melds in words: what makes them, what they are worth, and how they are counted together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.report.document import Table
from hasenpfeffer.report.english import Noun, counted_in_words, in_words, listed

if TYPE_CHECKING:
    from hasenpfeffer.report.explain.phrases import Phrases
    from hasenpfeffer.ruleset.model import Meld
    from hasenpfeffer.ruleset.steps import Melding, MeldStep

_COMPARED = {
    "points": "the one worth most",
    "length": "the one of most cards",
    "highest card": "the one with the highest card",
    "trump": "one in trumps",
    "turn": "whoever melded first",
}


def meld_text(say: Phrases, step: MeldStep) -> str:
    """What a step that melds does."""
    who = Noun("the declarer") if step.who is None else say.who(step.who)
    if who.text == "everybody":
        first = f", beginning with {say.who(step.opens)}," if step.opens is not None else ""
        who = Noun(f"each player in turn{first}")
    if step.shown.mode == "yes":
        return f"{who.verb('lays')} down all melds in hand to be counted; the cards are then taken up again"
    return who.verb("says how many points the melds in hand are worth")


def melding_texts(say: Phrases, melding: Melding) -> list[str]:
    """How melds share cards, and whose are the best."""
    texts = []
    kinds = {meld.kind for meld in _counted(say, melding)}
    if melding.once or len(kinds) < 2:
        texts.append("no card counts in two melds")
    else:
        texts.append("a card may count in melds of different kinds, but only once in each kind")
    if melding.better:
        rules = [_COMPARED[word] for word in melding.better]
        texts.append("of two melds the better is " + ", then ".join(rules))
    return texts


def meld_table(say: Phrases, melding: Melding) -> Table | None:
    """The melds with their cards and points; their kinds, where a card may count in several."""
    melds = _counted(say, melding)
    if not melds:
        return None
    with_kinds = not melding.once and len({meld.kind for meld in melds}) > 1
    head = ("Meld", "Cards", *(("Kind",) if with_kinds else ()), "Points")
    return Table(
        head,
        tuple(
            (meld.name, _cards(say, meld), *((meld.kind,) if with_kinds else ()), say.number(meld.points))
            for meld in melds
        ),
    )


def _counted(say: Phrases, melding: Melding) -> list[Meld]:
    return [meld for meld in say.ruleset.melds if not melding.melds or meld.name in melding.melds]


def _cards(say: Phrases, meld: Meld) -> str:
    when = f", only if {say.condition(meld.condition)}" if meld.condition is not None else ""
    times = f"{in_words(meld.copies)} each of " if meld.copies > 1 else ""
    return times + _makers(say, meld) + when


def _makers(say: Phrases, meld: Meld) -> str:
    if meld.cards:
        named: dict[str, int] = {}
        for card in meld.cards:
            text = say.one_card(card)
            named[text] = named.get(text, 0) + 1
        return listed(
            [text if n == 1 else f"{text} {_TIMES.get(n, f'{n} times')}" for text, n in named.items()]
        )
    ranks = " ".join(say.ruleset.pack.ranks[rank].name for rank in meld.ranks)
    if meld.where == "every suit":
        return f"{ranks} of every suit"
    where = "of one suit" if meld.suits is None else f"of {say.suit(meld.suits)}"
    if meld.lengths is None:
        return f"{ranks} {where}"
    least, most = meld.lengths
    if least == most:
        count = counted_in_words(least, "card")
    elif most >= len(meld.ranks):
        count = f"{in_words(least)} or more cards"
    else:
        count = f"{in_words(least)} to {counted_in_words(most, 'card')}"
    natural = tuple(sorted(meld.ranks)) == meld.ranks
    order = "" if natural else f", in the order {ranks}"
    return f"{count} in a row {where}{order}"


_TIMES = {2: "twice", 3: "three times"}
