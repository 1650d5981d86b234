"""Who plays: every backend brings the same rows for the same plan; they differ in how fast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, Protocol

from hasenpfeffer.errors import KernelRefusal, UsageError
from hasenpfeffer.study.estimates import to_play_plainly

if TYPE_CHECKING:
    from collections.abc import Callable, MutableSequence, Sequence

    from hasenpfeffer.kernel.emitted import Emitted
    from hasenpfeffer.kernel.rows import Rows
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.study.plan import Plan

BACKENDS: Final = ("auto", "reference", "python", "native")
"""What may be asked for."""

_GET_IT: Final = "pip install 'hasenpfeffer[fast]'"
_LONG: Final = 10.0
"""Seconds of plain Python that are worth a word about machine code."""


class Backend(Protocol):
    """Plays deals or games by one ruleset and one plan. It may be asked by several threads at once."""

    @property
    def name(self) -> str: ...

    @property
    def note(self) -> str:
        """What the user should know about the choice of it: why a faster one cannot play. Mostly empty."""

    @property
    def most(self) -> int:
        """How many deals or games it should be asked for at a time. Results do not depend on it."""

    @property
    def workers(self) -> Literal["processes", "threads"]:
        """What lets it do several things at once; threads where its calls leave the interpreter free."""

    def play(self, numbers: range) -> Rows:
        """The rows of these deals or games (see `Plan.numbers`), in order.

        Raises StuckError, with the number of the deal or game and the seed, where one cannot go on.
        """

    def add_rows(
        self, rows: Sequence[int], first: int, count: int, plan: Sequence[int], t: MutableSequence[int]
    ) -> int:
        """`kernel.tallying.add_rows`, as fast as it can."""

    def add_pairs(
        self,
        rows: Sequence[int],
        count: int,
        other: Sequence[int],
        others: int,
        plan: Sequence[int],
        t: MutableSequence[int],
    ) -> int:
        """`kernel.tallying.add_pairs`, as fast as it can; `other` are rows of a backend of the same name."""


def choose(
    ruleset: Ruleset, plan: Plan, name: str = "auto", compiling: Callable[[], None] | None = None
) -> Backend:
    """The backend of this name, ready to play; `auto` takes the one that is done first.

    `compiling` is called before machine code is made, where it is not kept. A backend that is named and cannot play
    raises KernelRefusal, with the place in the rules, or UsageError.
    """
    return choose_for_all((ruleset,), plan, name, compiling)[0]


def choose_for_all(
    rulesets: Sequence[Ruleset],
    plan: Plan,
    name: str = "auto",
    compiling: Callable[[], None] | None = None,
) -> tuple[Backend, ...]:
    """As `choose` does, for rulesets that play the same plan: rows of one backend are compared at its speed."""
    assert name in BACKENDS
    if name == "auto":
        return _done_first(rulesets, plan, compiling)
    if name == "reference":
        return tuple(_reference(ruleset, plan) for ruleset in rulesets)
    if plan.bots != "random":
        raise UsageError(
            f"only the interpreter lets {plan.bots} bots play; leave out `--backend {name}`, or take `reference`"
        )
    if name == "native" and not _has_llvm():
        raise UsageError(f"machine code is made by llvmlite, which is not installed: {_GET_IT}")
    programs = [_program(ruleset) for ruleset in rulesets]
    if name == "native" and compiling is not None and not all(map(_is_kept, programs)):
        compiling()
    return tuple(
        _emitted(ruleset, plan, one, native=name == "native", compiling=compiling)
        for ruleset, one in zip(rulesets, programs, strict=True)
    )


def _done_first(
    rulesets: Sequence[Ruleset], plan: Plan, compiling: Callable[[], None] | None
) -> tuple[Backend, ...]:
    """What brings the result first, for each; those that the kernel refuses are left to the interpreter."""
    if plan.bots != "random":
        return tuple(_reference(ruleset, plan) for ruleset in rulesets)
    programs: list[Emitted | KernelRefusal] = []
    for ruleset in rulesets:
        try:
            programs.append(_program(ruleset))
        except KernelRefusal as refusal:
            programs.append(refusal)
    found = list(zip(rulesets, programs, strict=True))
    lowered = [(ruleset, one) for ruleset, one in found if not isinstance(one, KernelRefusal)]
    native, note = _is_native_sooner(lowered, plan, compiling)
    return tuple(
        _reference(ruleset, plan, _refused(ruleset, one))
        if isinstance(one, KernelRefusal)
        else _emitted(ruleset, plan, one, note, native=native, compiling=compiling)
        for ruleset, one in found
    )


def _is_native_sooner(
    lowered: Sequence[tuple[Ruleset, Emitted]], plan: Plan, compiling: Callable[[], None] | None
) -> tuple[bool, str]:
    """Whether all machine code is kept, or sooner made than the plan is played without; what to say of it."""
    plainly = sum(to_play_plainly(ruleset, plan) for ruleset, _ in lowered)
    if not _has_llvm():
        why = f"Plain Python plays; with llvmlite it is done far sooner: {_GET_IT}"
        return False, why if plainly > _LONG else ""
    from hasenpfeffer.kernel.native.making import to_make

    making = sum(to_make(one.text) for _, one in lowered if not _is_kept(one))
    if making == 0:
        return True, ""
    if making >= plainly:
        return False, ""
    if compiling is not None:
        compiling()
    return True, ""


def _refused(ruleset: Ruleset, refusal: KernelRefusal) -> str:
    return f"{ruleset.name} is played by the interpreter, which is slower; no program can be made of it yet: {refusal}"


def _has_llvm() -> bool:
    from hasenpfeffer.kernel.native.machine import is_available

    return is_available()


def _is_kept(program: Emitted) -> bool:
    from hasenpfeffer.kernel.emitted import ENTRIES
    from hasenpfeffer.kernel.native.machine import would_be_warm

    return would_be_warm(program.text, ENTRIES)


def _program(ruleset: Ruleset) -> Emitted:
    from hasenpfeffer.kernel.kept_programs import program_of

    return program_of(ruleset)


def _reference(ruleset: Ruleset, plan: Plan, note: str = "") -> Backend:
    from hasenpfeffer.study.reference_rows import Reference

    return Reference(ruleset, plan, note)


def _emitted(
    ruleset: Ruleset,
    plan: Plan,
    program: Emitted,
    note: str = "",
    *,
    native: bool,
    compiling: Callable[[], None] | None,
) -> Backend:
    from hasenpfeffer.study.emitted_rows import Native, Plain

    if native:
        return Native(ruleset, plan, program, note, compiling)
    return Plain(ruleset, plan, program, note)
