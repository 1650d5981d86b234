"""Who plays, with which cards, and how they are dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.cards import SIGNS
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.report.document import Bullets, Item, Paragraph
from hasenpfeffer.report.english import (
    Noun,
    capital,
    counted_in_words,
    in_words,
    listed,
    sentence,
    sentences,
    title,
)
from hasenpfeffer.report.explain.ranking import trump_note
from hasenpfeffer.ruleset.steps import DealStep, MoveCards, TricksStep
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.report.document import Block
    from hasenpfeffer.report.explain.phrases import Phrases
    from hasenpfeffer.ruleset.steps import Packet, Pile, ThrowIn

_COPIES = {2: "twice", 3: "three times", 4: "four times"}


# --- players


def player_blocks(say: Phrases) -> list[Block]:
    seating = say.ruleset.seating
    turn = "clockwise" if seating.clockwise else "anticlockwise"
    players = counted_in_words(seating.count, "player")
    seats = f"{players}: {listed([title(name) for name in seating.names])}, as they sit clockwise"
    order = f"Deal and play go {turn}" if seating.count > 2 else ""
    return [Paragraph(sentences(seats, _partners(say), order)), *_sides(say)]


def _partners(say: Phrases) -> str:
    seating = say.ruleset.seating
    if not seating.fixed_partners:
        return "Everybody plays for a score of their own"
    teams = [listed([title(seating.names[seat]) for seat in members(team)]) for team in seating.teams]
    n = seating.count
    opposite = all(team == sum(1 << s for s in members(team)) for team in seating.teams) and all(
        team >> ((seat + n // 2) % n) & 1 for team in seating.teams for seat in members(team)
    )
    across = "Partners sit opposite each other: " if opposite and n == 4 else ""
    return f"{across}{' play against '.join(teams)}"


def _sides(say: Phrases) -> list[Block]:
    """Who belongs together in a deal, where that is not a matter of seats."""
    sides = say.ruleset.sides
    if sides is None:
        return []
    texts: list[str] = []
    if sides.declarers is not None:
        texts.append(f"{say.declarers}: {say.who(sides.declarers)}")
        if say.defenders.text != "the others":
            texts.append(f"{say.defenders}: all others")
    if sides.known_to is not None:
        who = say.who(sides.known_to)
        knows = "nobody is told" if who.text == "nobody" else who.verb("knows")
        texts.append(f"{knows} who belongs together")
    if sides.secret_until is not None:
        texts.append(f"it comes out once {say.condition(sides.secret_until)}")
    if sides.decided is not None and not sides.decided.is_constant:
        texts.append(f"it is settled once {say.condition(sides.decided)}")
    return [Paragraph(sentences(*texts))]


# --- the pack


def pack_blocks(say: Phrases) -> list[Block]:
    pack = say.ruleset.pack
    copies = max((pack.face_sets[face].bit_count() for face in range(len(pack.faces))), default=1)
    text = f"{pack.size} cards: {_faces(say)}"
    if copies > 1:
        text += f", each of them {_COPIES.get(copies, f'{copies} times')}"
    extras = [
        f"the {face.name}" + (f" (written {face.code})" if face.code != face.name else "")
        for face, copies_of in zip(pack.faces, pack.face_sets, strict=True)
        if face.suit is None and copies_of
    ]
    if extras:
        text += f", and {listed(extras)}"
        if copies > 1:
            text += " (once)"
    blocks: list[Block] = [Paragraph(sentences(text, _short_forms(say)))]
    names = _card_names(say)
    if names:
        blocks += [Bullets(tuple(names))]
    values = _values(say)
    if values:
        blocks += [Paragraph("What the cards count:"), Bullets(tuple(values))]
    return blocks


def _faces(say: Phrases) -> str:
    """`A K Q J 10 9 of clubs, diamonds …`; cards that are missing from the whole are told."""
    pack = say.ruleset.pack
    by_ranks: dict[tuple[int, ...], list[int]] = {}
    there = set(pack.cards)
    for suit in range(len(pack.suits)):
        ranks = tuple(
            face.rank
            for index, face in enumerate(pack.faces)
            if face.suit == suit and index in there and face.rank is not None
        )
        if ranks:
            by_ranks.setdefault(ranks, []).append(suit)
    parts = []
    for ranks, suits in by_ranks.items():
        names = [pack.ranks[rank].name for rank in ranks]
        parts.append(f"{_ranks(names)} of {listed([pack.suits[suit].name for suit in suits])}")
    return "; ".join(parts)


def _short_forms(say: Phrases) -> str:
    """How suits are written that have no sign."""
    pack = say.ruleset.pack
    suits = [f"{suit.code} for {suit.name}" for suit in pack.suits if suit.sign not in SIGNS]
    if not suits:
        return ""
    return f"a suit is written {listed(suits)}"


def _ranks(names: list[str]) -> str:
    numbers = [int(name) for name in names if name.isdigit()]
    run = numbers == list(range(numbers[0], numbers[-1] + 1)) if numbers else False
    if run and len(numbers) > 3 and names[: len(numbers)] == [str(n) for n in numbers]:
        others = " ".join(names[len(numbers) :])
        return f"{numbers[0]} to {numbers[-1]}{f' and {others}' if others else ''}"
    return " ".join(names)


def _card_names(say: Phrases) -> list[Item]:
    """The names that the file gives to cards, where they need to be told."""
    if not say.card_names:
        return []
    rules = compile_rules(say.ruleset)
    items = []
    for node, name in say.card_names.items():
        if node.is_constant and not node.value:
            continue
        other = say.without_name(name)
        order = ", from high to low" if node.op == "chain" else ""
        items.append(
            Item(sentences(f"{other.cards(node)}{order}", trump_note(say, name, rules)), capital(name))
        )
    return items


def _values(say: Phrases) -> list[Item]:
    values = say.ruleset.values
    groups: dict[tuple[str, str], list[str]] = {}
    for value in values.cards:
        block = {"any": "", "trump": "trumps", "plain": "other suits"}[value.block]
        when = f" if {say.condition(value.condition)}" if value.condition is not None else ""
        name = say.cards(value.cards)
        points = say.number(value.points)
        groups.setdefault((block, when), []).append(f"{name} {points}")
    items = [
        Item(sentence(", ".join(parts)), capital(f"{block}{when}".strip()))
        for (block, when), parts in groups.items()
    ]
    if values.each_trick is not None:
        items.append(Item(sentence(f"each trick counts {say.number(values.each_trick)}")))
    if values.last_trick is not None:
        more = say.number(values.last_trick)
        items.append(Item(sentence(f"whoever wins the last trick gets {more} more card points")))
    return items


# --- the deal


def deal_blocks(say: Phrases, step: DealStep, *, again: bool) -> list[Block]:
    texts = [_dealing(say, step, again)]
    if step.who is not None and not again and _dealt_to(say, step).text != "each player":
        texts.append("whoever gets no cards sits the deal out")
    if step.opens is not None:
        texts.append(f"{say.who(step.opens)} is dealt to first, the others follow in turn")
    texts += _piles(say, step)
    if step.last_card_up:
        texts.append("the dealer's last card is shown to all before it goes into the hand")
    if step.seen_after:
        texts.append(f"nobody looks at their cards before “{step.seen_after}” is over")
    left = _left_over(say, step)
    if left:
        texts.append(left)
    blocks: list[Block] = []
    if step.conditions:
        blocks.append(Paragraph(sentence(f"this comes only if {say.conditions(step.conditions)}")))
    blocks.append(Paragraph(sentences(*texts)))
    if step.thrown_in:
        blocks.append(
            Bullets(tuple(Item(_throw_in(say, throw), capital(throw.name)) for throw in step.thrown_in))
        )
    return blocks


def _dealing(say: Phrases, step: DealStep, again: bool) -> str:
    if step.up_to is not None:
        return f"the dealer gives out more cards, until each player has {say.number(step.up_to)} in hand"
    who = _dealt_to(say, step)
    if step.all_cards:
        to = "" if who.text == "each player" else f" to {who}"
        return f"all cards are dealt out{to}, one at a time"
    if step.cards is not None:
        return f"{who.verb('is')} dealt {_so_many(say.binding(me=Noun('the player')), step.cards, again)}"
    total = sum(packet.cards for packet in step.packets if packet.pile is None)
    if not total:
        return ""
    more = " more" if again else ""
    return f"{who.verb('is')} dealt {counted_in_words(total, 'card')}{more}, {_packets(step.packets)}"


def _dealt_to(say: Phrases, step: DealStep) -> Noun:
    who = Noun("everybody") if step.who is None else say.who(step.who)
    return Noun("each player") if who.text == "everybody" else who


def _so_many(say: Phrases, cards: Typed, again: bool) -> str:
    """`five cards`, `five cards more`; `as many cards as the “size of hands” says`; `so many cards: …`."""
    cards, more = say.simple(cards), " more" if again else ""
    if cards.is_constant and isinstance(cards.value, int):
        return f"{counted_in_words(cards.value, 'card')}{more}"
    if cards.op == "if":
        test, then, otherwise = cards.args
        first, second = _so_many(say, then, again), _so_many(say, otherwise, again)
        return f"{first} {say.when(test)}, otherwise {second}"
    said = say.number(cards)
    if cards.op in ("term", "setting", "counter"):
        return f"as many cards{more} as {said} says"
    return f"so many cards{more}: {said}"


def _packets(packets: tuple[Packet, ...]) -> str:
    """`three and then two at a time`."""
    hands = [packet.cards for packet in packets if packet.pile is None]
    if len(hands) == len(packets) and len(set(hands)) == 1:
        if len(hands) == 1 or hands[0] == 1:
            return "all at once" if len(hands) == 1 else "one at a time"
        return f"{in_words(hands[0])} at a time"
    if len(hands) == len(packets):
        join = " and then " if len(hands) == 2 else ", then "
        return f"first {join.join(in_words(count) for count in hands)}"
    parts = [
        f"{in_words(packet.cards)} to each"
        if packet.pile is None
        else f"{in_words(packet.cards)} to the {packet.pile}"
        for packet in packets
    ]
    return f"first {', then '.join(parts)}"


def _piles(say: Phrases, step: DealStep) -> list[str]:
    """What is laid on the table; a pile that is filled in between the packets only needs its face."""
    return [_pile(say, pile, step) for pile in step.piles]


def _pile(say: Phrases, pile: Pile, step: DealStep) -> str:
    face = "face up" if pile.face_up else "face down"
    filled = sum(packet.cards for packet in step.packets if packet.pile == pile.name)
    if filled:
        return f"the {pile.name}, {counted_in_words(filled, 'card')}, lies {face} on the table"
    if pile.cards is None:
        left = _rest(say, step)
        count = f"the other {counted_in_words(left, 'card')} lie" if left else "all other cards lie"
        if left == 1:
            count = "the last card lies"
        return f"{count} {face} on the table as the {pile.name}"
    cards, when = say.simple(pile.cards), ""
    if cards.op == "if" and cards.args[2].is_constant and cards.args[2].value == 0:
        when, cards = f"{say.when(cards.args[0])}, ", cards.args[1]
    size = cards.value if cards.is_constant else None
    verb = "is" if size == 1 else "are"
    return f"{when}{_so_many(say, cards, again=False)} {verb} laid {face} on the table as the {pile.name}"


def _dealt(say: Phrases, step: DealStep) -> int | None:
    """How many cards go to hands and to piles of a fixed size; None where that is not fixed."""
    if step.who is not None and _dealt_to(say, step).text != "each player":
        return None
    seats = say.ruleset.seating.count
    total = sum(packet.cards * (1 if packet.pile else seats) for packet in step.packets)
    if step.all_cards:
        return say.ruleset.pack.size
    if step.cards is not None:
        if not step.cards.is_constant or not isinstance(step.cards.value, int):
            return None
        total += step.cards.value * seats
    for pile in step.piles:
        in_packets = any(packet.pile == pile.name for packet in step.packets)
        if pile.cards is None and not in_packets:
            continue
        if pile.cards is not None:
            if not pile.cards.is_constant or not isinstance(pile.cards.value, int):
                return None
            total += pile.cards.value
    return total


def _rest(say: Phrases, step: DealStep) -> int | None:
    dealt = _dealt(say, step)
    return None if dealt is None else say.ruleset.pack.size - dealt


def _left_over(say: Phrases, step: DealStep) -> str:
    """Cards that nobody gets, where no pile has the rest and no second deal follows."""
    packed = {packet.pile for packet in step.packets}
    if any(pile.cards is None and pile.name not in packed for pile in step.piles):
        return ""
    deals = [other for other in say.ruleset.steps if isinstance(other, DealStep)]
    if len(deals) > 1 or step.up_to is not None or _takes_from_stock(say):
        return ""
    left = _rest(say, step)
    if not left:
        return ""
    return f"{counted_in_words(left, 'card')} {'is' if left == 1 else 'are'} left over and not used"


def _takes_from_stock(say: Phrases) -> bool:
    steps = [
        after.step for step in say.ruleset.steps if isinstance(step, TricksStep) for after in step.after_each
    ]
    return any(isinstance(step, DealStep) and not isinstance(step, MoveCards) for step in steps)


def _throw_in(say: Phrases, throw: ThrowIn) -> str:
    inner = say.binding(seat=Noun("a player"), me=Noun("a player"))
    condition = inner.condition(throw.condition)
    if throw.asked:
        return sentence(f"if {condition}, that player may throw the cards in, and they are dealt again")
    return sentence(f"if {condition}, the cards are thrown in at once and dealt again")
