"""Scoring lines in words, and how the game ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.lang import types
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.report.document import Bullets, Item, Paragraph
from hasenpfeffer.report.english import Noun, capital, in_words, listed, sentences
from hasenpfeffer.report.explain.factors import without_factors
from hasenpfeffer.report.explain.given import values_given
from hasenpfeffer.report.explain.say_numbers import points
from hasenpfeffer.report.explain.say_seats import whose
from hasenpfeffer.ruleset.steps import (
    AuctionStep,
    GoAloneStep,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hasenpfeffer.report.document import Block
    from hasenpfeffer.report.explain.phrases import Phrases
    from hasenpfeffer.ruleset.model import FirstOut, ScoreLine
    from hasenpfeffer.ruleset.steps import Assignment


def line_blocks(say: Phrases) -> list[Block]:
    """Every scoring line that can pay anything."""
    items = line_items(say, say.ruleset.scoring)
    if not items:
        return [Paragraph("Nothing is scored.")]
    lone = "Playing alone is not scored higher: a lone hand counts like any other."
    return [Bullets(items), *([Paragraph(lone)] if _lone_hands_count_alike(say) else [])]


def line_items(say: Phrases, lines: Iterable[ScoreLine]) -> tuple[Item, ...]:
    """Lines in words, those that pay anything. The trick is then the one that was just finished."""
    say = say.binding(trick=Noun("the last trick"))
    return tuple(
        Item(text + say.origin(line.place), capital(line.name))
        for line in lines
        if (text := _line(say, line))
    )


def _lone_hands_count_alike(say: Phrases) -> bool:
    """Whether somebody may go alone, and no line of the score asks who did."""
    if not any(isinstance(step, GoAloneStep) for step in say.ruleset.steps):
        return False
    told: set[str] = set()
    open_formulas = [
        say.simple(part)
        for line in say.ruleset.scoring
        for part in (
            line.receivers.who,
            line.condition,
            line.amount,
            *(one.value for one in (*line.adds, *line.sets)),
        )
        if part is not None
    ]
    while open_formulas:
        for node in open_formulas.pop().walk():
            name = str(node.value)
            if node.op == "lookup" and name in ("alone", "lone player"):
                return False
            if node.op in ("term", "setting") and name not in told:
                told.add(name)
                open_formulas += [value for _, field, value in values_given(say.ruleset) if field == name]
                open_formulas += [say.simplifier.body(name)] if name in say.ruleset.terms else []
    return True


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
    one_by_one = _is_told_one_by_one(line, condition, amount)
    told = Noun("they", plural=True) if receivers.own == "their" else Noun("it")
    texts = []
    if amount is not None:
        texts.append(_payment(say, line, told if one_by_one else receivers, own, amount))
    is_first = condition is not None and line.receivers.each and not one_by_one and not texts
    whose = receivers.possessive if is_first else receivers.own
    texts += [_added(say, one, whose) for one in line.adds]
    texts += [_set(say, one, whose) for one in line.sets]
    if condition is not None and texts:
        clause = say.condition(condition)
        if one_by_one:
            texts[0] = f"for {receivers}: if {clause}, {texts[0]}"
        elif line.receivers.each and amount is not None:
            texts[0] = f"{texts[0]} if {clause}"
        else:
            texts[0] = f"if {clause}, {_pronoun(texts[0], receivers, clause)}"
    if line.receivers.weights:
        texts.append(_weights(say, line))
    if line.instead_of:
        texts.append(f"this counts instead of {listed([f'“{name}”' for name in line.instead_of])}")
    return sentences(*texts)


def _is_told_one_by_one(line: ScoreLine, condition: Typed | None, amount: Typed | None) -> bool:
    """Whether the condition comes first, with `for each side` before it: where it decides over each by itself, and
    the reader could not tell otherwise what it belongs to."""
    if condition is None or not line.receivers.each:
        return False
    return _asks_each(condition) if amount is None else amount.op in ("if", "first_that_is")


def _asks_each(node: Typed) -> bool:
    """Whether a condition speaks of the receiver, so that it may hold for one and not for another."""
    if node.op == "bound":
        return node.value in ("seat", "team")
    return node.value not in ("seat", "team") and any(_asks_each(part) for part in node.args)


def _for_each(say: Phrases, line: ScoreLine) -> tuple[Phrases, Noun, Typed | None]:
    """The words inside a line, who receives, and whose things are called its own."""
    receivers = line.receivers
    if not receivers.each:
        who = say.who(receivers.who)
        if _may_be_several(say, receivers.who) and not who.text.startswith(("every", "each ")):
            who = Noun(f"each of {who}")
        return say, who, receivers.who
    partners = say.ruleset.seating.fixed_partners and receivers.each == "team"
    noun = "side" if partners else "player"
    pronoun = Noun("it") if partners else Noun("they", plural=True)
    inner = say.binding(seat=pronoun, team=pronoun)
    text = f"each {noun}"
    if receivers.who.op == "where":
        clause = say.binding(**{receivers.each: Noun("it")}).condition(receivers.who.args[2])
        text = whose(text, clause, "it")
    if receivers.who.op == "except":
        text += f" but {say.who(receivers.who.args[1])}"
    return inner, Noun(text), Typed("bound", types.SEATS, value=receivers.each)


_SEVERAL: Final = frozenset({"most_of", "fewest_of", "where"})


def _may_be_several(say: Phrases, who: Typed) -> bool:
    """Whether a line pays seats that keep scores of their own and that nothing but a formula names."""
    if say.ruleset.seating.fixed_partners:
        return False
    who = say.simple(who)
    if who.op == "term" and not who.args and str(who.value) in say.ruleset.terms:
        who = say.simplifier.body(str(who.value))
    return who.op in _SEVERAL


def _payment(say: Phrases, line: ScoreLine, receivers: Noun, own: Typed | None, amount: Typed) -> str:
    loses = line.loses
    if amount.op == "negate":
        loses, amount = not loses, amount.args[0]
    verb = receivers.verb("loses" if loses else "scores")
    plain, factors = without_factors(say, amount)
    text = f"{verb} {points(say, plain, own)}{f', {factors}' if factors else ''}"
    if line.payers is not None:
        payers = say.who(line.payers)
        one = len(say.ruleset.seating.names) == 2
        each = "" if payers.plural or one or payers.text.startswith("everybody") else "each player of "
        every = "each" if payers.plural else ""
        pays = "gets" if loses else "pays"
        text += f"; {each}{payers.verb(pays)} that much{f' {every}' if every else ''}"
    return text


def _pronoun(text: str, receivers: Noun, clause: str) -> str:
    """The receivers as `it` or `they`, where the condition has just named them; a person keeps the name."""
    if not clause.startswith(f"{receivers} ") or not text.startswith(f"{receivers} "):
        return text
    if not receivers.plural and receivers.own == "their":
        return text
    return text.replace(str(receivers), "they" if receivers.plural else "it", 1)


def _weights(say: Phrases, line: ScoreLine) -> str:
    shares = [
        f"{say.who(who).verb('has')} {in_words(weight)} {'share' if weight == 1 else 'shares'}"
        for who, weight in line.receivers.weights
    ]
    return f"of what is paid, {listed(shares)}"


def _added(say: Phrases, one: Assignment, whose: str) -> str:
    counter = f"{_whose(say, one, whose)} {say.called(one.name)}"
    value = say.simple(one.value)
    if value.op in ("if", "first_that_is"):
        return f"added to {counter}: {say.said(value)}"
    return f"{say.said(value)} {'is' if value.is_constant else 'are'} added to {counter}"


def _set(say: Phrases, one: Assignment, whose: str) -> str:
    verb = "are" if one.name.endswith("s") else "is"
    return f"{_whose(say, one, whose)} {say.called(one.name)} {verb} set to {say.said(one.value)}"


def _whose(say: Phrases, one: Assignment, whose: str) -> str:
    """Whose counter is written to: the receivers', unless the line says or the whole table shares it."""
    if one.seat is not None:
        return say.who(one.seat).possessive
    counter = say.ruleset.counters.get(one.name)
    if counter is not None and counter.of == "table":
        return "the"
    return whose


# --- the game


def ending_blocks(say: Phrases) -> list[Block]:
    game = say.ruleset.game_end
    texts: list[str] = []
    if game.wins is not None:
        texts.append(_after_a_deal(say, game.wins, "has won the game"))
    if game.loses is not None:
        texts.append(_after_a_deal(say, game.loses, "has lost it"))
    if game.over_deals is not None:
        count = game.over_deals.value if game.over_deals.is_constant else None
        texts.append(
            "a game is a single deal" if count == 1 else f"a game is {say.number(game.over_deals)} deals"
        )
    if game.over_everyone_dealt:
        texts.append("the game is over when everybody has dealt once")
    if game.over is not None:
        texts.append(f"the game is over when, after a deal, {say.condition(game.over)}")
    if game.over is not None or game.over_deals is not None or game.over_everyone_dealt:
        texts.append(_best(say))
    elif game.loses is not None and len(say.ruleset.seating.teams) > 2:
        texts.append(f"that ends the game, and {_best(say)}")
    texts += [_first_out(say), _ties(say)]
    texts += _dealers(say)
    return [Paragraph(sentences(*texts))]


def _after_a_deal(say: Phrases, test: Typed, outcome: str) -> str:
    """`A side that, after a deal, has 10 points or more has won the game`; otherwise with an `if`."""
    partners = say.ruleset.seating.fixed_partners
    side = Noun("a side" if partners else "a player")
    clause = say.binding(team=Noun("it"), seat=Noun("it")).condition(test)
    several_clauses = " and " in clause or " or " in clause.replace(" or more", "").replace(" or fewer", "")
    if clause.startswith("it ") and not several_clauses:
        that = "who" if side.text == "a player" else "that"
        return f"{side} {that}, after a deal, {clause.removeprefix('it ')} {outcome}"
    if not partners:
        they = Noun("they", plural=True)
        clause = say.binding(team=they, seat=they).condition(test)
    return f"{side} {outcome} if, after a deal, {clause}"


def _best(say: Phrases) -> str:
    game = say.ruleset.game_end
    if game.best_teams is not None:
        return f"the winner is {say.who(game.best_teams)}"
    return f"the {'lowest' if game.best == 'lowest score' else 'highest'} score wins"


def _first_out(say: Phrases) -> str:
    game = say.ruleset.game_end
    if game.wins is None or not (game.first_out or say.ruleset.keeps_scores):
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


def _throws_in(step: AuctionStep) -> bool:
    """A deal in which all pass is thrown in, unless somebody is forced who is surely there."""
    if step.all_pass.how == "forced":
        who = step.all_pass.forced
        return who is None or who.op != "lookup" or who.value != "dealer"
    return step.all_pass.how == "thrown in"


def _can_be_thrown_in(say: Phrases) -> bool:
    return any(
        _throws_in(step) if isinstance(step, AuctionStep) else getattr(step, "thrown_in", ())
        for step in say.ruleset.steps
    )
