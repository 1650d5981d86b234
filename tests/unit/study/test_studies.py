"""Studies: figures that any cut of the work, any number of workers and any way to work side by side agree on."""

from __future__ import annotations

import time
from fractions import Fraction
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hasenpfeffer as hp
from hasenpfeffer import chance
from hasenpfeffer.errors import StuckError
from hasenpfeffer.play import machine
from hasenpfeffer.study.driver import play_deal, play_game
from hasenpfeffer.study.figures import figures_of
from hasenpfeffer.study.plan import LEAST_TO_STOP, Plan, chunks, looks
from hasenpfeffer.study.reference_rows import Reference
from hasenpfeffer.study.statistics import Estimate, Sums, half_width, mean, share
from hasenpfeffer.study.studies import Study


def ruleset(*parts, **parameters):
    return hp.load(*parts, **parameters).ruleset


HOUSE = ruleset("hasenpfeffer")
DEFENDERS = ruleset("hasenpfeffer", "defenders-score")
SHORT = ruleset("hasenpfeffer", "defenders-score", target=6)
SHORT_TOO = ruleset("hasenpfeffer", "defenders-score", "no-alone", target=6)


def let_play(backend, most):
    """A backend that plays so many at a time."""
    assert isinstance(backend, Reference)
    backend.most = most


def tally(rules, plan):
    return Study((rules,), plan, "reference").run().tallies[0]


def row(rules, plan, number):
    """The columns and the numbers of the last row of one deal or game."""
    rows = Reference(rules, plan).play(range(number, number + 1))
    return rows.columns, list(rows.values[-rows.columns.width :])


# --- pieces


@given(st.sampled_from(["deals", "games"]), st.integers(1, 250_000), st.integers(1, 60_000))
@settings(max_examples=60, deadline=None)
def test_pieces_are_everything_once_and_stop_at_every_look(unit, number, most):
    plan = Plan(unit, number)
    if number > 500 * most:
        number = 500 * most
        plan = Plan(unit, number)
    pieces = list(chunks(plan, most))
    assert [piece.start for piece in pieces] == [plan.numbers.start, *(piece.stop for piece in pieces[:-1])]
    assert pieces[-1].stop == plan.numbers.stop
    assert all(1 <= len(piece) <= most for piece in pieces)
    ends = {piece.stop - plan.numbers.start for piece in pieces}
    assert set(looks(plan)) <= ends
    assert list(looks(plan))[-1] == number


def test_looks_are_rarer_the_further_it_goes():
    assert list(looks(Plan("deals", 3500)))[:14] == [*range(100, 1001, 100), 2000, 3000, 3500]
    assert len(list(looks(Plan("deals", 10**9)))) == 10 + 9 * 6
    assert list(looks(Plan("games", 7))) == [7]


@given(st.integers(1, 40), st.sampled_from(["deals", "games"]), st.integers(0, 1 << 70))
@settings(max_examples=5, deadline=None)
def test_the_size_of_the_pieces_does_not_matter(most, unit, seed):
    plan = Plan(unit, 40 if unit == "deals" else 3, seed)
    study = Study((SHORT, SHORT_TOO), plan, "reference")
    whole = study.run()
    for backend in study.backends:
        let_play(backend, most)
    assert study.run() == whole
    assert whole.number == plan.number


@pytest.mark.parametrize(("unit", "number"), [("deals", 250), ("games", 5)])
def test_threads_and_processes_come_to_the_same(monkeypatch, unit, number):
    rules, plan = (SHORT, SHORT_TOO), Plan(unit, number, seed=7)
    alone = Study(rules, plan, "reference").run()
    assert Study(rules, plan, "reference").run(2) == alone
    monkeypatch.setattr(Reference, "workers", "threads")
    for jobs in (2, 7):
        assert Study(rules, plan, "reference").run(jobs) == alone


def test_an_error_is_raised_at_its_turn_and_ends_the_threads(monkeypatch):
    """What was before it is there, and nothing after it."""
    monkeypatch.setattr(Reference, "workers", "threads")
    first_is_done, played = Event(), []

    def play(self, numbers):
        played.append(numbers)
        if numbers.start > 1:
            raise StuckError(f"deal {numbers.start}")
        time.sleep(0.05)
        first_is_done.set()
        return whole(self, numbers)

    whole = Reference.play
    monkeypatch.setattr(Reference, "play", play)
    parts = Study((HOUSE,), Plan("deals", 3000), "reference").parts(jobs=3)
    assert next(parts).number == 100
    assert first_is_done.is_set()
    with pytest.raises(StuckError, match="deal 101"):
        next(parts)
    assert len(played) < 30


# --- what a row says


def test_a_deal_by_itself_is_deal_i_of_game_0():
    rules = hp.load("hasenpfeffer")
    seed, number = 11, 6
    columns, numbers = row(HOUSE, Plan("deals", number, seed), number)
    first = chance.first_dealer(4, seed, 0)
    dealer = (first + number - 1) % 4
    pack = hp.deal(rules, seed=seed, number=number).pack
    state = machine.start(rules, dealer=dealer, pack=pack).state
    stream = chance.Stream(seed, 0, number, chance.PLAYERS)
    while not state.over:
        actions = machine.legal(rules, state)
        state = machine.advance(rules, state, actions[stream.below(len(actions))]).state
    assert not state.thrown_in
    assert numbers[: columns.dealer] == [0, number, 0, stream.count]
    assert numbers[columns.dealer : columns.made] == [dealer, state.declarer, state.call]
    assert numbers[columns.ended : columns.lines] == [0, 0]
    names = [line.name for line in HOUSE.scoring]
    assert numbers[columns.lines] == sum(1 << names.index(line.line) for line in state.lines)
    tricks = state.tricks_won
    assert numbers[columns.tricks :] == [
        tricks[0] + tricks[2],
        tricks[1] + tricks[3],
        *state.this_deal,
        *state.scores,
    ]


@pytest.mark.parametrize("game", [0, 3])
def test_the_rows_of_a_game_are_its_scored_deals(game):
    rules = ruleset("hasenpfeffer", "one-round", lowest_bid=6, target=12)
    plan = Plan("games", 4, seed=2)
    rows = Reference(rules, plan).play(range(game, game + 1))
    columns, result = (
        rows.columns,
        play_game(hp.load("hasenpfeffer", "one-round", lowest_bid=6, target=12), 2, game),
    )
    deals = [rows.values[at : at + columns.width] for at in range(0, len(rows.values), columns.width)]
    assert len(deals) == rows.number == result.deals
    assert sum(deal[columns.redeals] for deal in deals) == result.redeals > 0
    assert sum(deal[columns.decisions] for deal in deals) == result.decisions
    assert [deal[columns.ended] for deal in deals] == [0] * (len(deals) - 1) + [2 if result.unfinished else 1]
    assert deals[-1][columns.winners] == result.winners
    assert tuple(deals[-1][columns.score :]) == result.scores
    shuffles = 0
    for deal in deals:
        shuffles += deal[columns.redeals] + 1
        assert (deal[columns.game], deal[columns.deal]) == (game, shuffles)


def test_fractions_of_points_are_whole_numbers_of_a_smaller_unit():
    rules, plan = hp.load("skat", "skat-openspiel"), Plan("deals", 40)
    rows = Reference(rules.ruleset, plan).play(plan.numbers)
    columns = rows.columns
    assert columns.unit > 1
    for index in range(40):
        numbers = rows.values[index * columns.width : (index + 1) * columns.width]
        if not numbers[columns.redeals]:
            last = play_deal(rules, 0, 0, index + 1, numbers[columns.dealer])
            points = numbers[columns.points : columns.score]
            assert tuple(Fraction(one, columns.unit) for one in points) == last.this_deal


def test_a_deal_that_is_thrown_in_is_dealt_again_and_counted():
    rules = ruleset("hasenpfeffer", "one-round", lowest_bid=6)
    found = tally(rules, Plan("deals", 60))
    assert found.deals == 60
    assert found.redeals > 0
    assert all(sums.count == 60 for sums in found.points)


def test_a_game_is_won_by_one_side_or_unfinished():
    found = tally(SHORT, Plan("games", 12))
    assert found.games == 12 == sum(found.won) + found.unfinished == sum(found.lengths)
    assert found.deals == sum(n * games for n, games in enumerate(found.lengths))


def test_a_failure_names_the_deal_to_repeat(monkeypatch):
    def stuck(*_, **__):
        raise StuckError("1000 deals in a row were thrown in")

    monkeypatch.setattr(machine, "start", stuck)
    with pytest.raises(StuckError, match=r"^deal 1 of seed 9: 1000 deals"):
        tally(HOUSE, Plan("deals", 1, seed=9))


# --- figures


def test_figures_hang_together():
    rules = ruleset("hasenpfeffer", "big-pepper")
    study = Study((rules,), Plan("deals", 120))
    figures = figures_of(study, study.run(), ["house"], 2.0)
    (only,) = figures.rulesets
    assert figures.is_whole and figures.deals_per_second == 60
    assert "big pepper" in {call.text for call in only.calls}
    assert sum(call.count for call in only.calls) == 120
    assert all((call.made or 0) + (call.failed or 0) == call.count for call in only.calls)
    assert [line.name for line in only.lines] == [line.name for line in rules.scoring]
    assert all(sum(team.tricks) == 120 for team in only.teams)
    one, other = (team.tricks for team in only.teams)
    assert one == other[::-1]  # the tricks of both are six
    assert only.lengths == ()
    assert only.teams[0].score == only.teams[0].points


def test_the_advantage_of_the_dealer_is_counted_deal_by_deal():
    plan = Plan("deals", 50, seed=4)
    rows = Reference(HOUSE, plan).play(plan.numbers)
    columns, more = rows.columns, Sums()
    for at in range(0, len(rows.values), columns.width):
        numbers = rows.values[at : at + columns.width]
        side = numbers[columns.dealer] % 2
        points = numbers[columns.points : columns.score]
        more = more.and_value(points[side] - points[1 - side])
    study = Study((HOUSE,), plan)
    assert figures_of(study, study.run(), [""], 1).rulesets[0].dealer_advantage == mean(more)


def test_rulesets_with_other_teams_have_no_differences():
    study = Study((HOUSE, ruleset("hearts")), Plan("deals", 5))
    figures = figures_of(study, study.run(), ["a", "b"], 1.0)
    (difference,) = figures.differences
    assert (difference.pairs, difference.teams, difference.not_alike) == (0, (), "cards")
    assert figures.half_width == pytest.approx(half_width(study.run().tallies[0].points[0]))


def test_the_same_rules_differ_in_nothing():
    study = Study((HOUSE, HOUSE), Plan("deals", 100))
    (difference,) = figures_of(study, study.run(), ["a", "b"], 1.0).differences
    assert (difference.pairs, difference.unlike) == (100, 0)
    assert all(team.score == Estimate(0.0, 0.0, 0.0) for team in difference.teams)


# --- stopping early


def test_it_stops_at_the_first_look_that_is_narrow_enough():
    plan = Plan("deals", 2000, until=0.2)
    total = Study((HOUSE,), plan).run()
    before = Study((HOUSE,), Plan("deals", total.number - 100)).run()
    assert total.number % 100 == 0 and 100 < total.number < 2000
    assert half_width(total.tallies[0].points[0]) <= 0.2 < half_width(before.tallies[0].points[0])


def test_where_it_stops_does_not_hang_on_pieces_or_workers(monkeypatch):
    plan = Plan("deals", 5000, seed=3, until=0.25)
    study = Study((HOUSE, DEFENDERS), plan, "reference")
    whole = study.run()
    assert whole.number < 5000
    assert half_width(whole.pairs[0].points[0]) <= 0.25
    let_play(study.backends[0], 30)
    assert study.run() == whole
    monkeypatch.setattr(Reference, "workers", "threads")
    assert Study((HOUSE, DEFENDERS), plan, "reference").run(5) == whole


def test_few_games_say_nothing_of_their_spread():
    total = Study((SHORT, SHORT), Plan("games", 100, until=0.1)).run()
    assert total.number == LEAST_TO_STOP == 30  # no pair ever differs


# --- statistics


def test_a_mean_has_an_interval():
    sums = Sums()
    for value in (1, 2, 3, 4):
        sums = sums.and_value(value)
    found = mean(sums)
    assert found is not None and found.mean == 2.5
    assert found.low == pytest.approx(2.5 - 1.959964 * (5 / 3 / 4) ** 0.5, abs=1e-5)
    assert mean(Sums()) is None
    assert mean(Sums().and_value(-2)) == Estimate(-2.0, None, None)
    assert half_width(Sums().and_value(Fraction(1, 2))) == float("inf")


def test_a_share_stays_between_nothing_and_all():
    nothing, everything = share(0, 10), share(10, 10)
    assert nothing is not None and nothing.low == 0.0 and nothing.high == pytest.approx(0.277533, abs=1e-5)
    assert everything is not None and everything.high == 1.0
    assert share(0, 0) is None
