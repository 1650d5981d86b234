"""An auction: who opens, what may be called, how it goes on and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.report.document import Bullets, Item, Paragraph
from hasenpfeffer.report.english import Noun, counted_in_words, sentence, sentences
from hasenpfeffer.report.explain.ladder import doubles, field_in_words, ladder_blocks, rungs

if TYPE_CHECKING:
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.report.document import Block
    from hasenpfeffer.report.explain.imagine import Imagination
    from hasenpfeffer.report.explain.ladder import Rung
    from hasenpfeffer.report.explain.phrases import Phrases
    from hasenpfeffer.ruleset.steps import Assignment, AuctionStep, Duel


def auction_blocks(say: Phrases, step: AuctionStep, imagination: Imagination) -> list[Block]:
    ladder = rungs(step, imagination)
    blocks: list[Block] = []
    if step.conditions:
        blocks.append(Paragraph(sentence(f"this comes only if {say.conditions(step.conditions)}")))
    blocks.append(Paragraph(sentences(_opening(say, step), *_going_on(say, step, ladder))))
    blocks += ladder_blocks(say, step, ladder)
    if step.ends.how == "duels":
        blocks.append(Bullets(tuple(Item(_duel(say, duel)) for duel in step.ends.duels)))
    blocks.append(Paragraph(sentences(*_ending(say, step, ladder))))
    return blocks


def _opening(say: Phrases, step: AuctionStep) -> str:
    if step.ends.how == "duels":
        return "bidding is between two players at a time: one names values, the other says yes or passes"
    opens = f"{say.who(step.opens)} speaks first, the others follow in turn"
    who = Noun("everybody") if step.who is None else say.who(step.who)
    if who.text == "everybody":
        return opens
    if who.plural or who.text.startswith("everybody"):
        return f"only {who.verb('takes')} part; {opens}"
    return f"only {who.verb('speaks')}"


def _going_on(say: Phrases, step: AuctionStep, ladder: list[Rung]) -> list[str]:
    texts: list[str] = []
    if step.ends.how == "first bid":
        only = f"says “{ladder[0].text}”" if len(ladder) == 1 else "makes one of the calls below"
        texts.append(f"each either passes or {only}")
        return texts
    if step.ends.how == "duels":
        return texts
    if len(ladder) > 1 or doubles(step):
        texts.append("each call must be higher than the one before, or else a pass")
    else:
        texts.append("each calls or passes")
    if step.may_equal is not None:
        who = say.who(step.may_equal)
        if who.text != "nobody":
            texts.append(
                f"{who} may also take over the standing call at its own height; others must then go higher"
            )
    if step.ends.how != "one turn each":
        final = "a pass is final" if step.pass_is_final else "whoever has passed may call again"
        texts.append(final)
    return texts


def _ending(say: Phrases, step: AuctionStep, ladder: list[Rung]) -> list[str]:
    texts: list[str] = []
    match step.ends.how:
        case "one bidder left":
            texts.append(
                "the auction ends when all but one have passed, but everybody gets at least one turn"
            )
        case "one turn each":
            texts.append("everybody speaks once; then the auction is over")
        case "first bid":
            texts.append("the first call ends it")
        case "passes in a row":
            assert step.ends.passes is not None
            count = step.ends.passes.value if step.ends.passes.is_constant else None
            passes = (
                "a pass"
                if count == 1
                else f"{counted_in_words(count, 'pass')} in a row"
                if isinstance(count, int)
                else (f"{say.number(step.ends.passes)} passes in a row")
            )
            verb = "ends" if count == 1 else "end"
            said = "" if step.ends.cut_short else ", also where nobody could call any more"
            texts.append(f"after a bid, {passes} {verb} the auction{said}")
        case "duels":
            texts.append("whoever is left at the end has won the auction")
    texts.append(_declarer(say, step, ladder))
    texts.append(_all_pass(say, step))
    return texts


def _declarer(say: Phrases, step: AuctionStep, ladder: list[Rung]) -> str:
    if step.first_of_side:
        return (
            f"the declarer is the one of the winning side who was the first to name its {step.first_of_side}"
        )
    who = (
        "whoever made the highest call"
        if step.ends.how not in ("first bid", "duels")
        else ("whoever made it" if step.ends.how == "first bid" else "that player")
    )
    side = ""
    if say.ruleset.seating.fixed_partners and say.ruleset.sides is None:
        side = (
            " and plays with the partner against the other side"
            if say.ruleset.seating.count == 4
            else (" and plays with the partners against the other side")
        )
    return f"{who} is the declarer{side}"


def _all_pass(say: Phrases, step: AuctionStep) -> str:
    rule = step.all_pass
    match rule.how:
        case "thrown in":
            return "if all pass, the cards are thrown in and dealt again"
        case "go on":
            return "if all pass, the deal goes on without a call"
        case "forced":
            assert rule.forced is not None
            bid = f"bid {say.number(rule.to_bid)}" if rule.to_bid is not None else "make a call"
            return f"if all pass, {_forced(say, rule.forced, bid)}"
    sets = [_set(say, one) for one in rule.sets]
    where = (
        f"the deal goes on with “{rule.at}”"
        if rule.at not in (None, "scoring")
        else "the deal is over and counts as played"
    )
    if rule.at is None:
        where = "the deal goes on"
    return f"if all pass, {where}" + (f" ({', '.join(sets)})" if sets else "")


def _forced(say: Phrases, forced: Typed, bid: str) -> str:
    """`whoever holds that card must bid 3; if nobody does, the dealer must`."""
    forced = say.simple(forced)
    first, *others = [say.who(part) for part in (forced.args if forced.op == "or_else" else (forced,))]
    duties = [f"{first} must {bid}", *(f"{who} must" for who in others)]
    if (others or [first])[-1].text.startswith("whoever"):
        duties.append("the cards are thrown in and dealt again")
    return "; if nobody does, ".join(duties)


def _set(say: Phrases, one: Assignment) -> str:
    return field_in_words(say, one.name, one.value)


def _duel(say: Phrases, duel: Duel) -> str:
    when = f"if {say.condition(duel.condition)}, " if duel.condition is not None else ""
    caller, holder = say.who(duel.caller), say.who(duel.holder)
    if holder.text == "nobody":
        return sentence(f"{when}{caller} may still make a call")
    return sentence(f"{when}{caller} bids to {holder}, who holds each bid or passes")
