"""What is announced between the cards: offered beside them, tied to them, made without asking, and told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hasenpfeffer.bots.careful import Careful
from hasenpfeffer.bots.worlds import Worlds
from hasenpfeffer.chance import Stream
from hasenpfeffer.errors import IllegalActionError
from hasenpfeffer.play import machine
from hasenpfeffer.play.actions import Announce, PlayCard
from hasenpfeffer.play.history import seen_by
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.play.table import Table
from hasenpfeffer.play.view import view
from hasenpfeffer.report.events import Narrator
from hasenpfeffer.report.position import Outlook
from hasenpfeffer.report.question import Question

Patched = Callable[..., CompiledRules]
DEAL = "dealer=south north=9CKCAC9DKDAD east=10CQCJC10DQDJD south=9HKHAH9SKSAS west=10HQHJH10SQSJS widow=Jo"


def table(patched: Patched, during: str, terms: str = "{said: 0}") -> Table:
    """West leads the first trick under hearts as trump, with these announcements in force."""
    text = f"terms: {terms}\nsteps:\n  discard: {{if: no}}\n  pick up: {{if: no}}\n  tricks:\n    during: {during}\n"
    found = Table(patched("hasenpfeffer", text), deal=DEAL)
    for said in ("1", "pass", "pass", "pass", "trump hearts", "with partner"):
        found.play(said)
    return found


def setting(at: Table, name: str) -> object:
    return at.state.settings[at.rules.ruleset.settings[name].index]


def test_an_announcement_is_offered_beside_the_cards_and_leaves_the_turn_where_it_is(
    patched: Patched,
) -> None:
    playing = table(patched, "{boast: {set: {said: said + 1}}}")
    cards = ["10H", "JH", "QH", "10S", "JS", "QS"]
    assert [*playing.legal] == [*cards, "boast"]
    playing.play("announce boast")
    assert (playing.actor, setting(playing, "said")) == ("west", 1)
    assert [*playing.legal] == cards
    playing.play("QS")
    assert playing.actor == "north"
    assert "boast" in playing.legal


def test_announcements_and_the_card_after_them_may_be_said_in_one_breath(patched: Patched) -> None:
    playing = table(patched, "{great boast: {set: {said: 1}}, boast: {}}")
    playing.play("boast great boast QS")
    assert (playing.actor, setting(playing, "said")) == ("north", 1)
    assert Table.resume(playing.record()).state == playing.state
    playing.undo()
    assert playing.legal[-2:] == ("great boast", "boast")


def test_what_is_announced_with_a_card_asks_for_that_card(patched: Patched) -> None:
    playing = table(patched, "{pair: {playing: Q of trump or J of trump}}")
    playing.play("pair")
    assert playing.legal == ("JH", "QH")
    with pytest.raises(IllegalActionError, match="must play one of JH QH after what was announced"):
        playing.play("10S")
    playing.play("QH")
    with pytest.raises(IllegalActionError, match="north may announce pair only when playing JH QH"):
        playing.play("pair")


@pytest.mark.parametrize(
    ("during", "why"),
    [
        ("{boast: {who: defenders}}", "west is none of those who may announce boast"),
        ("{boast: {trick: 2}}", "west may announce boast only in trick 2"),
        ("{boast: {cards left: 7}}", "west may announce boast only with 7 cards in hand or more"),
        ("{boast: {if: not leading}}", "west may not announce boast as things are"),
        ("{boast: {must: yes}}", "west is not asked about boast: it is announced without asking"),
    ],
)
def test_a_refusal_says_what_an_announcement_waits_for(patched: Patched, during: str, why: str) -> None:
    playing = table(patched, during)
    assert "boast" not in playing.legal
    with pytest.raises(IllegalActionError, match=why):
        playing.play("say boast")


def test_nothing_is_announced_twice_at_one_turn(patched: Patched) -> None:
    playing = table(patched, "{boast: {set: {said: said + 1}}}")
    playing.play("boast")
    with pytest.raises(IllegalActionError, match="west has announced boast already"):
        playing.play("boast")


def test_what_must_be_announced_comes_by_itself_and_sets_off_the_next(patched: Patched) -> None:
    during = (
        "{second: {must: yes, if: said = 1, set: {said: 2}}, "
        "first: {must: yes, if: said = 0, set: {said: 1}}, third: {must: yes, playing: Q of spades, set: {said: 3}}}"
    )
    playing = table(patched, during)
    told = [event.text for event in playing.events if event.kind == "announced"]
    assert (told, setting(playing, "said")) == (["first", "second"], 2)
    events = playing.play("QS")
    assert [event.kind for event in events][:2] == ["announced", "played"]
    assert setting(playing, "said") == 3


def test_a_seat_that_says_nothing_does_not_tell_that_it_could_have(patched: Patched) -> None:
    during = "{hearts: {if: hand of me has Q of hearts}}"
    playing = table(patched, during)
    assert "hearts" in playing.legal
    silent = playing.play("QS")
    unable = playing.play("9C")
    assert [event.kind for event in silent] == [event.kind for event in unable] == ["played"]
    assert view(playing.rules, playing.state, 0).legal == ()


def test_everybody_sees_the_cards_that_are_shown_and_no_others(patched: Patched) -> None:
    playing = table(patched, "{trumps: {shown: trumps, set: {said: 1}}}")
    (event,) = playing.play("trumps")
    assert playing.rules.pack.texts(event.cards) == "10H JH QH"
    assert event.as_seen(1) == event
    assert Narrator(playing.rules).lines([event]) == ["west announces trumps, showing 10♥ J♥ Q♥"]


def test_worlds_know_which_cards_were_shown(patched: Patched) -> None:
    playing = table(patched, "{trumps: {shown: trumps, set: {said: 1}}}")
    playing.play("trumps QS")
    rules, state = playing.rules, playing.state
    me = machine.actor(rules, state)
    history = [seen_by(rules, me, turn.seat, turn.action, turn.events) for turn in playing.turns]
    worlds = Worlds(rules, view(rules, state, me), history)
    hand = state.hands[rules.seating.names.index("west")] | sum(1 << card for _, card in state.table)
    shown = hand & rules.environment(state).contract.trumps
    drawn = [worlds.draw(Stream(seed, 0, 1, 9)) for seed in range(8)]
    found = [world.state for world in drawn if world is not None]
    assert len(found) >= 4
    west = rules.seating.names.index("west")
    for world in found:
        trumps = rules.environment(world).contract.trumps
        assert world.hands[west] & trumps == shown


def test_the_question_names_what_may_be_announced(patched: Patched) -> None:
    playing = table(patched, "{boast: {}, pair: {playing: Q of trump}}")
    outlook = Outlook(playing.rules, playing.state, 3, Narrator(playing.rules, 1 << 3))
    question = Question(outlook)
    assert question.text == "your card (any; or announce boast, pair)"
    assert question.answers[-2:] == ["boast", "pair"]


def test_careful_says_what_comes_with_its_card_and_promises_nothing_on_a_weak_hand(patched: Patched) -> None:
    playing = table(
        patched, "{boast: {set: {said: 1}}, low: {playing: 10 of spades}, high: {playing: J of trump}}"
    )
    seen = view(playing.rules, playing.state, 3)
    advice = Careful(playing.rules).advise(seen, [], Stream(1, 0, 1, 9))
    assert advice.action in (Announce("low"), Announce("high"))
    playing.play(advice.action)
    seen = view(playing.rules, playing.state, 3)
    assert isinstance(Careful(playing.rules).choose(seen, [], Stream(1, 0, 1, 9)), PlayCard)
