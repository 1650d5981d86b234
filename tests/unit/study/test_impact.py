"""Pairs of deals under two rulesets, held against a second way to count them: a table that is played by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pytest

import hasenpfeffer as hp
from hasenpfeffer import chance
from hasenpfeffer.errors import StuckError
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.study.driver import play_game
from hasenpfeffer.study.impact import Plan, impact_of, pairs, unlike
from hasenpfeffer.study.impact.walk import Walk, walk_together
from hasenpfeffer.study.players import at_every_seat

KINDS = {"auction": "call", "tricks": "card"}


def rulings(*references):
    return [hp.load(*reference.split("+")).ruleset for reference in references]


def impact(before, after, plan):
    return impact_of(pairs(before, after, plan), before.seating, after.seating)


# ── by hand ──


@dataclass
class ByHand:
    """The first deal of a seed, played at a table by random players."""

    dealer: int
    hands: object
    choices: list[tuple[str, str, frozenset[str], str]] = field(default_factory=list)
    """Seat, step, what may be done, and what is done."""
    points: tuple[int, ...] = ()
    thrown_in: bool = False

    @classmethod
    def played(cls, ruleset, seed):
        rules = compile_rules(ruleset)
        table = hp.Table(rules, seed=seed)
        draws = chance.Stream(seed, 0, 1, chance.PLAYERS)
        deal = cls(table.state.dealer, table.hands)
        while True:
            legal = table.legal
            text = legal[draws.below(len(legal))]
            step = ruleset.steps[table.state.step].name
            deal.choices.append((table.actor or "", step, frozenset(legal), text))
            kinds = {event.kind for event in table.play(table.actions[legal.index(text)])}
            if kinds & {"deal over", "thrown in"}:
                deal.points = tuple(table.scores.values())
                deal.thrown_in = "thrown in" in kinds
                return deal


def by_hand(before, after, number):
    """What changes, counted in the plainest way."""
    counts: Counter[str] = Counter()
    sums = [0] * len(before.seating.teams)
    for seed in range(number):
        one, other = ByHand.played(before, seed), ByHand.played(after, seed)
        assert (one.dealer, one.hands) == (other.dealer, other.hands)
        differs = False
        for mine, theirs in zip(one.choices, other.choices, strict=False):
            if mine[:2] != theirs[:2]:
                break
            kind = KINDS.get(mine[1], "choice")
            counts[f"{kind} positions"] += 1
            counts[f"{kind} others"] += mine[2] != theirs[2]
            differs = differs or mine[2] != theirs[2]
            if mine[3] != theirs[3]:
                break
        counts["legal"] += differs
        counts["thrown in"] += one.thrown_in != other.thrown_in
        counts["points"] += one.points != other.points
        counts["winner"] += best(one.points) != best(other.points)
        sums = [total + new - old for total, old, new in zip(sums, one.points, other.points, strict=True)]
    return counts, sums


def best(points):
    return {team for team, mine in enumerate(points) if mine == max(points) > min(points)}


@pytest.mark.parametrize(
    "patch", ["dealer-may-equal", "set-by-bid", "no-trump", "no-alone", "lowest-bid-3", "joker-must-bid"]
)
def test_it_is_what_one_counts_by_hand(patch):
    before, after = rulings("hasenpfeffer", f"hasenpfeffer+{patch}")
    counts, sums = by_hand(before, after, 60)
    found = impact(before, after, Plan("deals", 60, bots="random"))
    assert found.compared == 60
    for kind in ("call", "card", "choice"):
        assert found.positions[kind] == counts[f"{kind} positions"]
        assert found.other_choices[kind] == counts[f"{kind} others"]
    assert found.with_other_choices == counts["legal"]
    assert found.points == counts["points"]
    assert found.winners == counts["winner"]
    assert [one.total for one in found.differences] == sums
    assert sum(count for ends, count in found.ends.items() if "thrown in" in ends) == counts["thrown in"]


# ── what else holds ──


@pytest.mark.parametrize("unit", ["deals", "games"])
def test_a_ruleset_changes_nothing_in_itself(unit):
    [ruleset] = rulings("hasenpfeffer")
    found = impact(ruleset, ruleset, Plan(unit, 4))
    assert found.partings == {"": 4}
    assert not any([*found.other_choices.values(), found.ends, found.contracts, found.winners, found.points])


def test_a_pair_depends_on_its_seed_alone():
    before, after = rulings("hasenpfeffer", "hasenpfeffer+no-trump")
    whole = list(pairs(before, after, Plan("deals", 8)))
    assert list(pairs(before, after, Plan("deals", 5, seed=3))) == whole[3:]


def test_games_are_those_of_the_driver():
    before, after = rulings("hasenpfeffer", "hasenpfeffer+set-by-bid")
    plan = Plan("games", 6, seed=40)
    changed = 0
    for seed in range(40, 46):
        results = []
        for ruleset in (before, after):
            rules = compile_rules(ruleset)
            results.append(play_game(rules, seed, 0, at_every_seat("careful", rules)))
        changed += results[0].winners != results[1].winners
    found = impact(before, after, plan)
    assert found.winners == changed
    assert found.before.ends == found.after.ends == {"won": 6}


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("hasenpfeffer", "hasenpfeffer+set-by-bid", ""),
        ("hasenpfeffer", "hasenpfeffer+partners-side-by-side", ""),
        ("hasenpfeffer", "euchre", "cards"),
        ("euchre", "three-handed-euchre", "seats"),
        ("whist", "hearts", ""),
    ],
)
def test_what_cannot_be_held_against_each_other_is_said(before, after, why):
    assert unlike(*rulings(before, after)) == why


def test_rulesets_that_are_unlike_still_have_figures():
    before, after = rulings("hasenpfeffer", "euchre")
    found = impact(before, after, Plan("deals", 5, bots="random"))
    assert (found.pairs, found.compared) == (5, 0)
    assert found.before.ends.total() == found.after.ends.total() == 5


def test_other_partners_are_compared_seat_by_seat():
    before, after = rulings("hasenpfeffer", "hasenpfeffer+partners-side-by-side")
    found = impact(before, after, Plan("deals", 5, bots="random"))
    assert not found.by_team and len(found.differences) == 4


def test_cards_dealt_otherwise_are_no_position_reached_in_the_same_way(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = "language: 1\ntitle: By twos\nextends: hasenpfeffer\nsteps: {deal: {packets: [2, 2, 2]}}\n"
    (tmp_path / "twos.yaml").write_text(text, "utf-8")
    before, after = rulings("hasenpfeffer", "./twos.yaml")
    found = impact(before, after, Plan("deals", 5, bots="random"))
    assert found.partings == {"deal": 5}
    assert not any(found.positions.values())


def test_a_deal_that_cannot_go_on_is_an_outcome():
    [ruleset] = rulings("hasenpfeffer")
    rules = compile_rules(ruleset)

    def stuck():
        raise StuckError("nothing to choose from")
        yield

    walk, walked = Walk(rules, stuck()), Walk(rules, iter(()))
    assert walk_together(walk, walked).parting == "stuck"
    assert walk.stuck and not walked.stuck
