"""Every result of every contract of bridge, against Law 77 written down as a table and counted trick by trick.

It shares nothing with the rule file: no formula, only what each trick and each bonus is worth.
"""

from __future__ import annotations

from itertools import product

import hasenpfeffer as hp
from hasenpfeffer.play import machine
from hasenpfeffer.play.player import with_settings
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.play.scoring import score_deal

TRICK_POINTS = {
    "clubs": [20] * 7,
    "diamonds": [20] * 7,
    "hearts": [30] * 7,
    "spades": [30] * 7,
    "no trump": [40, 30, 30, 30, 30, 30, 30],
}
OVERTRICK = {
    (1, False): None,
    (1, True): None,
    (2, False): 100,
    (2, True): 200,
    (4, False): 200,
    (4, True): 400,
}
"""By how the contract was doubled, and whether it was vulnerable; None: as much as the trick itself."""
FOR_MAKING_IT = {1: 0, 2: 50, 4: 100}
GAME = {False: 300, True: 500}
SMALL_SLAM = {False: 500, True: 750}
GRAND_SLAM = {False: 1000, True: 1500}
UNDERTRICKS = {
    (1, False): [50] * 13,
    (1, True): [100] * 13,
    (2, False): [100, 200, 200] + [300] * 10,
    (2, True): [200] + [300] * 12,
    (4, False): [200, 400, 400] + [600] * 10,
    (4, True): [400] + [600] * 12,
}
BOARDS = {"nobody": (1, 8, 11, 14), "ours": (2, 5, 12, 15), "theirs": (3, 6, 9, 16), "both": (4, 7, 10, 13)}
"""Who is vulnerable on which board, where `ours` are north and south."""
DOUBLES = {1: (), 2: ("double",), 4: ("double", "redouble")}


def law77(level: int, trump: str, doubled: int, vulnerable: bool, tricks: int) -> int:
    """What a result is worth to the declarer's side; less than nothing where the others score."""
    over = tricks - 6 - level
    if over < 0:
        return -sum(UNDERTRICKS[doubled, vulnerable][:-over])
    points = sum(TRICK_POINTS[trump][:level]) * doubled
    total = points + FOR_MAKING_IT[doubled]
    total += GAME[vulnerable] if points >= 100 else 50
    if level == 6:
        total += SMALL_SLAM[vulnerable]
    if level == 7:
        total += GRAND_SLAM[vulnerable]
    each = OVERTRICK[doubled, vulnerable]
    total += sum(TRICK_POINTS[trump][level : level + over]) if each is None else over * each
    return total


def scored(
    rules: CompiledRules, call: str, doubled: int, board: int, seat: int, tricks: int
) -> tuple[int, ...]:
    """What both sides get when this seat has played this call to so many tricks."""
    texts = {each.text: number for number, each in enumerate(rules.calls)}
    state = machine.fresh(rules, 0, tuple(range(52)))
    for said in (call, *DOUBLES[doubled]):
        state = with_settings(state, rules.supplies[texts[said]], seat)
    won = [0, 0, 0, 0]
    won[seat], won[(seat + 1) % 4] = tricks, 13 - tricks
    state = state._replace(
        declarer=seat, call=texts[call], tricks_won=tuple(won), deal_number=board, step=len(rules.steps)
    )
    return tuple(int(points) for points in score_deal(rules, state, []).this_deal)


def test_every_result_of_every_contract_is_scored_as_law_77_says() -> None:
    rules = hp.load("bridge")
    compared = 0
    boards = {False: (1, 3), True: (2, 4)}
    for level, trump, doubled, vulnerable in product(range(1, 8), TRICK_POINTS, DOUBLES, (False, True)):
        for tricks in range(14):
            wanted = law77(level, trump, doubled, vulnerable, tricks)
            ours, theirs = max(wanted, 0), max(-wanted, 0)
            for board in boards[vulnerable]:
                found = scored(rules, f"{level} {trump}", doubled, board, seat=2, tricks=tricks)
                assert found == (ours, theirs), (level, trump, doubled, vulnerable, tricks)
                compared += 1
    assert compared == 35 * 14 * 3 * 2 * 2


def test_vulnerability_goes_round_with_the_boards() -> None:
    rules = hp.load("bridge")
    for whose, boards in BOARDS.items():
        for board, seat in product((*boards, *(number + 16 for number in boards)), range(4)):
            vulnerable = whose == "both" or whose == ("ours" if seat % 2 == 0 else "theirs")
            found = scored(rules, "3 no trump", 1, board, seat, 9)
            assert found[seat % 2] == (600 if vulnerable else 400), (board, seat)


def test_the_law_is_written_down_as_it_stands() -> None:
    """The worked examples of the law, so that the table above is held to something too."""
    assert law77(4, "spades", 1, True, 11) == 650
    assert law77(2, "hearts", 2, False, 8) == 470
    assert law77(1, "no trump", 1, False, 8) == 120
    assert law77(6, "hearts", 1, True, 12) == 1430
    assert law77(3, "no trump", 2, True, 5) == -1100
    assert law77(4, "spades", 2, False, 6) == -800
    assert law77(7, "diamonds", 1, False, 13) == 1440
