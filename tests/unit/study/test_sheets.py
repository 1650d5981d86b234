"""Score sheets: what scoring needs to be told, how lines are read, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from hasenpfeffer.errors import CaseError, UnsupportedError
from hasenpfeffer.shelf.family import Reader
from hasenpfeffer.shelf.find import shelf_entries
from hasenpfeffer.study.cases import Runner
from hasenpfeffer.study.loading import load_sound
from hasenpfeffer.study.sheets import Sheet

READER = Reader()
GAMES = [entry.name for entry in shelf_entries() if entry.kind == "game"]


@cache
def ruleset(reference):
    found = load_sound(reference, read=READER).ruleset
    assert found is not None
    return found


def sheet(reference="hasenpfeffer", **settings):
    return Sheet(ruleset(reference), **settings)


def entered(reference, *lines):
    """The scores after some deals, by account."""
    kept = sheet(reference)
    for line in lines:
        assert kept.question(line) is None, kept.question(line)
        kept.enter(line)
    return dict(zip(kept.rules.accounts, kept.scores, strict=True))


def scores(first, second):
    return {"north-south": first, "east-west": second}


class TestWhatIsScored:
    @pytest.mark.parametrize(
        ("rules", "line", "expected"),
        [
            ("hasenpfeffer", "south 4 hearts, 5 tricks", scores(5, 0)),
            ("hasenpfeffer", "5 tricks, south 4", scores(5, 0)),
            ("hasenpfeffer", "South bid 4 in ♥ and took 5", scores(5, 0)),
            ("hasenpfeffer", "south 4 3", scores(-3, 0)),
            ("hasenpfeffer", "west 3, east-west 4 tricks", scores(0, 4)),
            ("hasenpfeffer", "west 3, north-south 2 tricks", scores(0, 4)),
            ("hasenpfeffer", "west 3, defenders 2 tricks", scores(0, 4)),
            ("hasenpfeffer", "north-south 5 east-west 1 north 4", scores(5, 0)),
            ("hasenpfeffer", "south four, five tricks", scores(5, 0)),
            ("hasenpfeffer", "south six, 6", scores(6, 0)),
            ("hasenpfeffer", "tricks 5 tricks, south 4", scores(5, 0)),
            ("hasenpfeffer", "north 4 alone, north-south alone 5", scores(5, 0)),
            ("hasenpfeffer+alone-double", "north 2 alone west alone, north-south 3", scores(6, 0)),
            ("hasenpfeffer+alone-as-bid", "west alone, north alone, 6", scores(0, 12)),
            ("euchre+euchre-defend-alone", "south order up alone, west alone, 2", scores(0, 4)),
            ("hasenpfeffer", "pass", scores(0, 0)),
            ("hasenpfeffer+big-pepper", "west big pepper 3", scores(0, -6)),
            ("hasenpfeffer+big-pepper", "west Big-Pepper, alone, 6", scores(0, 12)),
            ("hasenpfeffer+alone-double", "west 4 alone 6", scores(0, 12)),
            ("hasenpfeffer+alone-as-bid", "west alone, 6", scores(0, 12)),
            ("hasenpfeffer+hoyle", "south 4, 2 tricks", scores(-4, 4)),
            ("hasenpfeffer+hoyle", "thrown in", scores(0, 0)),
            ("hasenpfeffer+forced-half+hoyle", "south forced 3, 2", scores(Fraction(-3, 2), 4)),
            ("euchre", "south order up, 5, alone", scores(4, 0)),
            ("euchre", "south another suit hearts, 2", scores(0, 2)),
            ("bridge", "south 4 hearts 10 tricks", scores(420, 0)),
            ("bridge", "west 3 no trump double 7", scores(300, 0)),
            ("bridge", "pass", scores(0, 0)),
            ("five-hundred", "south misere 0", scores(250, 0)),
            ("five-hundred", "south 7 spades 8 tricks", scores(140, 20)),
            ("spades", "north 4 5, east 3 3, south 2 2, west 5 3", scores(61, -80)),
            ("whist", "north-south 8 tricks", scores(2, 0)),
        ],
    )
    def test_a_line_scores_as_the_rules_say(self, rules, line, expected):
        assert entered(rules, line) == expected

    def test_scores_and_counters_add_up(self):
        kept = sheet("spades")
        for _ in range(4):
            kept.enter("north 1 4, east 3 3, south 1 3, west 2 3")
        assert kept.scores == (4 * 25 - 2 * 100, 4 * 51)
        assert kept.deals[-1].state.counters == ((0, 4),)

    def test_the_game_is_over_when_the_rules_say_so(self):
        kept = sheet()
        kept.enter("south 6, 6")
        assert not kept.is_over
        kept.enter("south 4, 4")
        assert kept.is_over and kept.deals[-1].state.winners == 1

    def test_the_deal_moves_on(self):
        kept = sheet(dealer=0)
        kept.enter("south 4 4")
        assert kept.players.names[kept.state.dealer] == "east"
        kept.enter("pass")
        assert (kept.players.names[kept.state.dealer], kept.state.deal_number) == ("south", 2)
        kept.set_dealer(3)
        kept.enter("west 3 3")
        assert kept.players.names[kept.deals[-1].state.dealer] == "west"

    def test_undo_takes_back_scores_and_dealers(self):
        kept = sheet(dealer=0)
        kept.enter("south 4 4")
        kept.set_dealer(3)
        before = kept.state
        kept.enter("west 3 3")
        kept.undo()
        assert kept.state == before
        kept.undo()
        assert kept.undo() is None and kept.scores == (0, 0)

    def test_players_may_be_called_by_their_names(self):
        kept = sheet(names=("Ada", "Ben", "Cy", "Dot"))
        kept.enter("cy 4, 5")
        assert kept.scores == (5, 0)
        assert kept.players.named(0b101) == "Ada & Cy"


class TestWhatIsAsked:
    def questions(self, rules, line, answers):
        """The questions that a line leaves open, answered one after the other."""
        kept, asked = sheet(rules), []
        for answer in [*answers, None]:
            question = kept.question(line)
            if question is None:
                break
            asked.append(question.text)
            if answer is not None:
                line = question.answered(line, answer)
        return asked

    def test_whoever_bid_and_what_is_asked_first(self):
        asked = self.questions("hasenpfeffer", "5 tricks", ["south 4"])
        assert asked == ["what was called, and by whom"]
        assert self.questions("hasenpfeffer", "4", ["south", "3"]) == [
            "who called 4",
            "tricks of north-south",
        ]
        assert self.questions("hasenpfeffer", "south", ["4", "3"])[0] == "what did south call"

    def test_trump_is_asked_only_where_points_depend_on_it(self):
        assert self.questions("hasenpfeffer", "south 4 4", []) == []
        asked = self.questions(
            "skat", "anna 18, 70 points, defenders 50 points, 1 matadors, 8 tricks", ["hearts"]
        )
        assert asked[0].startswith("trump (diamonds, hearts")

    def test_what_only_the_cards_tell_is_asked_as_a_number(self):
        asked = self.questions("skat", "anna 18 hearts", ["70", "50", "1", "8"])
        assert "matadors" in asked and "points of bert & carl" in asked

    def test_a_shared_number_is_not_asked_of_the_last(self):
        assert self.questions("whist", "north-south 8 tricks", []) == []
        assert self.questions("spades", "north 1 2, east 2 3, south 3 4, west 4", []) == []


class TestWhatIsRefused:
    @pytest.mark.parametrize(
        ("rules", "line", "told"),
        [
            ("hasenpfeffer", "south 4, 7 tricks", "these are 7 tricks, and a deal has 6"),
            ("hasenpfeffer", "south 9, 3", "there is no call 9 in these rules"),
            ("hasenpfeffer", "south 4, declarers 4 tricks, defenders 1 trick", "who has the others"),
            ("hasenpfeffer", "soth 4", "Did you mean `south`?"),
            ("hasenpfeffer", "south 4 5, north-south 3 tricks", "said twice: 3 and 5"),
            ("hasenpfeffer", "south 4 5 6", "what is the 6"),
            ("hasenpfeffer", "north-south 4, 5", "cannot call together"),
            ("hasenpfeffer+lowest-bid-3", "south 2, 3", "a call of 2 is not allowed by these rules (rules/"),
            ("hasenpfeffer+big-pepper", "west 6, 3", "there is no call 6"),
            ("hasenpfeffer+big-pepper", "west big pepper little pepper", "two calls are named"),
            ("hasenpfeffer+hoyle", "pass", "somebody has to call (rules/variants/joker-must-bid.yaml:"),
            ("whist", "8", "whose tricks? Say it, as in `north-south 3 tricks`"),
            ("spades", "north 4 yes", "`yes` to what"),
            ("hasenpfeffer", "south 4, tricks", "tricks: what is it"),
            ("hasenpfeffer", "north 4 hearts -1", "tricks cannot be -1: it is a number from 0 to 6"),
            ("hasenpfeffer", "north 3, east-west -1", "tricks cannot be -1"),
            ("hasenpfeffer", "north 3, 1/2 tricks", "tricks cannot be 1/2"),
            ("hasenpfeffer", "north 3, 1/0 tricks", "1/0 is not a number"),
            ("spades", "north -1 4, east 3 3, south 2 2, west 5 4", "bid cannot be -1"),
            ("spades", "north 14 4, east 3 3, south 2 2, west 5 4", "bid cannot be 14"),
            ("skat", "anna 18 hearts, -5 points", "points cannot be -5"),
            ("hasenpfeffer", "north 2 west alone", "west may not go alone in this deal: `defend alone`"),
            (
                "hasenpfeffer",
                "north 2 south alone 2",
                "south may not go alone in this deal: the rules do not",
            ),
            ("hasenpfeffer", "north 2 alone, west alone, east alone", "west sits out"),
            ("hasenpfeffer", "north 2, defenders alone, 2 tricks", "who went alone?"),
            ("hasenpfeffer", "north 2 alone with partner", "both said: which of them?"),
            ("hasenpfeffer+no-defence-alone", "north 2 alone west alone", "west may not go alone"),
            ("hasenpfeffer+alone-as-bid", "west 4 alone", "west may not go alone"),
            ("euchre", "south order up alone, west alone, 3", "the rules do not ask west"),
            ("hasenpfeffer", "pass 4", "`4` and `pass` do not go together"),
            ("hasenpfeffer", "pass north", "`north` and `pass` do not go together"),
            ("hasenpfeffer", "north pass, east 4, 4", "`4` and `pass` do not go together"),
            ("hasenpfeffer", "pass, 5 tricks", "whose tricks?"),
            ("hasenpfeffer", "pass, east-west 5 tricks", "`tricks` and `pass` do not go together"),
            ("hasenpfeffer", "thrown in, hearts", "`trump` and `thrown in` do not go together"),
            ("hasenpfeffer", "north forced 4 4", "nobody is forced to call by these rules"),
            ("hasenpfeffer", "north-south 4 5", "cannot call together"),
        ],
    )
    def test_what_makes_no_sense_is_told_and_changes_nothing(self, rules, line, told):
        kept = sheet(rules)
        before = kept.state
        with pytest.raises(CaseError) as refusal:
            kept.question(line)
            kept.enter(line)
        assert told in str(refusal.value)
        assert kept.deals == [] and kept.state == before

    def test_scoring_that_reads_cards_is_refused_by_name_and_place(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        line = "scoring: {top: {who: team of owner of joker, gets: 1}}"
        Path("ours.yaml").write_text(f"language: 1\ntitle: Ours\nextends: hasenpfeffer\n{line}\n", "utf-8")
        with pytest.raises(UnsupportedError, match=r"line `top` asks for `owner` \(ours.yaml:4"):
            sheet("./ours.yaml")

    @pytest.mark.parametrize("game", GAMES)
    def test_every_game_says_what_it_wants_to_know(self, game):
        needs = sheet(game).needs
        assert needs.asked or needs.call
        assert all(need.kind.value for need in needs.asked)


def test_sheets_agree_with_the_cases_of_the_rules():
    """Cases that give a call and the tricks of the declarers come out the same on a sheet."""
    runner, held = Runner(read=READER), 0
    patches = [entry.name for entry in shelf_entries() if entry.shown.startswith("rules/variants/")]
    for name in patches:
        for case in runner.cases(name).cases:
            given = {entry.key.text: entry.value for entry in case.given}
            then = {entry.key.text: entry.value for entry in case.then}
            if given.keys() != {"call", "tricks"} or "scores" not in then or case.script or case.options:
                continue
            kept = sheet(name)
            sides = [f"{entry.key.text} {entry.value.text} tricks" for entry in given["tricks"]]
            kept.enter(f"north {given['call'].text}, {', '.join(sides)}")
            found = {"declarers": kept.scores[0], "defenders": kept.scores[1]}
            for entry in then["scores"]:
                assert str(found[entry.key.text]) == entry.value.text, (name, case.name)
                held += 1
    assert held > 20
