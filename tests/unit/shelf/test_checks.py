"""What the checks of meaning find, and what they let pass: small changes to a small game, each in a file."""

from __future__ import annotations

import pathlib
import shutil
from dataclasses import dataclass
from textwrap import dedent

import pytest

from hasenpfeffer.reading.codes import CODES
from hasenpfeffer.reading.diagnostic import Diagnostic
from hasenpfeffer.shelf.find import shelf_entries
from hasenpfeffer.shelf.load import load_reference
from hasenpfeffer.study.soundness import check_ranking, trump_text, trumps_to_choose

HEAD = 3
"""Lines that every house rule begins with."""
SMALL_GAME = pathlib.Path(__file__).parents[2] / "corpus" / "broken" / "fine-game.yaml"


@dataclass(frozen=True)
class House:
    """A folder with the small game, and house rules that extend it."""

    folder: pathlib.Path

    def write(self, text: str, name: str = "house", bases: str = "game") -> None:
        head = f"language: 1\ntitle: {name}\nextends: {bases}\n"
        (self.folder / f"{name}.yaml").write_text(head + dedent(text).lstrip("\n"), encoding="utf-8")

    def findings(self, reference: str = "./house.yaml") -> tuple[Diagnostic, ...]:
        loaded = load_reference(reference, folder=self.folder)
        if loaded.ruleset is not None:
            check_ranking(loaded.ruleset, loaded.findings)
        return loaded.findings.items

    def found(self, text: str) -> list[tuple[str, int]]:
        """Codes and lines of what is found in a house rule, counted from its own first line."""
        self.write(text)
        return [
            (finding.code, finding.place.start.line - (HEAD if finding.place.file == "house.yaml" else 0))
            for finding in self.findings()
        ]


@pytest.fixture
def house(tmp_path: pathlib.Path) -> House:
    shutil.copy(SMALL_GAME, tmp_path / "game.yaml")
    return House(tmp_path)


# ── the deal ──


@pytest.mark.parametrize(
    "text",
    [
        "steps:\n  deal: {packets: [2, 2, 2], piles: {widow: 1}}",
        "deck: {copies: 2}\nsteps:\n  deal: {packets: [4, 4, 4]}\n  auction: {calls: {numbers: {bid: 1..12}}}",
        "deck: {without: joker}\nsteps:\n  deal: {cards: all}\nremove: [steps.deal.packets, steps.deal.piles,"
        " steps.pick up, steps.discard]\nranking: {trump: A > K > Q > J > 10 > 9}",
    ],
)
def test_a_deal_that_comes_out(house: House, text: str) -> None:
    assert house.found(text) == []


def test_the_rest_goes_to_a_pile(house: House) -> None:
    text = """
        steps:
          deal:
            packets: [3, 2]
            piles: {stock: rest}
          auction: {calls: {numbers: {bid: 1..5}}}
        """
    assert house.found(text) == []


def test_too_many_cards_shows_the_sum(house: House) -> None:
    house.write("steps:\n  deal: {packets: [4, 3]}\n")
    (finding,) = house.findings()
    assert finding.code == "D401"
    assert finding.message == "The deal needs 29 cards, and the deck has 25"
    assert (finding.place.file, finding.place.start.line, finding.place.start.column) == (
        "house.yaml",
        HEAD + 2,
        19,
    )
    assert finding.label == "4 seats × 7 + widow 1 = 29"
    assert "4 suits × 6 ranks + joker = 25" in [related.message for related in finding.related]
    assert finding.help.startswith("Deal 6 cards to each seat, which uses all 25 cards")
    assert finding.facts == {"needed": 29, "available": 25, "seats": 4, "hand": 7, "widow": 1}


def test_only_the_seats_that_are_dealt_to_are_counted(house: House) -> None:
    house.write("steps:\n  more: {do: deal, after: deal, who: dealer, cards: 2}\n")
    (finding,) = [finding for finding in house.findings() if finding.code == "D401"]
    assert finding.message == "The deal needs 27 cards, and the deck has 25"
    assert finding.label == "4 seats × 6 + 1 seat × 2 + widow 1 = 27"
    text = """
        players: {seats: [a1, b1, c1, d1, e1], partners: none}
        steps:
          deal: {who: seats except dealer}
        """
    assert "D401" not in [code for code, _ in house.found(text)]


def test_more_seats_than_cards(house: House) -> None:
    text = "players: {seats: [a1, b1, c1, d1, e1, f1], partners: alternate}\nsteps:\n  deal: {packets: [5]}\n"
    assert house.found(text) == [("D401", 3)]


def test_two_that_say_the_same_size_agree(house: House) -> None:
    assert house.found("steps:\n  deal: {cards: 6}\n") == []
    assert house.found("steps:\n  deal: {cards: 7}\n") == [("D406", 2)]


def test_who_takes_cards_puts_as_many_away(house: House) -> None:
    assert house.found("remove: [steps.discard]\n") == [("D407", 33)]
    assert house.found("steps:\n  discard: {cards: 2}\n") == [("D407", 33)]
    assert house.found("remove: [steps.discard, steps.pick up]\n") == []


def test_all_hands_may_grow_smaller_together(house: House) -> None:
    text = """
        steps:
          put away: {do: discard, before: tricks, who: each seat, cards: 1}
        """
    assert "D407" not in [code for code, _ in house.found(text)]


def test_a_gift_makes_up_for_what_was_put_away(house: House) -> None:
    text = """
        steps:
          put away: {do: discard, before: tricks, who: declarer, cards: 1}
          gift: {do: give, after: put away, who: partner of declarer, to: declarer, cards: CARDS}
        """
    assert "D407" not in [code for code, _ in house.found(text.replace("CARDS", "1"))]
    assert "D407" in [code for code, _ in house.found(text.replace("CARDS", "2"))]


def test_a_misspelt_parameter_is_told_its_neighbour(house: House) -> None:
    house.write("parameters: {targt: 32}\n")
    (finding,) = house.findings()
    assert finding.message == "`type` is missing in `parameters.targt`. Did you mean `target`?"


def test_what_is_taken_only_sometimes_is_put_away_as_often(house: House) -> None:
    text = """
        steps:
          pick up: {if: bid > 3}
          discard: {if: bid > 3}
        """
    assert house.found(text) == []


# ── the auction ──


def test_a_bid_above_the_tricks_of_a_deal(house: House) -> None:
    house.write("steps:\n  auction:\n    calls:\n      numbers: {bid: 1..7}\n")
    (finding,) = house.findings()
    assert (finding.code, finding.place.start.line, finding.place.start.column) == ("B501", HEAD + 4, 22)
    assert finding.message == "The bid 7 can never be made: a deal has only 6 tricks"


def test_a_call_that_is_made_otherwise_is_in_reach(house: House) -> None:
    text = """
        steps:
          auction:
            calls:
              none at all: {bid: 7, made: tricks of declarers = 0}
        """
    assert house.found(text) == []


def test_a_bid_that_means_more_tricks(house: House) -> None:
    text = """
        terms:
          needed: bid + 2
          made: tricks of declarers >= needed
        """
    house.write(text)
    (finding,) = house.findings()
    assert (finding.code, finding.message.split(":")[0]) == ("B501", "The bids 5 and 6 can never be made")


def test_no_first_call(house: House) -> None:
    assert house.found("steps:\n  auction: {allowed: bid > 6}\n") == [("B504", 2)]
    assert house.found("steps:\n  auction: {allowed: bid > 5}\n") == []
    assert house.found("steps:\n  auction: {allowed: bid > 5 and score of me > 0}\n") == []


def test_a_forced_bid_above_every_call(house: House) -> None:
    text = "steps:\n  auction:\n    all pass: {{forced: dealer, to bid: {}}}\n"
    assert house.found(text.format(7)) == [("B505", 3)]
    assert house.found(text.format(6)) == []


# ── secrets ──


@pytest.mark.parametrize(
    "formula",
    [
        "hand of me has joker",
        "dealt of me has joker",
        "holder of joker is me",
        "me is declarer and hand of declarer has joker",
        "points of declarers > 0",
        "played has joker",
        "holders of A of spades has me",
        "tricks of declarers > 2 or count(joker among hand of me) = 1",
    ],
)
def test_a_seat_knows(house: House, formula: str) -> None:
    text = f"values: {{A: 1}}\nsteps:\n  tricks:\n    bars:\n      wait: {{if: {formula}, cards: joker}}\n"
    assert house.found(text) == []


@pytest.mark.parametrize(
    "formula",
    [
        "hand of declarer has joker",
        "hand of left of me has joker",
        "any(seat among seats where hand of seat has joker)",
        "holder of joker is declarer",
        "owner of joker is declarer",
        "widow has joker",
        "discard has joker",
        "dealt of (me or dealer) has joker",
        "not me is declarer or hand of declarer has joker",
        "armed of dealer",
    ],
)
def test_a_seat_does_not_know(house: House, formula: str) -> None:
    text = f"""
        steps:
          tricks:
            bars:
              wait: {{if: {formula}, cards: joker}}
        terms:
          armed of seat: hand of seat has joker
          made: tricks of declarers >= bid and armed of declarer
        """
    assert house.found(text) == [("T604", 4)]


def test_a_term_is_asked_as_its_caller_says(house: House) -> None:
    text = """
        steps:
          tricks:
            bars:
              wait: {if: armed of me, cards: joker}
        terms:
          armed of seat: hand of seat has joker
        """
    assert house.found(text) == []


def test_who_acts_knows_the_own_hand_by_name(house: House) -> None:
    text = "steps:\n  trump: {{from: 'suits except suit of (hand of {} except (9 or 10))'}}\n"
    assert house.found(text.format("declarer")) == []
    assert house.found(text.format("dealer")) == [("T604", 2)]


def test_a_pile_is_known_to_who_took_it(house: House) -> None:
    barred = "steps:\n  discard: {barred: widow}\n"
    assert house.found(barred) == []
    assert house.found("steps:\n  auction: {allowed: not widow has joker}\n") == [("T604", 2)]
    face_up = (
        "steps:\n  deal: {piles: {widow: {cards: 1, face: up}}}\n  auction: {allowed: not widow has joker}\n"
    )
    assert house.found(face_up) == []
    shown = "steps:\n  pick up: {shown: yes}\n  tricks: {follow: [{if: widow has joker, then: trumps}, any card]}\n"
    assert house.found(shown) == []


def test_points_are_secret_where_cards_are_put_aside(house: House) -> None:
    bar = "  tricks: {bars: {wait: {if: points of declarers > 1, cards: joker}}}\n"
    assert house.found(f"values: {{A: 1}}\nsteps:\n{bar}") == []
    assert house.found(f"values: {{A: 1}}\nsteps:\n  discard: {{onto: declarer}}\n{bar}") == [("T604", 4)]


def test_a_hand_that_may_be_thrown_in_is_the_own(house: House) -> None:
    text = "steps:\n  deal: {{thrown in: {{low: {{if: hand of {} is 9 or 10, when: asked}}}}}}\n"
    assert house.found(text.format("seat")) == []
    assert house.found(text.format("dealer")) == [("T604", 2)]


def test_cards_that_go_to_a_side_tell_who_belongs_to_it(house: House) -> None:
    gift = (
        "steps:\n  widow away: {{do: move, from: widow, onto: {}, before: tricks}}\n  pick up: {{if: no}}\n"
    )
    secret = "sides: {declarers: declarer and holder of joker, known to: holder of joker}\n"
    assert ("T605", 2) not in house.found(gift.format("defenders"))
    assert ("T605", 3) in house.found(secret + gift.format("defenders"))
    assert ("T605", 3) not in house.found(secret + gift.format("declarer"))


@pytest.mark.parametrize("shown", ["", "shown: yes"])
def test_a_step_that_tells_who_holds_a_card_is_shown(house: House, shown: str) -> None:
    asks = "do: choose, who: holder of joker, from: [clubs, hearts], before: trump"
    reads = "terms: {gain: if herald is clubs then 2 else 1}\n"
    expected = [] if shown else [("T605", 2)]
    assert house.found(f"steps:\n  herald: {{{asks}, {shown or 'if: bid > 1'}}}\n{reads}") == expected


def test_a_condition_on_a_hand_tells_too(house: House) -> None:
    assert house.found("steps:\n  alone: {if: hand of declarer has joker}\n") == [("T605", 2)]
    assert house.found("steps:\n  discard: {if: hand of declarer has joker}\n") == [("T605", 2)]
    assert house.found("steps:\n  discard: {if: hand of declarer has joker, shown: yes}\n") == []


def test_a_secret_choice_is_hidden_from_the_others(house: House) -> None:
    text = """
        steps:
          trump: {{secret until: trick number > 1}}
          {step}
        """
    own = "discard: {which: [any card except trumps, any card]}"
    assert house.found(text.format(step=own)) == []
    other = "alone: {who: left of declarer, if: trump is hearts, after: trump}"
    assert house.found(text.format(step=other)) == [("T604", 3)]


# ── scoring and the end ──


def test_sides_that_never_score_together_need_no_order(house: House) -> None:
    assert house.found("scoring:\n  beaten: {if: not made, who: defenders, gets: 2}\n") == []
    assert [code for code, _ in house.found("scoring:\n  beaten: {who: defenders, gets: 2}\n")] == ["P703"]
    assert [code for code, _ in house.found("scoring:\n  all: {who: each team, gets: tricks}\n")] == ["P703"]


def test_an_order_settles_it(house: House) -> None:
    text = (
        "scoring:\n  others: {who: defenders, gets: 2}\ngame: {first out: declarers or else highest score}\n"
    )
    assert house.found(text) == []


def test_a_line_does_not_count_instead_of_itself(house: House) -> None:
    assert [code for code, _ in house.found("scoring:\n  set: {instead of: [set, made]}\n")] == ["P705"]
    assert house.found("scoring:\n  set: {instead of: [made]}\n") == []


def test_a_score_that_nobody_reaches(house: House) -> None:
    assert [code for code, _ in house.found("terms: {gain: 0 - tricks of declarers}\n")] == ["G803"]
    assert house.found("terms: {gain: 0, loss: 0 - bid}\n") == [("P707", 1)]


# ── size ──


def test_a_formula_that_takes_too_long(house: House) -> None:
    loops = "any(card among any card where "
    text = f"terms:\n  gain: if {loops * 4}card is J{')' * 4} then 2 else 1\n"
    assert house.found(text) == [("S240", 2)]
    assert house.found(text.replace(loops, "", 2).replace("))))", "))")) == []


def test_numbers_that_do_not_fit(house: House) -> None:
    assert house.found("terms:\n  gain: bid * 1000000 * 1000000\n") == [("S244", 2)]
    assert house.found("terms:\n  gain: bid * 1000000 but at most 1000\n") == []


# ── names ──


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("terms: {gains: 2}", ("L902", "Nothing reads the term `gains`. Did you mean `gain`?")),
        ("terms: {price of seat: 2}", ("L902", "Nothing reads the term `price`")),
        (
            "parameters: {floor: {default: 3, type: 1..9, about: x}}",
            ("L902", "Nothing reads the parameter `floor`"),
        ),
        ("card names: {best: A of spades}", ("L902", "Nothing reads the card name `best`")),
        (
            "steps: {auction: {calls: {six: {bid: 6, stakes: 2}}}}",
            ("L903", "`stakes` is set in `auction`, and nothing reads it"),
        ),
        (
            "steps: {sign: {do: choose, who: dealer, from: [yes, no], before: trump}}",
            ("L903", "Nothing reads what is chosen in `sign`"),
        ),
        (
            "steps: {tricks: {after each: {note: {if: yes, set: {seen it: yes}}}}}",
            ("L903", "`seen it` is set in `tricks`, and nothing reads it"),
        ),
    ],
)
def test_names_that_nothing_reads(house: House, text: str, expected: tuple[str, str]) -> None:
    house.write(text + "\n")
    assert [(finding.code, finding.message) for finding in house.findings()] == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "terms: {extra: 2, gain: bid but at least extra}",
        "terms: {extra of seat: 2, gain: extra of declarer}",
        "terms: {extra: 2, gain: {by: bid, 1: extra}}",
        "card names: {best: A of spades}\nvalues: {best: 3}\nterms: {gain: points of declarers}",
        "parameters: {share: {default: 2, type: 1..3, about: x}}\nterms: {gain: share}",
    ],
)
def test_names_that_something_reads(house: House, text: str) -> None:
    assert house.found(text + "\n") == []


def test_a_name_that_only_the_base_reads_is_no_fault_of_a_patch(house: House) -> None:
    house.write(
        "card names: {best: J of trump, bowers: best}\nranking: {trump: joker > bowers > A..9}\n", "bowers"
    )
    house.write("card names: {bowers: nothing}\n", bases="bowers")
    assert house.findings() == ()


# ── compositions ──


def composed(house: House, *patches: str) -> list[tuple[str, str, str]]:
    found = house.findings("+".join(("./game.yaml", *(f"./{patch}.yaml" for patch in patches))))
    return [(finding.severity, finding.code, finding.place.line) for finding in found]


def test_a_patch_that_can_have_no_effect(house: House) -> None:
    house.write("remove: [steps.alone]\npromises: [declarers are not alone]\n", "nobody-alone")
    house.write("terms:\n  gain: if declarers are alone then 2 else 1\n", "alone-counts")
    house.write("terms:\n  loss: if declarer is forced then 1 else 2\n", "forced-counts")
    house.write("steps:\n  auction: {all pass: {forced: dealer}}\n", "dealer-bids")
    assert composed(house, "alone-counts") == []
    assert composed(house, "nobody-alone") == []
    assert composed(house, "alone-counts", "nobody-alone") == [("warning", "L901", "alone-counts.yaml:5")]
    assert composed(house, "forced-counts") == [("warning", "L901", "forced-counts.yaml:5")]
    assert composed(house, "forced-counts", "dealer-bids") == []


def test_a_patch_alone_is_not_told_that_it_needs_another(house: House) -> None:
    house.write("terms:\n  loss: if declarer is forced then 1 else 2\n")
    assert house.findings() == ()


def test_a_patch_that_writes_what_is_so_already(house: House) -> None:
    house.write("parameters: {target: 10}\n", "ten")
    house.write("parameters: {target: 12}\n", "twelve")
    assert composed(house, "ten") == [("warning", "L904", "ten.yaml:4")]
    assert composed(house, "twelve") == []


def test_a_patch_that_is_in_the_game_already(house: House) -> None:
    house.write("parameters: {target: 12}\n", "twelve")
    house.write("", bases="[game, twelve]")
    found = house.findings("./house.yaml+./twelve.yaml")
    assert [finding.message for finding in found] == [
        "`twelve` is a part of `house` already, and changes nothing"
    ]


def test_a_broken_promise(house: House) -> None:
    house.write("remove: [steps.alone]\npromises: [declarers are not alone]\n", "nobody-alone")
    house.write(
        "steps:\n  auction:\n    calls:\n      all: {bid: 6, alone: yes}\nremove: [steps.alone]\n",
        "alone-as-bid",
    )
    house.write("", bases="[game, nobody-alone]")
    assert composed(house, "alone-as-bid") == []
    assert composed(house, "alone-as-bid", "nobody-alone") == [("error", "X313", "alone-as-bid.yaml:7")]
    (laid_upon,) = house.findings("./house.yaml+./alone-as-bid.yaml")
    assert (laid_upon.code, laid_upon.severity) == ("X313", "warning")
    assert [related.place.line for related in laid_upon.related] == ["nobody-alone.yaml:5"]


def test_a_promise_about_the_others_is_kept_by_a_bid_of_ones_own(house: House) -> None:
    house.write("promises: [defenders are not alone]\n", "defenders-together")
    assert composed(house, "defenders-together") == []


# ── the ranking ──


def test_a_card_without_a_place(house: House) -> None:
    house.write("steps:\n  trump: {from: {also: [no trump]}}\n")
    (finding,) = house.findings()
    assert (finding.code, finding.place.start.line, finding.place.start.column) == ("T603", HEAD + 2, 25)
    assert finding.message == "When trump is `no trump`, nothing says where `joker` stands"


def test_cards_of_no_suit_have_one(house: House) -> None:
    text = """
        steps:
          trump: {from: {also: [no trump]}}
        ranking:
          cards of no suit:
            joker: {strength: beats everything, following with it: when void}
        """
    assert house.found(text) == []


def test_a_rank_that_a_ranking_forgets(house: House) -> None:
    house.write("ranking:\n  plain: A > K > Q > J > 10\n")
    (finding,) = house.findings()
    assert finding.code == "T603"
    assert finding.message == ("The `plain` line leaves out `9`, and nothing else says where it stands")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("ranking:\n  trump: [{if: hand of me has joker, then: A..9}, joker > A..9]", "T606"),
        ("ranking:\n  trump: [{if: bid > 3, then: A..9}, joker > A..9]", "T606"),
        ("ranking:\n  plain: hearts > A..9", "T606"),
        ("terms: {gain: points of declarers}\nvalues:\n  A: bid", "T606"),
        ("terms: {gain: points of declarers}\nvalues:\n  hearts: 1", ""),
        ("ranking:\n  trump: [{if: trump is hearts, then: A > joker > K..9}, joker > A..9]", ""),
        (
            "terms: {red: trump is hearts}\nranking:\n  trump: [{if: red, then: A > joker > K..9}, joker > A..9]",
            "",
        ),
    ],
)
def test_ranks_ask_only_for_the_trump(house: House, text: str, code: str) -> None:
    assert [found for found, _ in house.found(text + "\n")] == ([code] if code else [])


def test_trumps_to_choose(house: House) -> None:
    house.write("steps:\n  auction: {calls: {numbers: {trump: [hearts, no trump]}}}\nremove: [steps.trump]\n")
    loaded = load_reference("./house.yaml", folder=house.folder)
    assert loaded.ruleset
    assert [trump_text(trump, loaded.ruleset) for trump in trumps_to_choose(loaded.ruleset)] == [
        "hearts",
        "no trump",
    ]


# ── the shelf ──


@pytest.mark.parametrize("name", [entry.name for entry in shelf_entries()])
def test_every_shipped_file_is_sound(name: str) -> None:
    loaded = load_reference(name, schema=False)
    assert loaded.ruleset
    check_ranking(loaded.ruleset, loaded.findings)
    assert loaded.findings.items == ()


def test_every_code_of_the_checks_has_a_meaning() -> None:
    assert {"B501", "B504", "B505", "D401", "D403", "D405", "D406", "D407", "G803"} <= CODES.keys()
    assert {"L901", "L902", "L903", "L904", "P703", "P705"} <= CODES.keys()
    assert {"S240", "S244", "T603", "T604", "T605", "X313"} <= CODES.keys()
