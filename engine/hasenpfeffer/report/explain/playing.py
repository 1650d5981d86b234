"""The play of the tricks: who leads, what must and must not be played, what is said and done between."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.report.document import Bullets, Item, Paragraph
from hasenpfeffer.report.english import article, capital, in_words, ordinal, sentence, sentences
from hasenpfeffer.report.explain.melds import meld_table, melding_texts
from hasenpfeffer.report.explain.say_cards import flat, several
from hasenpfeffer.report.explain.turns import turn_text
from hasenpfeffer.ruleset.steps import DealStep, GoAloneStep

if TYPE_CHECKING:
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.report.document import Block
    from hasenpfeffer.report.explain.phrases import Phrases
    from hasenpfeffer.ruleset.steps import AfterTrick, Announcement, Assignment, Bar, Duty, TricksStep


def play_blocks(say: Phrases, step: TricksStep) -> list[Block]:
    blocks: list[Block] = []
    if step.conditions:
        blocks.append(Paragraph(sentence(f"this comes only if {say.conditions(step.conditions)}")))
    blocks.append(Paragraph(sentences(*_leading(say, step))))
    blocks.append(Paragraph(sentences(_winning(say, step))))
    blocks += _duties(say, step)
    blocks += _prohibitions(say, step)
    blocks.append(Paragraph(sentences(*_hands(say, step))))
    blocks += _between(say, step)
    if step.stop_when is not None:
        blocks.append(Paragraph(sentence(f"play stops as soon as {say.condition(step.stop_when)}")))
    return [block for block in blocks if block != Paragraph("")]


def _leading(say: Phrases, step: TricksStep) -> list[str]:
    texts = [_first_leader(say, step.leader)]
    deals = [deal.who for deal in say.ruleset.steps if isinstance(deal, DealStep)]
    if step.who is not None and step.who not in deals and say.who(step.who).text != "everybody":
        who = say.who(step.who)
        texts.insert(0, f"only {who.verb('plays')}; for the others the deal is over")
    if step.next_leader is None:
        texts.append("whoever wins a trick leads to the next")
    else:
        texts.append(f"to the next trick leads {say.who(step.next_leader)}")
    if step.count is not None:
        texts.append(f"{say.number(step.count)} tricks are played")
    if _may_sit_out(say, step.leader):
        texts.append("whoever sits out is passed over")
    return texts


def _may_sit_out(say: Phrases, leader: Typed) -> bool:
    """Whether the first lead goes by seats and may fall to one whose partner plays alone."""
    alone = any(isinstance(one, GoAloneStep) for one in say.ruleset.steps)
    leader = say.simple(leader)
    return alone and any(node.op == "lookup" and node.value == "dealer" for node in leader.walk())


def _first_leader(say: Phrases, leader: Typed) -> str:
    """Who leads first, the usual case last."""
    leader = say.simple(leader)
    if leader.op in ("or_else", "first_that_is"):
        *others, (_, usual) = _pairs(leader)
        others = [(test, who) for test, who in others if not _is_never_there(say, who)]
        texts = []
        for test, who in others:
            when = say.when(test) if test is not None else _if_there_is(say, who)
            texts.append(f"{when}, {say.who(who).verb('does')}")
        usual_text = f"{say.who(usual).verb('leads')} to the first trick"
        return "; but ".join([usual_text, "; ".join(texts)]) if texts else usual_text
    return f"{say.who(leader).verb('leads')} to the first trick"


def _pairs(leader: Typed) -> list[tuple[Typed | None, Typed]]:
    """Alternatives with their conditions, None where there is none."""
    if leader.op == "or_else":
        return [(None, part) for part in leader.args]
    tests, values = leader.args[::2], leader.args[1::2]
    return [(None if test.op == "always" else test, value) for test, value in zip(tests, values, strict=True)]


def _is_never_there(say: Phrases, who: Typed) -> bool:
    """Whether a lone player is meant where nobody of that side can go alone."""
    return any(
        node.op == "lookup" and node.value == "lone player" and not say.may_be_alone(node.args[0])
        for node in who.walk()
    )


def _if_there_is(say: Phrases, who: Typed) -> str:
    """The case in which a seat is there at all: `if a defender plays alone`."""
    for node in who.walk():
        if node.op == "lookup" and node.value == "lone player" and node.args[0].op == "lookup":
            side = node.args[0].value
            return f"if {'a defender' if side == 'defenders' else 'the declarer'} plays alone"
    return "if there is one"


def _winning(say: Phrases, step: TricksStep) -> str:
    ranking = say.ruleset.ranking
    if ranking.trump is None:
        return "the highest card of the suit led wins the trick"
    return "the highest trump wins the trick; without a trump in it, the highest card of the suit led"


# --- duties


def _duties(say: Phrases, step: TricksStep) -> list[Block]:
    blocks: list[Block] = []
    lead = _duty_text(say, step.lead)
    if lead:
        blocks.append(Paragraph(sentence(f"the leader must play {lead}")))
    blocks += _follow(say, step.follow)
    if step.kept_back:
        texts = [_kept_back(say, duty) for duty in step.kept_back]
        blocks.append(Bullets(tuple(Item(text) for text in texts)))
    if step.always is not None:
        blocks.append(Paragraph(sentence(f"{say.cards(step.always)} may always be played")))
    return blocks


def _duty_text(say: Phrases, duties: tuple[Duty, ...]) -> str:
    """Duties in a row; empty where any card may be played."""
    if len(duties) == 1 and _is_any(duties[0].cards):
        return ""
    parts = []
    for index, duty in enumerate(duties):
        card = say.one_card(duty.cards)
        if duty.condition is not None:
            card = f"{card} {say.when(duty.condition)}"
        parts.append(card if index == 0 else f"otherwise {card}")
    return ", ".join(parts)


def _follow(say: Phrases, duties: tuple[Duty, ...]) -> list[Block]:
    plain = [duty for duty in duties if duty.condition is None]
    if len(duties) == 1 and _is_any(duties[0].cards):
        return [Paragraph("There is no duty to follow suit: any card may be played to a trick.")]
    if len(plain) == len(duties) == 2 and _is_suit_led(duties[0].cards) and _is_any(duties[1].cards):
        trumps = "" if say.ruleset.ranking.trump is None else ", a trump or not"
        text = f"Everybody must follow suit. Whoever has no card of the suit led may play any card{trumps}."
        return [Paragraph(text)]
    items = [Item(_duty(say, duty)) for duty in duties]
    return [Paragraph("The others must play the first of these that they can:"), Bullets(tuple(items))]


def _duty(say: Phrases, duty: Duty) -> str:
    card = say.one_card(duty.cards)
    if duty.condition is None:
        return sentence(card)
    return sentence(f"{say.when(duty.condition)}: {card}")


def _is_suit_led(node: Typed) -> bool:
    return node.op == "cards_of_suit" and node.args[0].op == "lookup" and node.args[0].value == "suit led"


def _is_any(node: Typed) -> bool:
    return node.op == "lookup" and node.value == "any card"


def _kept_back(say: Phrases, duty: Duty) -> str:
    when = f", if {say.condition(duty.condition)}" if duty.condition is not None else ""
    return sentence(f"nobody can be made to play {say.one_card(duty.cards)}{when}")


def _prohibitions(say: Phrases, step: TricksStep) -> list[Block]:
    if not step.bars:
        return []
    items = tuple(Item(_bar(say, bar) + say.origin(bar.place), capital(bar.name)) for bar in step.bars)
    return [Paragraph("Not allowed, unless the hand has nothing else:"), Bullets(items)]


def _bar(say: Phrases, bar: Bar) -> str:
    cards = say.one_card(bar.cards)
    if bar.condition is None:
        return sentence(f"to play {cards}")
    leading, rest = _role(say, bar.condition)
    if leading:
        return sentence(f"to {leading} {cards}{rest}")
    return sentence(f"to play {cards}{rest}")


def _role(say: Phrases, condition: Typed) -> tuple[str, str]:
    """`leading` in a condition as the verb (lead, follow with), and the rest of it."""
    parts = flat(say.simple(condition), "and")
    verb = ""
    kept = []
    for part in parts:
        if part.op == "lookup" and part.value == "leading":
            verb = "lead"
        elif part.op == "not" and part.args[0].op == "lookup" and part.args[0].value == "leading":
            verb = "follow with"
        else:
            kept.append(part)
    rest = f" if {say.conditions(tuple(kept))}" if len(kept) > 1 else f" {say.when(kept[0])}" if kept else ""
    rest = _before(rest)
    return verb, rest


def _before(rest: str) -> str:
    """`if no heart has been played yet` as `before a heart has been played`."""
    if rest.startswith(" if no ") and rest.endswith(" has been played yet"):
        return f" before {article(rest.removeprefix(' if no ').removesuffix(' yet'))}"
    return rest


# --- hands, dummies, and what happens between


def _hands(say: Phrases, step: TricksStep) -> list[str]:
    texts = []
    if step.dummy is not None:
        hand, by = say.who(step.dummy.hand), say.who(step.dummy.played_by)
        seen = step.dummy.seen_after
        when = "once the first card is played" if seen is None else f"after “{seen}”"
        texts.append(f"{when}, {hand.verb('lays')} all cards open on the table: this is the dummy")
        texts.append(f"{by.verb('plays')} the dummy's cards at its turn as well as those of the own hand")
    if step.open_hands is not None:
        who = say.who(step.open_hands.who)
        when = (
            f"if {say.condition(step.open_hands.condition)}, "
            if step.open_hands.condition is not None
            else ""
        )
        texts.append(f"{when}{who.verb('plays')} with open cards")
    return texts


def _between(say: Phrases, step: TricksStep) -> list[Block]:
    blocks: list[Block] = []
    if step.after_each:
        items = tuple(Item(_after(say, after), capital(after.name)) for after in step.after_each)
        blocks += [Paragraph("After each trick:"), Bullets(items)]
    if step.during:
        items = tuple(Item(_announcement(say, said), capital(said.name)) for said in step.during)
        blocks += [Paragraph("At their turn to play, before the card, players may say:"), Bullets(items)]
        for said in step.during:
            table = meld_table(say, said.melding) if said.melding is not None else None
            if table is not None:
                blocks.append(table)
    return blocks


def _after(say: Phrases, after: AfterTrick) -> str:
    if after.step is not None:
        return turn_text(say, after.step)
    when = f"if {say.conditions(after.conditions)}, " if after.conditions else ""
    sets = [_from_then_on(say, one) for one in after.sets]
    return sentence(when + " and ".join(sets))


def _from_then_on(say: Phrases, one: Assignment) -> str:
    if one.value.is_constant and one.value.type.kind is Kind.YESNO:
        return f"“{one.name}” holds from then on" if one.value.value else f"“{one.name}” no longer holds"
    if one.value.type.kind is Kind.YESNO:
        return f"“{one.name}” holds from then on if {say.condition(one.value)}, and otherwise not"
    return f"the {one.name} is from then on {say.said(one.value)}"


def _announcement(say: Phrases, said: Announcement) -> str:
    parts = []
    if said.who is not None:
        parts.append(str(say.who(said.who)))
    if said.trick is not None:
        trick = said.trick.value if said.trick.is_constant else None
        which = f"the {ordinal(trick)} trick" if isinstance(trick, int) else f"trick {say.number(said.trick)}"
        parts.append(f"in {which}")
    if said.cards_left is not None:
        count = said.cards_left.value if said.cards_left.is_constant else None
        if isinstance(count, int):
            parts.append(f"with at least {in_words(count)} cards in hand")
        else:
            parts.append(f"with at least so many cards in hand: {say.number(said.cards_left)}")
    if said.playing is not None:
        parts.append(f"when playing {say.one_card(said.playing)}")
    if said.condition is not None:
        parts.append(say.when(said.condition))
    if said.melding is not None:
        parts.append("what the melds in hand are worth together")
    text = ", ".join(parts) or "at any time"
    sets = [_meaning(say, one.name, one.value) for one in said.sets]
    must = "it must be said" if said.must else ""
    shown = f"shown with it: {several(say, said.shown.what)}" if said.shown.what is not None else ""
    melding = [] if said.melding is None else melding_texts(say, said.melding)
    if said.shown.mode == "if best":
        melding.append("once the trick is over, the side with the best meld shows all that it has melded")
    return sentences(text, must, shown, *melding, *(one for one in sets if one and one != said.name))


def _meaning(say: Phrases, name: str, value: Typed) -> str:
    if value.type.kind is Kind.YESNO and value.is_constant:
        return ""
    more = say.growth(name, value)
    return f"{name}: {say.said(value)}" if more is None else f"{say.called(name)} grows by {say.said(more)}"
