"""Leaflets: what a player reads is what the rule file says."""

from __future__ import annotations

import time
from functools import cache
from typing import TYPE_CHECKING

import pytest

from hasenpfeffer.lang import types
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.report.document import (
    Block,
    Bullets,
    Heading,
    Paragraph,
    Table,
    as_markdown,
    as_text,
    chapters,
)
from hasenpfeffer.report.explain.leaflet import blocks, leaflet
from hasenpfeffer.report.explain.phrases import Phrases
from hasenpfeffer.ruleset.steps import AuctionStep
from hasenpfeffer.shelf.find import shelf_entries
from hasenpfeffer.shelf.load import load_reference

if TYPE_CHECKING:
    from pathlib import Path

    from hasenpfeffer.ruleset.model import Ruleset

MOST_SECONDS = 10.0


@cache
def _ruleset(reference: str, *options: str) -> Ruleset:
    loaded = load_reference(reference, dict(option.split("=") for option in options))
    assert loaded.ruleset is not None, [finding.message for finding in loaded.findings.items]
    return loaded.ruleset


@cache
def _document(reference: str, *options: str) -> tuple[Block, ...]:
    return blocks(_ruleset(reference, *options))


def _chapter(reference: str, title: str, *options: str) -> list[Block]:
    """The blocks under one heading."""
    found = [chapter.body for chapter in chapters(_document(reference, *options)) if chapter.title == title]
    assert found, f"there is no chapter {title}"
    return [block for body in found for block in body]


def _own(folder: Path, text: str, title: str) -> list[Block]:
    """The chapter of a file of one's own."""
    (folder / "own.yaml").write_text(text, "utf-8")
    loaded = load_reference("./own.yaml", folder=folder)
    assert loaded.ruleset is not None, [finding.message for finding in loaded.findings.items]
    (found,) = (chapter for chapter in chapters(blocks(loaded.ruleset)) if chapter.title == title)
    return list(found.body)


def _texts(found: list[Block]) -> str:
    """Paragraphs and points as one text."""
    texts = [block.text for block in found if isinstance(block, Paragraph)]
    for block in found:
        if isinstance(block, Bullets):
            texts += [f"{item.lead}: {item.text}" for item in block.items]
    return "\n".join(texts)


def _tables(found: list[Block]) -> list[Table]:
    return [block for block in found if isinstance(block, Table)]


def _cells(table: Table) -> dict[str, tuple[str, ...]]:
    """Each row by its first cell."""
    return {row[0]: row[1:] for row in table.rows}


# --- the house game


def test_the_leaflet_begins_with_title_and_summary() -> None:
    first, second, *_ = _document("hasenpfeffer")
    assert first == Heading("Hasenpfeffer", 1)
    assert isinstance(second, Paragraph)
    assert second.text.startswith("Euchre's cousin for two pairs")


def test_players_and_partners() -> None:
    text = _texts(_chapter("hasenpfeffer", "Players"))
    assert "Four players" in text
    assert "North and South play against East and West" in text


def test_the_pack_is_counted() -> None:
    text = _texts(_chapter("hasenpfeffer", "The cards"))
    assert text.startswith(
        "25 cards: 9 10 J Q K A of clubs, diamonds, hearts and spades, and the joker (written Jo)."
    )


def test_trumps_of_spades_from_joker_to_nine() -> None:
    (table,) = _tables(_chapter("hasenpfeffer", "Which card is higher"))
    trumps, others = _cells(table)["♠"]
    assert trumps == "Joker, J♠ right bower, J♣ left bower, A♠, K♠, Q♠, 10♠, 9♠"
    assert others == "♣: A K Q 10 9; ♦ ♥: A K Q J 10 9"


def test_the_deal_leaves_a_widow() -> None:
    text = _texts(_chapter("hasenpfeffer", "The deal"))
    assert "dealt six cards, three at a time" in text
    assert "One card is laid face down on the table as the widow" in text


def test_the_ladder_goes_from_one_to_six() -> None:
    (ladder,) = _tables(_chapter("hasenpfeffer", "The auction"))
    assert ladder.rows == (
        ("1", "one trick"),
        ("2", "two tricks"),
        ("3", "three tricks"),
        ("4", "four tricks"),
        ("5", "five tricks"),
        ("6", "six tricks"),
    )


def test_the_lowest_bid_cuts_the_ladder_and_the_score_table() -> None:
    (ladder,) = _tables(_chapter("hasenpfeffer", "The auction", "lowest bid=4"))
    assert [row[0] for row in ladder.rows] == ["4", "5", "6"]
    (scores,) = _tables(_chapter("hasenpfeffer", "Scoring", "lowest bid=4"))
    assert list(_cells(scores)) == ["4", "5", "6"]


def test_how_the_auction_goes_and_ends() -> None:
    text = _texts(_chapter("hasenpfeffer", "The auction"))
    assert "The player on the dealer's left speaks first" in text
    assert "A pass is final" in text
    assert "ends when all but one have passed, but everybody gets at least one turn" in text
    assert "If all pass, the cards are thrown in and dealt again" in text


def test_the_steps_before_play() -> None:
    text = _texts(_chapter("hasenpfeffer", "Before play"))
    assert "Pick up: The declarer takes the widow into the hand." in text
    assert "Trump: The declarer names trumps: any suit." in text
    assert "Defend alone: If the declarer plays alone, one of the defenders" in text
    assert "Discard: The declarer puts one card face down aside." in text


def test_who_leads_and_follows() -> None:
    text = _texts(_chapter("hasenpfeffer", "The play"))
    assert "The player on the dealer's left leads to the first trick" in text
    assert "if a defender plays alone, the lone defender does" in text
    assert "Everybody must follow suit" in text


def test_a_bid_of_four_that_wins_two_tricks_loses_two() -> None:
    (table,) = _tables(_chapter("hasenpfeffer", "Scoring"))
    assert table.header == ("Call", "0", "1", "2", "3", "4", "5", "6")
    assert _cells(table)["4"] == ("0", "−1", "−2", "−3", "4", "5", "6")


def test_scoring_in_words() -> None:
    text = _texts(_chapter("hasenpfeffer", "Scoring"))
    assert (
        "Made: If the declarer's side wins at least as many tricks as were bid, "
        "it scores a point for each of its tricks." in text
    )
    assert "Set: If the declarer's side wins fewer tricks than were bid, it loses" in text
    assert "stakes" not in text, "a factor that is always one needs no word"


def test_the_end_of_the_game() -> None:
    text = _texts(_chapter("hasenpfeffer", "The game"))
    assert "A side that, after a deal, has 10 points or more has won the game." in text
    assert "the winner is the declarer's side, or else the one with the highest score" in text
    assert "The next dealer is the player on the dealer's left, also after a deal that was thrown in." in text
    assert "has 32 points or more" in _texts(_chapter("hasenpfeffer", "The game", "target=32"))


def test_parameters_with_what_a_table_may_choose() -> None:
    (table,) = _tables(_chapter("hasenpfeffer", "What a table may agree on", "target=32"))
    assert _cells(table)["target"] == ("32", "1 to 1000", "points that win the game")


def test_cards_with_names_say_whether_they_are_trumps() -> None:
    text = _texts(_chapter("hasenpfeffer", "The cards"))
    assert "Right bower: The jack of trumps.\n" in text
    assert "Left bower: The jack of the other suit of the same colour. It is a trump." in text
    assert "Bowers: The right bower and the left bower, from high to low. They are trumps." in text
    assert "They are trumps, but not with null game." in _texts(_chapter("skat", "The cards"))
    assert "trumps" not in _texts(_chapter("hearts", "The cards"))


def test_suits_without_signs_are_introduced() -> None:
    text = _texts(_chapter("schafkopf", "The cards"))
    assert "A suit is written E for acorns, G for leaves, H for hearts and S for bells." in text


def test_the_declarer_is_introduced_where_the_auction_ends() -> None:
    for entry in shelf_entries():
        for auction in (step for step in _ruleset(str(entry.path)).steps if isinstance(step, AuctionStep)):
            kinds = sum(isinstance(step, AuctionStep) for step in _ruleset(str(entry.path)).steps)
            title = "The auction" if kinds == 1 else auction.name.capitalize()
            text = _texts(_chapter(str(entry.path), title)).casefold()
            assert "declarer" in text, entry.name


def test_no_leaflet_speaks_of_bidders() -> None:
    told = [as_text(blocks(_ruleset(str(entry.path)))) for entry in shelf_entries()]
    assert [text.splitlines()[0] for text in told if "bidder" in text.replace("bidder-leads", "")] == []


def test_a_lone_hand_that_is_scored_like_any_other_is_said_to_be() -> None:
    said = "Playing alone is not scored higher"
    assert said in _texts(_chapter("hasenpfeffer", "Scoring"))
    for other in ("alone-double", "euchre", "no-alone", "bid-euchre", "skat"):
        assert said not in _texts(_chapter(other, "Scoring")), other


# --- house rules


def test_the_number_of_a_call_that_has_its_own_aim_says_nothing_of_tricks(tmp_path: Path) -> None:
    text = """language: 1
title: Empty
extends: hasenpfeffer
steps:
  auction:
    calls:
      empty: {above: all, bid: 6, made: tricks of declarers = 0, gain: 8, loss: 8}
"""
    says = _cells(_tables(_own(tmp_path, text, "The auction"))[0])
    assert says["6"] == ("six tricks",)
    assert says["empty"] == ("made if the declarer's side wins no trick, gain 8, loss 8",)


def test_the_number_of_a_call_counts_where_a_line_of_the_score_reads_it(tmp_path: Path) -> None:
    text = """language: 1
title: Empty
extends: hasenpfeffer
steps:
  auction:
    calls:
      empty: {above: all, bid: 6, made: tricks of declarers = 0}
scoring:
  extra: {who: declarers, gets: bid}
"""
    says = _cells(_tables(_own(tmp_path, text, "The auction"))[0])
    assert says["empty"] == ("six tricks, made if the declarer's side wins no trick",)


def test_every_call_of_a_table_says_something() -> None:
    for entry in shelf_entries():
        for table in _tables(list(_document(str(entry.path)))):
            if table.header == ("Call", "What it says"):
                assert all(says for _, says in table.rows), entry.name
                assert not any(says.startswith("only if") for _, says in table.rows), entry.name


def test_a_forced_bid_that_somebody_must_always_make_throws_nothing_in() -> None:
    text = _texts(_chapter("settled", "The auction"))
    assert "whoever holds the joker must bid 3; if nobody does, the dealer must." in text


def test_values_with_a_name_stand_in_quotation_marks_and_are_explained(tmp_path: Path) -> None:
    text = """language: 1
title: Counted
extends: hasenpfeffer
terms:
  counted of team: tricks of team + (if trump is spades then 2 else 1)
  made: counted of declarers >= bid
  gain: counted of declarers
"""
    told = _texts(_own(tmp_path, text, "Scoring"))
    assert "If the “counted” of the declarer's side is at least the bid" in told
    assert "“Counted” is explained below" in told
    words = _texts(_own(tmp_path, text, "What these words mean"))
    assert words.startswith("Counted of a side: The side's tricks plus ")


def test_a_chapter_points_to_words_that_are_explained_further_down() -> None:
    pointer = _chapter("euchre", "First round")[-1]
    assert pointer == Paragraph("“Proposed” is explained below, under “What these words mean”.", aside=True)
    later = _chapter("euchre", "Second round")
    assert not any(block.aside for block in later if isinstance(block, Paragraph))
    words = _texts(_chapter("euchre", "What these words mean"))
    assert "Proposed: The printed suit of the upcard." in words


def test_a_file_that_puts_house_rules_together_is_summed_up_by_none_of_them(tmp_path: Path) -> None:
    text = "language: 1\ntitle: Friday\nextends: [big-pepper, no-trump]\n"
    (tmp_path / "friday.yaml").write_text(text, "utf-8")
    ruleset = load_reference("./friday.yaml", folder=tmp_path).ruleset
    assert ruleset is not None
    _, summary, patches, *_ = blocks(ruleset)
    assert summary == Paragraph(_ruleset("hasenpfeffer").summary)
    assert patches == Paragraph("With the house rules big-pepper and no-trump.")
    text = "language: 1\ntitle: One\nextends: big-pepper\n"
    (tmp_path / "one.yaml").write_text(text, "utf-8")
    one = load_reference("./one.yaml", folder=tmp_path).ruleset
    assert one is not None
    assert one.summary == _ruleset("big-pepper").summary
    assert one.composed_of == ()


def test_patches_of_patches_are_summed_up_by_nobody(tmp_path: Path) -> None:
    text = "language: 1\ntitle: Both\nextends: [hoyle, widow-unused]\n"
    (tmp_path / "both.yaml").write_text(text, "utf-8")
    ruleset = load_reference("./both.yaml", folder=tmp_path).ruleset
    assert ruleset is not None
    assert (ruleset.summary, ruleset.composed_of) == ("", ("hoyle", "widow-unused"))


def test_a_big_pepper_counts_double() -> None:
    (ladder,) = _tables(_chapter("hasenpfeffer+big-pepper", "The auction"))
    assert _cells(ladder)["big pepper"] == ("six tricks, counts double",)
    (scores,) = _tables(_chapter("hasenpfeffer+big-pepper", "Scoring"))
    assert _cells(scores)["big pepper"][-1] == "12"
    assert "it loses a point for each of its tricks, doubled with “big pepper”." in _texts(
        _chapter("hasenpfeffer+big-pepper", "Scoring")
    )


def test_factors_are_told_as_what_they_do() -> None:
    scoring = _texts(_chapter("double-hasenpfeffer", "Scoring"))
    assert "doubled if the declarer plays alone and halved if the declarer was made to bid." in scoring
    assert "doubled with “shoot the moon”." in _texts(_chapter("double-deck-bid-euchre", "Scoring"))


def test_a_choice_of_a_few_numbers_is_told_where_it_is_scored() -> None:
    scoring = _texts(_chapter("three-handed-euchre", "Scoring"))
    assert "the declarer scores 3 points if the declarer wins all five tricks, otherwise 1 point." in scoring


def test_a_lone_defender_leads_only_where_there_may_be_one() -> None:
    assert "a defender plays alone" in _texts(_chapter("hasenpfeffer", "The play"))
    play = _texts(_chapter("double-hasenpfeffer", "The play"))
    assert "a defender" not in play
    assert "the player on the lone declarer's left does" in play


def test_names_that_no_card_has_are_left_out() -> None:
    assert "ower" not in _texts(_chapter("double-hasenpfeffer", "The cards"))
    assert "bower" not in str(_tables(_chapter("double-hasenpfeffer", "Which card is higher")))


def test_a_later_call_of_the_same_number_is_not_told_as_equal() -> None:
    (ladder,) = _tables(_chapter("six-handed-bid-euchre", "The auction"))
    (alone,) = (says for call, (says, *_) in _cells(ladder).items() if call.startswith("alone"))
    assert alone == "eight tricks, counts double, names the trumps, played alone"


def test_a_yes_that_only_a_call_says_is_told_as_the_call() -> None:
    assert (
        "If the call is “open misère” and the first trick is over, the declarer plays with open cards."
        in _texts(_chapter("five-hundred", "The play"))
    )
    (ladder,) = _tables(_chapter("five-hundred", "The auction"))
    assert _cells(ladder)["misère"][0].endswith("played alone, only over one of the sevens")


def test_players_are_they_and_sides_are_it() -> None:
    assert "they have 500 points or more, are the declarer and “made” holds." in _texts(
        _chapter("five-hundred-three", "The game")
    )
    assert "it has 500 points or more, it is the declarer's side and “made” holds." in _texts(
        _chapter("five-hundred", "The game")
    )


def test_a_forced_dealer_leaves_nothing_to_throw_in() -> None:
    assert "thrown in" in _texts(_chapter("euchre", "The game"))
    assert "thrown in" not in _texts(_chapter("double-deck-bid-euchre", "The game"))


def test_the_holder_of_the_joker_must_bid() -> None:
    text = _texts(_chapter("hoyle", "The auction"))
    assert "If all pass, whoever holds the joker must bid 3" in text


def test_what_the_other_side_gets_stands_in_a_table_of_its_own() -> None:
    first, second = _tables(_chapter("hoyle", "Scoring"))
    assert _cells(first)["4"] == ("−4", "−4", "−4", "−4", "4", "5", "6")
    assert _cells(second) == {"any call": ("6", "5", "4", "3", "2", "1", "0")}


def test_doubles_have_tables_of_their_own() -> None:
    plain, doubled, redoubled = _tables(_chapter("doubling", "Scoring"))
    assert [_cells(table)["4"][2] for table in (plain, doubled, redoubled)] == ["−2", "−4", "−8"]


def test_a_lone_declarer_has_a_row_or_table_only_where_it_matters() -> None:
    assert len(_tables(_chapter("hasenpfeffer", "Scoring"))) == 1
    together, alone = _tables(_chapter("alone-double", "Scoring"))
    assert "alone" in alone.caption
    assert (_cells(together)["4"][5], _cells(alone)["4"][5]) == ("5", "10")


def test_a_joker_without_trumps_is_explained() -> None:
    text = _texts(_chapter("no-trump", "Which card is higher"))
    assert "The joker: Beats every other card." in text


# --- other games


def test_euchre_scores_by_tricks_alone() -> None:
    makers, others = _tables(_chapter("euchre", "Scoring"))
    assert _cells(makers)["the declarer alone"] == ("0", "0", "0", "1", "1", "4")
    assert list(_cells(others).values()) == [("2", "2", "2", "0", "0", "0")]


def test_bridge_has_a_table_for_either_vulnerability() -> None:
    tables = _tables(_chapter("bridge", "Scoring"))
    not_vulnerable = next(table for table in tables if "(not vulnerable)" in table.caption)
    assert _cells(not_vulnerable)["4♥ and 4♠"][10] == "420"


def test_scores_that_depend_on_cards_have_no_table() -> None:
    assert not _tables(_chapter("skat", "Scoring"))
    assert not _tables(_chapter("hearts", "Scoring"))


def test_jacks_lead_the_trumps_of_skat() -> None:
    (table,) = _tables(_chapter("skat", "Which card is higher"))
    rows = _cells(table)
    assert rows["♣"][0] == "J♣, J♠, J♥, J♦, A♣, 10♣, K♣, Q♣, 9♣, 8♣, 7♣"
    assert rows["grand"][0] == "J♣, J♠, J♥, J♦"
    assert rows["null game"][1] == "♦ ♥ ♠ ♣: A K Q J 10 9 8 7"


def _whole(name: str) -> str:
    """A leaflet without its lines, and without the boldface of its points."""
    return " ".join(as_text(blocks(_ruleset(name)), width=200).split())


def test_hands_of_another_size_in_each_deal() -> None:
    text = _whole("oh-hell")
    assert "Each player is dealt as many cards as the “hand size” says." in text
    assert "Hand size: 10 down to 1, then 2 up to 10, deal by deal." in text


def test_a_number_that_may_not_be_said() -> None:
    hook = (
        "if the player is the dealer, not the number with which all of them would add up to the “hand size”."
    )
    assert hook in _whole("oh-hell")


def test_what_is_called_adds_up_and_thirds_are_rounded() -> None:
    text = _whole("tressette")
    assert "Shown with it: twos. “Declared” grows by the number of twos in the player's hand." in text
    assert "Cards: Each side scores its card points, rounded down." in text


def test_a_player_who_is_named_again_is_that_player() -> None:
    assert "as soon as a player's score plus 5 times that player's tricks is at least 25." in _whole(
        "twenty-five"
    )


def test_names_of_several_things_are_plural() -> None:
    assert "If the declarer's “earned points” are at least the bid" in _whole("pitch")


def test_trumps_by_the_deal_before() -> None:
    text = _whole("ninety-nine")
    assert "Trumps: No trump in the first deal, otherwise by the “successes before”: diamonds for 0," in text
    assert "the cards that the declarer has laid aside are turned face up" in text


def test_the_moon_of_hearts() -> None:
    text = _texts(_chapter("hearts", "Scoring"))
    assert "Each player but the shooter scores 26 points" in text
    assert "Shooter: Whoever has taken all of the penalty cards." in _texts(
        _chapter("hearts", "What these words mean")
    )


def test_prohibitions_of_hearts() -> None:
    text = _texts(_chapter("hearts", "The play"))
    assert "Hearts wait: To lead a heart before a heart has been played." in text
    assert "No points first: To play one of the penalty cards in the first trick." in text


def test_what_is_passed_in_hearts_says_when_nothing_is() -> None:
    assert "the player opposite in the third, but none in the fourth" in _texts(_chapter("hearts", "Passing"))


def test_calls_of_which_the_first_ends_the_auction_are_no_ladder() -> None:
    captions = [table.caption for table in _tables(_chapter("euchre", "Second round"))]
    assert captions == ["The calls:"]


def test_whoever_sits_out_does_not_lead() -> None:
    said = "Whoever sits out is passed over."
    assert said in _texts(_chapter("euchre", "The play"))
    assert said not in _texts(_chapter("spades", "The play"))


def test_who_bids_first_in_spades() -> None:
    text = _texts(_chapter("spades", "Before play"))
    assert "in turn, beginning with the player on the dealer's left, a number" in text


def test_matadors_and_bags_are_said_in_words() -> None:
    words = _texts(_chapter("skat", "What these words mean"))
    assert "from the highest down without a gap in the declarer's hand as dealt and the skat" in words
    assert "loses 100 for every full 10 of its bags" in _texts(_chapter("spades", "Scoring"))


# --- all of them


@pytest.mark.parametrize("entry", shelf_entries(), ids=lambda entry: entry.name)
def test_every_shipped_file_has_a_leaflet(entry) -> None:
    ruleset = _ruleset(str(entry.path))
    begin = time.perf_counter()
    document = blocks(ruleset)
    assert time.perf_counter() - begin < MOST_SECONDS
    assert as_markdown(document).startswith("# ")
    for width in (40, 80, 200):
        assert max(len(line) for line in as_text(document, width=width).splitlines()) <= width
    assert as_text(document, ascii_only=True).isascii()
    assert as_markdown(document, ascii_only=True).isascii()


@pytest.mark.parametrize("entry", shelf_entries(), ids=lambda entry: entry.name)
def test_no_leaflet_stumbles(entry) -> None:
    text = as_text(blocks(_ruleset(str(entry.path))), width=200)
    for slip in (
        "the the ",
        " a a ",
        "None",
        "of of ",
        "“”",
        " if if ",
        "..",
        " ,",
        "first_that_is",
        "or_else",
    ):
        assert slip not in text.replace("…", ""), slip


@pytest.mark.parametrize(
    "kind", [types.YESNO, types.SEATS, types.CARDS, types.SUITS, types.ANY_NUMBER, types.CALLS]
)
def test_an_operation_without_a_phrase_is_called_by_its_name(kind: types.Type) -> None:
    assert "turned upside down" in Phrases(_ruleset("hasenpfeffer")).said(Typed("turned_upside_down", kind))


def test_formats_and_origins() -> None:
    ruleset = _ruleset("hasenpfeffer")
    assert leaflet(ruleset).startswith("Hasenpfeffer\n====")
    assert leaflet(ruleset, format="markdown").startswith("# Hasenpfeffer\n")
    assert "hasenpfeffer.yaml:" not in leaflet(ruleset)
    assert "hasenpfeffer.yaml:" in leaflet(ruleset, origins=True, width=200)


def test_a_leaflet_is_the_same_each_time() -> None:
    ruleset = _ruleset("five-hundred")
    assert leaflet(ruleset) == leaflet(ruleset)
