"""The script of a case, played line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.cards import fold
from hasenpfeffer.errors import IllegalActionError, NotationError
from hasenpfeffer.play import machine
from hasenpfeffer.play.actions import PlayCard
from hasenpfeffer.play.reading import read_actions
from hasenpfeffer.play.reasons import Reason, why_not
from hasenpfeffer.reading.suggest import nearest
from hasenpfeffer.study.cases.reading import problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.reading.tree import Text
    from hasenpfeffer.study.cases.reading import Deed
    from hasenpfeffer.study.cases.words import Words


def play_script(rules: CompiledRules, state: State, script: Sequence[Deed], words: Words) -> State:
    """The position after the script. CaseError with the line at which it went another way.

    A line names the seat whose card it is, also where another plays it.
    """
    for deed in script:
        _check_turn(rules, state, deed, words)
        match deed.what:
            case "does":
                state = _do(rules, state, deed)
            case "legal":
                _check_legal(rules, state, deed)
            case "illegal":
                _check_illegal(rules, state, deed)
    return state


def _check_turn(rules: CompiledRules, state: State, deed: Deed, words: Words) -> None:
    seat = words.seat(deed.seat)
    turn = machine.hand_to_play(rules, state)
    if turn == seat:
        return
    if turn < 0:
        ended = "thrown in" if state.thrown_in else "over"
        raise problem(deed.place, f"the deal is {ended}, and nobody is asked any more")
    names, step = rules.seating.names, rules.ruleset.steps[state.step]
    by = machine.actor(rules, state)
    played = "" if by == turn else f", whose cards {names[by]} plays"
    raise problem(
        deed.place,
        f"it is {names[turn]}'s turn{played}, not {names[seat]}'s: `{step.name}` ({step.place.line}) "
        f"asks for one of {_listed(rules, machine.legal(rules, state))}",
    )


def _do(rules: CompiledRules, state: State, deed: Deed) -> State:
    text = deed.texts[0].text
    try:
        for action in read_actions(rules, state, text):
            state = machine.apply(rules, state, action).state
    except IllegalActionError as refusal:
        said = _reasons(refusal) or str(refusal)
        raise problem(deed.place, f"{deed.seat.text} cannot do `{text}`: {said}") from None
    return state


# --- what is legal


def _check_legal(rules: CompiledRules, state: State, deed: Deed) -> None:
    legal = machine.legal(rules, state)
    named: list[Action] = []
    wrong: list[str] = []
    for text in deed.texts:
        for piece, action in _pieces(rules, state, text, legal):
            if action is not None and action in legal:
                named.append(action)
            else:
                wrong.append(_why_wrong(rules, state, piece, action, legal))
    missing = [action for action in legal if action not in named]
    if not missing and not wrong:
        return
    step = rules.ruleset.steps[state.step]
    told = f"legal for {deed.seat.text} in `{step.name}` ({step.place.line}) is {_listed(rules, legal)}"
    parts = [f"{told}, and the case says {' '.join(text.text for text in deed.texts) or 'nothing'}"]
    if missing:
        parts.append(f"the case leaves out {_listed(rules, missing)}")
    parts += wrong
    raise problem(deed.place, "; ".join(parts))


def _pieces(
    rules: CompiledRules, state: State, text: Text, legal: Sequence[Action]
) -> Iterator[tuple[str, Action | None]]:
    """The actions in a text, the longest that mean something first: `pass trump hearts` are two."""
    words = text.text.split()
    at = 0
    while at < len(words):
        for end in range(len(words), at, -1):
            piece = " ".join(words[at:end])
            action = rules.texts.read(piece, legal) or rules.texts.anything(piece, state)
            if action is not None:
                yield piece, action
                break
        else:
            end = at + 1
            yield from _run_together(rules, words[at], legal)
        at = end


def _run_together(
    rules: CompiledRules, word: str, legal: Sequence[Action]
) -> Iterator[tuple[str, Action | None]]:
    """Cards without spaces between them, or a word that means nothing."""
    try:
        faces = rules.pack.split(word)
    except NotationError:
        yield word, None
        return
    for face in faces:
        yield rules.pack.faces[face].code, PlayCard(face)


def _why_wrong(
    rules: CompiledRules, state: State, piece: str, action: Action | None, legal: Sequence[Action]
) -> str:
    if action is None:
        guess = nearest(piece, [rules.texts.text(one) for one in legal])
        return f"`{piece}` is not understood" + (f", perhaps `{guess}`" if guess else "")
    reasons = " and ".join(str(reason) for reason in why_not(rules, state, action))
    return f"`{piece}` is not legal" + (f": {reasons}" if reasons else "")


# --- what is not


def _check_illegal(rules: CompiledRules, state: State, deed: Deed) -> None:
    text = deed.texts[0].text
    try:
        read_actions(rules, state, text)
    except IllegalActionError as refusal:
        said = _reasons(refusal) or str(refusal)
        if not refusal.reasons:
            _check_spelling(rules, state, deed, text)
        if deed.because and fold(deed.because) not in fold(f"{refusal} {said}"):
            raise problem(
                deed.place, f"`{text}` is illegal, but not because `{deed.because}`: {said}"
            ) from None
        return
    step = rules.ruleset.steps[state.step]
    legal = _listed(rules, machine.legal(rules, state))
    raise problem(
        deed.place, f"{deed.seat.text} may do `{text}` in `{step.name}` ({step.place.line}); legal: {legal}"
    )


def _check_spelling(rules: CompiledRules, state: State, deed: Deed, text: str) -> None:
    """CaseError for a text that was not refused by the rules, but only misspelt."""
    known = {rules.texts.text(action) for action in machine.legal(rules, state)}
    known |= {call.text for call in rules.calls}
    guess = nearest(text, known)
    if guess is not None and fold(text) not in {fold(one) for one in known}:
        raise problem(deed.place, f"`{text}` is not understood. Did you mean `{guess}`?")


def _reasons(refusal: IllegalActionError) -> str:
    return " and ".join(str(reason) for reason in refusal.reasons if isinstance(reason, Reason))


def _listed(rules: CompiledRules, actions: Sequence[Action], limit: int = 16) -> str:
    texts = [rules.texts.text(action) for action in actions]
    return ", ".join(texts[:limit]) + (f", … and {len(texts) - limit} more" if len(texts) > limit else "")
