"""Pieces of work done side by side, with the results in order: by processes, or by threads."""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from hasenpfeffer.errors import StuckError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from concurrent.futures import Future

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

_AHEAD: Final = 3
"""Pieces for each worker that are handed out before their turn."""


class Work(Protocol[T_co]):
    """Work as it is sent to a process: from it, what does one piece."""

    def ready(self) -> Callable[[range], T_co]: ...


def in_order(
    do: Callable[[range], T], work: Work[T], pieces: Iterable[range], jobs: int, *, by_threads: bool
) -> Generator[T, None, None]:
    """What comes of each piece, in their order: `do` does them here, and `work` does the same elsewhere.

    An error in a piece is raised when it is its turn. Raises StuckError where a process is ended from outside.
    No worker is left when this ends, however it ends.
    """
    if jobs == 1:
        yield from map(do, pieces)
    elif by_threads:
        yield from _by_threads(do, pieces, jobs)
    else:
        yield from _by_processes(work, pieces, jobs)


def _by_threads(do: Callable[[range], T], pieces: Iterable[range], jobs: int) -> Iterator[T]:
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(jobs)
    try:
        yield from _results(lambda piece: pool.submit(do, piece), pieces, jobs)
    finally:
        pool.shutdown(cancel_futures=True)


def _by_processes(work: Work[T], pieces: Iterable[range], jobs: int) -> Iterator[T]:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    others = active_children()
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _start_worker, (work,))

    try:
        yield from _results(lambda piece: pool.submit(_do_piece, piece), pieces, jobs)
    except BrokenProcessPool:
        raise StuckError(
            "a process that played was ended from outside; perhaps memory is short: fewer --jobs need less"
        ) from None
    finally:
        with _left_alone():
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in active_children():
                if worker not in others:
                    worker.kill()
            pool.shutdown()


def _results(submit: Callable[[range], Future[T]], pieces: Iterable[range], jobs: int) -> Iterator[T]:
    """Hands out a few pieces at a time."""
    waiting = iter(pieces)
    with _left_alone():
        under_way = [submit(piece) for piece in islice(waiting, jobs * _AHEAD)]
    while under_way:
        yield under_way.pop(0).result()
        under_way += [submit(piece) for piece in islice(waiting, 1)]


@contextmanager
def _left_alone() -> Iterator[None]:
    """Processes that start meanwhile do not hear Ctrl-C: whoever handed out the work ends them."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not in the main thread, which alone hears it
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# --- in a worker process

_worker: list[Callable[[range], Any]] = []
"""What it does."""


def _start_worker(work: Work[Any]) -> None:
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_parent, daemon=True).start()
    _worker[:] = [work.ready()]


def _leave_with_parent() -> None:
    """Ends this process when the one that hands out the work is gone, however that ended."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do_piece(piece: range) -> Any:
    return _worker[0](piece)
