"""A sheet that is told the outcome of a played deal scores it as the interpreter did; no line brings it down."""

from __future__ import annotations

from contextlib import suppress

import pytest
from tests.properties.shelf import compiled

from hasenpfeffer import chance
from hasenpfeffer.errors import CaseError
from hasenpfeffer.play import machine
from hasenpfeffer.seats import members
from hasenpfeffer.study.sheets import Sheet
from hasenpfeffer.study.sheets.answers import values_of

DEALS = 25
RULES = (
    "hasenpfeffer",
    "hasenpfeffer+hoyle",
    "hasenpfeffer+alone-double+defenders-score+big-pepper",
    "hasenpfeffer+exact-bid+alone-as-bid",
    "hasenpfeffer+joker-must-bid+forced-half+set-by-six",
    "hasenpfeffer+lose-limit+defenders-get-bid",
    "euchre",
    "three-handed-euchre",
    "bid-euchre",
    "five-hundred",
    "spades",
    "whist",
    "twenty-five",
)


def played(rules, before, draw, pack):
    """The end of a deal that is played at random from where a sheet stands."""
    state = machine.start(
        rules,
        dealer=before.dealer,
        pack=pack,
        scores=before.scores,
        counters=dict(zip(rules.counter_index, before.counters, strict=True)),
        deal_number=before.deal_number,
    ).state
    state = state._replace(deals_by=before.deals_by)
    while not state.over:
        actions = machine.legal(rules, state)
        state = machine.advance(rules, state, actions[draw.below(len(actions))]).state
    return state


def line_of(sheet, state):
    """What somebody at the table would write down."""
    rules, names = sheet.rules, sheet.rules.seating.names
    if state.thrown_in:
        return "thrown in"
    if sheet.needs.call and state.call < 0:
        return "pass"
    parts = []
    if sheet.needs.call:
        forced = "forced " if state.forced else ""
        parts.append(f"{names[state.declarer]} {forced}{rules.calls[state.call].text}")
    lone = [names[seat] for seat in members(lone_seats(rules, state))]
    parts += [f"{name} alone" for name in lone]
    for name in ("bid", "blind nil"):
        if name in rules.ruleset.settings and rules.ruleset.settings[name].per_seat:
            values = state.settings[rules.ruleset.settings[name].index] or [None] * len(names)
            for seat, value in enumerate(values):
                if name == "bid":
                    parts.append(f"{names[seat]} bid {value or 0}")
                elif value:
                    parts.append(f"{names[seat]} {name}")
    need = sheet.needs.named("tricks")
    if need.whose == "seat":
        parts += [f"{names[seat]} {won} tricks" for seat, won in enumerate(state.tricks_won)]
    else:
        for team, account in zip(rules.seating.teams, rules.accounts, strict=True):
            parts.append(f"{account} {sum(state.tricks_won[seat] for seat in members(team))} tricks")
    return ", ".join(parts)


def lone_seats(rules, state):
    """Who plays while a partner sits out."""
    found = 0
    for team in rules.seating.teams:
        if team & state.sitting and team & ~state.sitting:
            found |= team & ~state.sitting
    return found


@pytest.mark.parametrize("reference", RULES)
def test_a_sheet_scores_what_was_played(reference):
    rules = compiled(reference)
    sheet, draw = Sheet(rules.ruleset), chance.Stream(5, 0, 0, 9)
    told = 0
    for number in range(DEALS):
        before = sheet.state
        state = played(rules, before, draw, chance.shuffled(rules.pack.size, 5, 0, number))
        line = line_of(sheet, state)
        assert sheet.question(line) is None, (line, sheet.question(line))
        after = sheet.enter(line).state
        assert (after.scores, after.counters) == (state.scores, state.counters), line
        assert (after.game_over, after.winners) == (state.game_over, state.winners), line
        assert after.thrown_in == state.thrown_in
        told += not state.thrown_in
        if state.game_over:
            sheet = Sheet(rules.ruleset)
        elif not sheet.is_over:
            following = machine.prepare_next(rules, state, state.pack)
            assert sheet.state.dealer == following.dealer
            assert sheet.state.deal_number == following.deal_number
    assert told > DEALS // 3


@pytest.mark.parametrize("reference", ["hasenpfeffer+big-pepper+no-trump", "spades", "skat", "doppelkopf"])
def test_no_line_brings_a_sheet_down(reference):
    sheet = Sheet(_held(reference))
    words = [
        *sheet.reader.phrases.said,
        "0",
        "3",
        "99",
        "-1",
        "1/2",
        "1/0",
        "yes",
        "no",
        ",",
        "(",
        "♥",
        "ß",
        "and",
    ]
    calls = [call.text for call in sheet.rules.calls]
    values = [value for need in sheet.needs.all for value in values_of(sheet.rules, need.name)]
    likely = [*"0123" * 3, *sheet.rules.seating.names, *calls[::4], *values]
    draw = chance.Stream(9, 0, 0, 9)
    entered = 0
    for _ in range(60):
        line = " ".join(words[draw.below(len(words))] for _ in range(1 + draw.below(3)))
        for _ in range(80):
            try:
                question = sheet.question(line)
            except CaseError:
                line = ""
                continue
            if question is None:
                break
            answers = likely if draw.below(4) else words
            longer = question.answered(line, answers[draw.below(len(answers))])
            with suppress(CaseError):
                sheet.question(longer)
                line = longer
        with suppress(CaseError):
            sheet.enter(line)
            entered += 1
        if sheet.is_over:
            sheet.undo()
    assert entered > 20


def _held(reference):
    from hasenpfeffer.study.loading import load_sound

    found = load_sound(reference).ruleset
    assert found is not None
    return found
