"""The game in the terminal: by pipe, by a person with prepared answers, and with whatever goes wrong."""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import hasenpfeffer as hp
from hasenpfeffer.cli.at_table.commands import COMMANDS
from hasenpfeffer.cli.at_table.introduction import introduction
from hasenpfeffer.cli.at_table.sitting import Sitting
from hasenpfeffer.errors import StuckError
from hasenpfeffer.play import machine
from hasenpfeffer.report.document import as_ascii, as_text
from hasenpfeffer.report.events import Narrator

ENGINE = Path(hp.__file__).parent.parent
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ENGINE), "PYTHONIOENCODING": "utf-8"}
COMMAND = [sys.executable, "-m", "hasenpfeffer", "play"]
GO_ON = "to go on: hasenpfeffer play --resume"

DEAL = "dealer=east north=9DJDKDJHQSJo east=9CQCQH9S10SAS south=10CKCACQD10HKH west=JC10D9HAHJSKS widow=AD"


def played(*words, typed=""):
    return subprocess.run(
        [*COMMAND, *words], input=typed, capture_output=True, text=True, encoding="utf-8", env=ENVIRONMENT
    )


class Notes:
    """A screen that notes what is said, and gives prepared answers or makes them up."""

    is_live = False

    def __init__(self, answers=(), make=None):
        self.lines, self.questions, self.boards = [], [], []
        self._answers, self._make = list(answers), make

    def say(self, *lines):
        self.lines += lines

    def show(self, board, situation, *, brief=False):
        self.boards.append(board)
        self.say(*situation)

    def lay_out(self, blocks):
        self.say(*as_text(blocks).splitlines())

    def cover(self):
        self.say("(covered)")

    def forget_typed(self):
        self.say("(forgotten)")

    def ask(self, question, answers=()):
        self.questions.append(question)
        if self._answers:
            return self._answers.pop(0) + "\n"
        if self._make is None:
            raise EOFError
        return self._make() + "\n"


def sitting(
    *parts,
    people=("south",),
    answers=(),
    make=None,
    seed=3,
    deal=None,
    bots="random",
    is_live=False,
    **parameters,
):
    rules = hp.load(*parts, **parameters)
    table = hp.Table(rules, seed=seed, deal=deal)
    seats = sum(1 << rules.seating.names.index(name) for name in people)
    notes = Notes(answers, make)
    notes.is_live = is_live
    return Sitting(table, seats, notes, bots=bots), notes


def told(*answers, **how):
    """What is said until the prepared answers are used up."""
    played, notes = sitting("hasenpfeffer", answers=answers, **how)
    with pytest.raises(EOFError):
        played.play()
    return notes


# --- by pipe


def test_a_whole_game_without_people_is_the_same_bytes_each_time():
    first = played("--seat", "none", "--seed", "1", "--plain")
    second = played("--seat", "none", "--seed", "1", "--plain")
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout == second.stdout
    lines = first.stdout.splitlines()
    assert lines[0] == "Hasenpfeffer" and "to play it again: --seed 1" in lines
    assert lines[-1].endswith(" wins the game")
    assert first.stdout.isascii() and "" not in lines


def test_a_game_that_is_stopped_at_its_bound_ends_well_and_says_so():
    done = played("--seat", "none", "--bots", "random", "--seed", "1", "--plain")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith("unfinished: the game is stopped after 200 deals")


def test_a_game_that_is_won_says_who_won():
    done = played("hasenpfeffer+pepper-night", "--seat", "none", "--seed", "2")
    assert done.returncode == 0
    assert re.fullmatch(r"(north-south|east-west) wins the game", done.stdout.splitlines()[-1])


def test_the_others_play_as_random_players_do_everywhere():
    from hasenpfeffer.study.driver import game_turns

    rules = hp.load("hasenpfeffer", "pepper-night")
    events = [event for turn in game_turns(rules, 4) for event in turn.events]
    watched, notes = sitting("hasenpfeffer", "pepper-night", people=(), seed=4)
    assert watched.play()
    assert notes.lines == Narrator(rules).lines(events)


def test_prompts_go_to_standard_error_and_the_game_to_standard_output():
    done = played("--seed", "3", "--plain", typed="pass\nquit\n")
    assert done.returncode == 0
    assert re.search(r"your call \(pass, [^()]*\): pass", done.stderr)
    assert "call (" not in done.stdout and "you pass" in done.stdout
    assert done.stdout.endswith(f"the game is left unfinished; {GO_ON} --plain\n")


def test_the_end_of_input_in_mid_prompt_is_an_interruption():
    done = played("--seed", "3", typed="pass")
    assert done.returncode == 130
    assert done.stderr.splitlines()[-1] == f"the input ended before the game; {GO_ON}"


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_ctrl_c_at_a_prompt_is_an_interruption():
    game = subprocess.Popen(
        [*COMMAND, "--seed", "3", "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        # Ctrl-C counts, though the tests themselves may run where it is ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert game.stderr is not None
    heard = b"?"
    while heard and not heard.endswith(b": "):
        heard = os.read(game.stderr.fileno(), 100)
    time.sleep(0.05)
    game.send_signal(signal.SIGINT)
    _, errors = game.communicate(timeout=20)
    assert game.returncode == 130
    assert f"stopped; {GO_ON}".encode() in errors and b"Traceback" not in errors


def test_a_live_seed_is_told_only_when_the_game_is_over():
    done = played("hasenpfeffer", "--set", "target=1", "--plain", typed="quit\n")
    assert "seed" not in done.stdout + done.stderr
    answers = "pass\n" + "".join(
        f"{rank}{suit}\n" for suit in "SHDC" for rank in ("9", "10", "J", "Q", "K", "A")
    )
    done = played("hasenpfeffer", "--set", "target=1", "--plain", typed=("Jo\n" + answers) * 60)
    lines = done.stdout.splitlines()
    assert [line for line in lines if "seed" in line] == lines[-1:]
    assert re.fullmatch(r"to play it again: --seed \d+", lines[-1])
    assert lines[-2] == "to see it again: hasenpfeffer replay"


def test_a_deal_may_be_given():
    done = played("--deal", DEAL, "--seed", "4", "--plain", typed="quit\n")
    assert "deal 1: east deals 6 cards to each and 1 to the widow" in done.stdout
    assert "your hand: KH 10H  QD  AC KC 10C" in done.stdout


def test_a_deal_is_written_down_so_that_it_can_be_played_again():
    _, notes = played_deal("look", "cards")
    line = next(line for line in notes.lines if line.startswith("these cards again"))
    text = re.fullmatch(r'these cards again: --deal "(.*)"', line)
    assert text is not None
    rules = hp.load("hasenpfeffer")
    assert hp.Table(rules, deal=text[1]).hands == hp.Table(rules, seed=7).hands


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--deal", DEAL.replace("widow=AD", "widow=Jo")), "widow: joker is there more often"),
        (("--deal", DEAL.replace(" widow=AD", "")), "where AD went"),
        (("--deal", DEAL.replace("KS", "")), "west gets 6 cards, and 5 are listed"),
        (("--deal", DEAL.replace("dealer=east ", "")), "does not say who deals"),
        (("--seat", "soth"), "Did you mean `south`?"),
        (("--seat", "none", "--seat", "south"), "nobody sits down"),
        (("--bots", "randm"), "Did you mean `random`?"),
        (("--seed", "one"), "whole number"),
        (("--set", "target=5000"), "from 1 to 1000"),
        (("hasenpfefer",), "Did you mean `hasenpfeffer`?"),
    ],
)
def test_wrong_usage_is_told_before_anything_is_played(words, message):
    done = played(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr and "Traceback" not in done.stderr


# --- a person at the table


def test_a_person_plays_a_deal():
    answers = ["6", "clubs", "with partner", "discard 9S", "10S", "Q♦", "KD", "jo", "9 of hearts", "KH"]
    notes = told(
        *answers,
        seed=5,
        deal=(
            "dealer=north north=9C10CJCQCJSQS east=10D10HJHQHKSAS south=QDKD9HKH9SJo west=KCAC9DJDADAH widow=10S"
        ),
    )
    text = "\n".join(notes.lines)
    assert "deal 1: north deals 6 cards to each and 1 to the widow" in notes.lines
    assert "your hand: Jo  9♠  K♥ 9♥  K♦ Q♦" in notes.lines
    assert "you win the auction with 6" in text and "you take the widow: 10♠" in text
    assert "your trump (clubs, diamonds, hearts, spades)" in notes.questions
    assert "do you play alone? (alone, with partner)" in notes.questions
    assert "your discard, 1 card (any)" in notes.questions
    assert "you discard 9♠" in text
    assert "your hand: Jo  10♠  K♥ 9♥  K♦ Q♦" in notes.lines
    assert "north wins trick 6; north-south has 4" in notes.lines
    assert re.search(r"\nset: north-south −4 \(\S*hasenpfeffer\.yaml:\d+\)\n", text)
    assert "score after deal 1: north-south −4, east-west 0" in notes.lines
    assert "deal 2: east deals 6 cards to each and 1 to the widow" in notes.lines


def test_a_refusal_teaches_and_says_the_line_of_the_rule_on_request():
    notes = told("pass", "9H", "why", "JD", "JC", "why AS")
    refusal, asked, second, third, fits = notes.lines[-5:]
    assert refusal == second == "you must follow spades: A♠"
    assert re.fullmatch(r"you must follow spades: A♠ \(.*hasenpfeffer\.yaml:\d+\)", asked)
    assert third == "you do not hold the jack of clubs"
    assert fits == "that may be said now"


def test_a_left_bower_is_explained_where_it_must_follow():
    deal = (
        "dealer=north north=QCKCAC10D10HJH east=10C9DQHKHASJo south=JDKD9H10SJSQS west=9CJCADAH9SKS widow=QD"
    )
    answers = ["3", "pass", "pass", "pass", "clubs", "with partner", "9D", "Jo", "JD"]
    notes = told(*answers, deal=deal, people=("north", "east", "south", "west"))
    assert notes.boards[-1].facts[-1] == "declarer: east with 3, trump clubs"
    assert notes.lines[-4:-1] == [
        "south must follow clubs: J♠",
        "J♠ is the left bower, so it belongs to clubs",
        "the joker belongs to clubs",
    ]


def test_a_misspelt_answer_is_told_what_could_be_said():
    notes = told("pas", "nonsense")
    assert notes.lines[-2] == "`pas` is not understood; you can say: pass, 4, 5, 6. Did you mean `pass`?"
    assert notes.lines[-1] == "`nonsense` is not understood; you can say: pass, 4, 5, 6"


def test_a_refusal_lists_the_answers_as_the_question_does():
    notes = told("pass", "AS", "2C", "5")
    hand = notes.lines[-3].removeprefix("your hand: ")
    assert notes.questions[-1] == "your card (any)"
    cards = ", ".join(hand.split())
    assert notes.lines[-2] == f"`2C` is not understood; you can say: {cards}"
    assert notes.lines[-1] == f"`5` is no answer to this question; you can say: {cards}"


def test_the_commands_are_listed():
    assert {f"{name}: {about}" for name, about in COMMANDS.items()} <= set(told("help").lines)
    left, _ = sitting("hasenpfeffer", answers=["exit"])
    assert not left.play()


def test_a_seat_without_anything_to_choose_ends_the_game_with_the_seed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rule = "steps: {trump: {allowed: count(hand of declarer among trumps) >= 4}}"
    Path("ours.yaml").write_text(f"language: 1\ntitle: Ours\nextends: hasenpfeffer\n{rule}\n", "utf-8")
    for people in ((), ("south",)):
        played, notes = sitting("./ours.yaml", people=people, seed=1)
        notes._make = lambda table=played.table: table.legal[0]
        with pytest.raises(StuckError, match=r"^deal \d+ of seed 1: \w+ has nothing to choose from$"):
            played.play()


def test_commands_look_and_change_nothing():
    seen, notes = sitting("hasenpfeffer", answers=["pass", "?", "", "hand", "score", "last"])
    with pytest.raises(EOFError):
        seen.play()
    after = seen.table.state
    plain, _ = sitting("hasenpfeffer", answers=["pass"])
    with pytest.raises(EOFError):
        plain.play()
    assert after == plain.table.state
    assert "you may say: A♠" in notes.lines
    assert any(re.fullmatch(r"not (?!.*A♠,).*: you must follow spades: A♠", line) for line in notes.lines)
    assert "you may also say: " + ", ".join(name for name in COMMANDS if name != "?") in notes.lines
    assert "score: north-south 0, east-west 0" in notes.lines
    assert "declarer: west with 6, trump diamonds" in notes.lines
    assert notes.lines[-1] == "no trick has been played in this deal"


def test_undo_takes_back_the_persons_choice_and_all_after_it():
    back, notes = sitting("hasenpfeffer", answers=["undo", "pass", "AS", "undo", "undo"])
    with pytest.raises(EOFError):
        back.play()
    assert "there is no choice in this deal to take back" in notes.lines
    assert notes.lines.count("taken back: your choice and all after it") == 2
    start, _ = sitting("hasenpfeffer")
    with pytest.raises(EOFError):
        start.play()
    assert back.table.state == start.table.state


def test_the_same_choice_after_an_undo_brings_the_same_game():
    straight = told("pass", "AS")
    back = told("pass", "undo", "pass", "AS", "undo", "AS")
    assert back.lines[-4:] == straight.lines[-4:]


def test_a_game_that_was_won_says_to_whom():
    played, notes = sitting("hasenpfeffer", seed=7, bots="careful", target=1)
    notes._make = lambda: played.table.legal[0]
    assert played.play()
    team = played.rules.seating.team_of[played.rules.seating.names.index("south")]
    has_won = played.table.state.winners >> team & 1
    assert notes.lines[-6:] and any(
        line.endswith(f" wins the game: you have {'won' if has_won else 'lost'}") for line in notes.lines
    )


def test_quit_leaves_the_game():
    left, _ = sitting("hasenpfeffer", answers=["quit"])
    assert not left.play()


def test_several_people_are_asked_by_name():
    notes = told("pass", people=("south", "north"))
    assert all(question.startswith(("south's ", "north's ")) for question in notes.questions)
    assert not any(line.startswith("you ") for line in notes.lines)


def test_the_introduction_says_who_plays():
    rules = hp.load("hasenpfeffer", "no-alone")
    lines = introduction(hp.Table(rules), 1 << rules.seating.names.index("south"))
    assert lines[:3] == [
        "Hasenpfeffer with no-alone",
        "you are south; north plays with you",
        "north, east and west play at random",
    ]


GAMES = ["hasenpfeffer", "hoyle", "double-hasenpfeffer", "euchre", "hearts", "pitch", "spades"]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_told_holds_a_hidden_card(game):
    """A person plays at random: every card in the lines of a deal lay open or was in the person's hand."""
    rules, seat, dice = hp.load(game), 2, random.Random(5)
    table = hp.Table(rules, seed=6)
    codes = {face.code: rules.pack.face_sets[index] for index, face in enumerate(rules.pack.faces)}
    card = re.compile(rf"(?<!\w)({'|'.join(sorted(codes, key=len, reverse=True))})(?!\w)")

    def answer():
        ends = [i for i, event in enumerate(table.events) if event.kind in ("deal over", "thrown in")]
        events = table.events[ends[-1] + 1 if ends else 0 :]
        known = 0
        for event in events:
            known |= event.cards if event.seen_by >> seat & 1 else 0
        heads = [i for i, line in enumerate(notes.lines) if re.match(r"deal \d+: ", line)]
        said = " ".join(as_ascii(line) for line in [*notes.lines[heads[-1] :], notes.questions[-1]])
        assert card.search(said)
        assert not [code for code in card.findall(said) if not codes[code] & known]
        if len(notes.questions) > 150:
            raise EOFError
        actions = machine.legal(rules, table.state)
        return dice.choice([rules.texts.text(action) for action in actions])

    notes = Notes(make=answer)
    with contextlib.suppress(EOFError):
        Sitting(table, 1 << seat, notes).play()
    assert len(notes.questions) > 5


# --- several people at one screen


def shared(*answers, **how):
    return told(*answers, people=("south", "north"), is_live=True, bots="careful", **how)


def test_a_hand_is_covered_before_somebody_else_looks():
    notes = shared("", "pass", "", "pass", seed=3)
    assert notes.questions[0] == "south is asked. Enter when only south looks"
    hands = [i for i, line in enumerate(notes.lines) if line.startswith(("south's hand", "north's hand"))]
    whose = [notes.lines[i].split("'")[0] for i in hands]
    changes = [
        (a, b) for a, b, one, other in zip(hands, hands[1:], whose, whose[1:], strict=False) if one != other
    ]
    assert changes
    for shown, following in changes:
        assert "(covered)" in notes.lines[shown:following]


def test_what_only_one_of_several_may_know_is_told_when_that_one_looks():
    """South buys the widow: the card is told to south alone, after the hand-over."""
    notes = shared("", "6", "", "pass", "", "hearts", seed=3)
    public = notes.lines.index("south takes the widow (1 card)")
    private = next(i for i, line in enumerate(notes.lines) if line.startswith("south takes the widow: "))
    assert public < private


def test_nothing_but_enter_shows_the_hand_of_another():
    answers = ["nonsense", "undo", "", "pass", "quit"]
    played, notes = sitting("hasenpfeffer", people=("south", "north"), is_live=True, answers=answers)
    assert not played.play()
    assert notes.lines.count("Enter alone shows the hand of south; quit leaves the game") == 2
    assert not any(line.startswith("north's hand") for line in notes.lines)
    assert "(covered)" in notes.lines


def test_what_was_typed_ahead_does_not_show_the_hand_of_another():
    notes = shared("", "pass", "")
    assert notes.lines.count("(forgotten)") == 2


def test_whoever_leaves_leaves_no_hand_behind():
    played, notes = sitting("hasenpfeffer", people=("south", "north"), is_live=True, answers=["", "quit"])
    assert not played.play()
    assert notes.lines[-1] == "(covered)"


def test_between_deals_only_what_is_known_is_obeyed():
    _, notes = played_deal("nonsense", "score", "rules", "quit")
    assert "Enter goes on; you can also say: look, score, rules, quit" in notes.lines
    assert any(line.startswith("score: ") for line in notes.lines)


def test_undo_among_several_says_whose_choice_it_was():
    answers = ["", "pass", "", "undo", "undo south"]
    played, notes = sitting(
        "hasenpfeffer", people=("south", "west"), is_live=True, bots="careful", answers=answers, seed=3
    )
    with pytest.raises(EOFError):
        played.play()
    assert "the last choice was south's; to take it back: undo south" in notes.lines
    assert "taken back: south's choice" in notes.lines


def test_what_is_typed_at_one_seat_cannot_be_called_up_at_another():
    from hasenpfeffer.cli.screens.picture import PictureScreen

    one = PictureScreen(remembers=False)
    assert one._load_session() is not one._load_session()
    assert one._load_session().clipboard.get_data().text == ""


# --- after a deal


def played_deal(*after, **how):
    """One deal of a person who plays the first thing that fits, and what is answered after it."""
    rest = list(after)
    played, notes = sitting("hasenpfeffer", is_live=True, seed=7, **how)

    def answer():
        if "Enter goes on" in notes.questions[-1] or "look back" in notes.questions[-1]:
            if not rest:
                raise EOFError
            return rest.pop(0)
        return played.table.legal[0]

    notes._make = answer
    with contextlib.suppress(EOFError):
        played.play()
    return played, notes


def test_after_a_deal_the_hands_lie_open():
    played, notes = played_deal()
    dealt = played.table.last_deal[0].after.hands
    text = " ".join(notes.lines)
    pack = played.rules.pack
    for hand in dealt:
        assert all(played.narrator.faces.text(card) in text for card in pack.members(hand))


def test_a_deal_that_is_over_can_be_stepped_through():
    played, notes = played_deal(
        "look", "next", "back", "trick 2", "step 5", "99", "trick 9", "tricks", "?", "nonsense"
    )
    last = len(played.table.last_deal) - 1
    assert {f"the last step of this deal is {last}", "there is no trick 9 in this deal"} <= set(notes.lines)
    assert notes.lines.count("end: back to the table") == 2
    heads = [line for line in notes.lines if re.match(r"step \d+ of \d+:", line)]
    steps = [int(line.split()[1]) for line in heads]
    second = next(i for i, turn in enumerate(played.table.last_deal) if len(turn.after.tricks) == 1)
    assert steps == [1, 0, second + 1, 5]


def test_a_deal_that_is_over_stays_as_it_is():
    played, notes = sitting("hasenpfeffer", seed=7)

    def answer():
        if played.table.state.deal_number == 1:
            return played.table.legal[0]
        if "undo" in notes.given:
            raise EOFError
        notes.given.append("undo")
        return "undo"

    notes.given = []
    notes._make = answer
    with pytest.raises(EOFError):
        played.play()
    assert played.table.state.deal_number == 2
    assert notes.lines[-1] == "there is no choice in this deal to take back"


def test_the_rules_can_be_read_at_the_table():
    notes = told("rules auction", "rules nonsense", "rules")
    assert "The auction" in notes.lines and "The cards" in notes.lines
    unknown = "the rules do not speak of `nonsense`; their parts are: Players"
    assert any(line.startswith(unknown) for line in notes.lines)


# --- choices of several cards


def test_a_choice_of_several_cards_is_made_as_a_whole():
    game, notes = sitting(
        "hearts", answers=["QH", "passing QH", "nothing", "hint"], seed=3, people=("north",)
    )
    with pytest.raises(EOFError):
        game.play()
    refusals = [line for line in notes.lines if "are to be chosen" in line]
    assert refusals[-1] == "3 cards are to be chosen, and 0 are named"
    hint = re.match(
        r"hint: passing (\S+) (\S+) (\S+) \(", next(x for x in notes.lines if x.startswith("hint"))
    )
    assert hint is not None
    before = game.table.state
    game.table.play(f"passing {as_ascii(' '.join(hint.groups()))}")
    assert game.table.state != before


def test_a_very_long_answer_is_cut():
    done = played("--seed", "3", "--plain", typed="a" * 1_000_000 + "\nquit\n")
    assert done.returncode == 0 and len(done.stdout + done.stderr) < 100_000


def test_streams_that_are_closed_do_no_harm():
    shell = f"{' '.join(COMMAND)} --seed 1 --seat none --plain <&- | tail -1"
    done = subprocess.run(
        ["/bin/sh", "-c", shell], capture_output=True, text=True, env=ENVIRONMENT, check=False
    )
    assert done.stdout.endswith("wins the game\n") and done.stderr == ""
