"""Patches that do nothing where they are laid, and promises that a composition breaks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.ruleset.steps import AuctionStep, GoAloneStep
from hasenpfeffer.ruleset.unknown import known
from hasenpfeffer.shelf.build.static import UnsettledError, settled
from hasenpfeffer.shelf.checks.formulas import formulas
from hasenpfeffer.shelf.checks.partly import if_known
from hasenpfeffer.shelf.checks.written import closure, files_of_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.shelf.merge import Merged, Written

_BOTH = frozenset(["declarers", "defenders"])
_SIDE_OF = {
    "declarer": "declarers",
    "declarers": "declarers",
    "partner": "declarers",
    "defenders": "defenders",
}


@dataclass(frozen=True, slots=True)
class _Alone:
    """A step or call by which somebody goes alone, and of which sides."""

    name: str
    sides: frozenset[str]
    place: Place


def check_composition(ruleset: Ruleset, merged: Merged, findings: Findings) -> None:
    """X313 broken promises; with patches L901 what can have no effect."""
    of_game = files_of_game(merged)
    with if_known(findings):
        ways = tuple(_ways_alone(ruleset))
        for promise in known(ruleset.promises):
            with if_known(findings):
                _promise(promise, ways, of_game, ruleset, findings)
    if merged.patches:
        laid = [written for written in merged.files if written.shown not in of_game]
        with if_known(findings):
            ways = tuple(_ways_alone(ruleset))
            _never_holds(ruleset, ways, frozenset(written.shown for written in laid), findings)
        _laid_in_vain(merged, of_game, findings)


def _promise(
    promise: Typed,
    ways: tuple[_Alone, ...],
    of_game: frozenset[str],
    ruleset: Ruleset,
    findings: Findings,
) -> None:
    """X313; only a warning where a patch that is laid upon the game overrides what the game promised."""
    if promise.place is None:
        return
    kept = promise.args[0] if promise.op == "not" else None
    if kept is not None and kept.op == "lookup" and kept.value == "alone":
        for way in ways:
            if way.sides & _sides(kept.args[0]):
                overridden = promise.place.file in of_game and way.place.file not in of_game
                (findings.warning if overridden else findings.error)(
                    "X313",
                    f"It is promised that {_words(kept)} not alone, and `{way.name}` lets them play alone",
                    way.place,
                    related=[Related("the promise", promise.place)],
                    help="Leave out one of the two files",
                )
        return
    try:
        if settled(promise, ruleset.names) is False:
            help = "Leave this file out"
            findings.error("X313", "This promise does not hold here", promise.place, help=help)
    except (UnsettledError, ZeroDivisionError):
        return  # only play can tell


def _never_holds(
    ruleset: Ruleset, ways: tuple[_Alone, ...], laid: frozenset[str], findings: Findings
) -> None:
    """L901: a patch asks whether something is so that cannot be in this composition."""
    forced = any(isinstance(step, AuctionStep) and step.all_pass.how == "forced" for step in ruleset.steps)
    for path, formula in formulas(ruleset):
        if formula.place is None or formula.place.file not in laid or path.startswith("promises"):
            continue
        for part in formula.walk():
            if part.op != "lookup" or not part.args:
                continue
            asked, why = part.args[0], ""
            if part.value == "forced" and not forced:
                why = f"`{_words(asked, one=True)} forced` never holds here: nobody is made to bid"
            elif part.value == "alone" and not any(way.sides & _sides(asked) for way in ways):
                why = f"`{_words(part)} alone` never holds here: nobody can go alone"
            elif part.value == "lone player" and not any(way.sides & _sides(asked) for way in ways):
                why = f"`lone player of {_name(asked)}` is always nobody here: nobody can go alone"
            if why:
                findings.warning(
                    "L901",
                    why,
                    part.place or formula.place,
                    path=path.removesuffix(".body"),
                    help="Leave the patch out, or add one that it goes with",
                )


def _laid_in_vain(merged: Merged, of_game: frozenset[str], findings: Findings) -> None:
    """L901: a patch that the game contains already, and that overrides nothing when it is laid on again."""
    for written in merged.files:
        if written.name not in merged.patches or written.shown not in of_game:
            continue
        won = (places[1:] for places in merged.origins.values() if places[0].file == written.shown)
        if not any(_extends(place.file, written, merged) for others in won for place in others):
            findings.warning(
                "L901",
                f"`{written.name}` is a part of `{merged.game}` already, and changes nothing",
                written.tree.place,
                help=f"Leave `+{written.name}` out",
            )


def _extends(file: str, base: Written, merged: Merged) -> bool:
    names = [written.name for written in merged.files if written.shown == file]
    return any(base in closure(name, merged)[1:] for name in names)


def _ways_alone(ruleset: Ruleset) -> Iterator[_Alone]:
    for step in ruleset.steps:
        if isinstance(step, GoAloneStep):
            yield _Alone(step.name, _BOTH if step.who is None else _sides(step.who), step.place)
        elif isinstance(step, AuctionStep):
            for call in step.calls:
                if call.alone is not None and call.alone.value is not False:
                    yield _Alone(call.text, frozenset(["declarers"]), call.place)


def _sides(seats: Typed) -> frozenset[str]:
    """The sides that a formula for seats may mean."""
    leaves = [part for part in seats.walk() if part.op in ("lookup", "bound", "constant")]
    found = {_SIDE_OF.get(str(part.value)) for part in leaves}
    known = frozenset(side for side in found if side is not None)
    return known if known and None not in found else _BOTH


def _words(node: Typed, *, one: bool = False) -> str:
    name = _name(node if one else node.args[0])
    return f"{name} {'are' if name.endswith('s') else 'is'}"


def _name(seats: Typed) -> str:
    return str(seats.value) if seats.op in ("lookup", "bound", "term") else "this side"
