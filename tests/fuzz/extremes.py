"""Inputs at the limits of size: as many, as long and as deep as a file may be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.reading.anchors import MOST_PARTS

if TYPE_CHECKING:
    from collections.abc import Callable

HEAD: Final = "language: 1\ntitle: Ours\nextends: hasenpfeffer\n"
FULL: Final = 256 * 1024 - 200


def _filled(line: Callable[[int], str], head: str = HEAD, parts: int = 0) -> bytes:
    """Lines by number until the file is full, or has as many settings and values as a file may have; `parts` of them
    stand in each line, 0 where they do not count."""
    lines, size, number = [head], len(head.encode()), 0
    while True:
        text = line(number)
        size += len(text.encode())
        if size > FULL or (parts and number * parts > MOST_PARTS - 60):
            return "".join(lines).encode()
        lines.append(text)
        number += 1


EXTREMES: Final[dict[str, Callable[[], bytes]]] = {
    "nested lists": lambda: (HEAD + "remove: " + "[" * (FULL // 2) + "]" * (FULL // 2) + "\n").encode(),
    "nested lists within the limit": lambda: _filled(
        lambda n: f"  t{n}: {'[' * 28}1{']' * 28}\n", HEAD + "terms:\n", parts=31
    ),
    "nested groups": lambda: (HEAD + "terms: " + "{a: " * 60_000 + "1" + "}" * 60_000 + "\n").encode(),
    "one formula": lambda: (HEAD + "terms: {loss: " + "1 + " * (FULL // 4) + "1}\n").encode(),
    "one formula of brackets": lambda: (
        HEAD + "terms: {loss: " + "(" * 100_000 + ")" * 100_000 + "}\n"
    ).encode(),
    "one formula of not": lambda: (HEAD + "terms: {made: " + "not " * (FULL // 4 - 20) + "yes}\n").encode(),
    "terms that double": lambda: (
        HEAD
        + "terms:\n  x0: tricks of declarers\n"
        + "".join(f"  x{n}: x{n - 1} + x{n - 1}\n" for n in range(1, 1000))
        + "  loss: x999\n"
    ).encode(),
    "terms that double, doubled in size": lambda: (
        HEAD
        + "terms:\n  x0: 2\n"
        + "".join(f"  x{n}: x{n - 1} * x{n - 1}\n" for n in range(1, 1000))
        + "  loss: x999\n"
    ).encode(),
    "conditions that double": lambda: (
        HEAD
        + "terms:\n  c0: bid > 2\n"
        + "".join(f"  c{n}: c{n - 1} and not c{n - 1}\n" for n in range(1, 110))
        + "  made: c109\n"
    ).encode(),
    "aggregates in aggregates": lambda: (
        HEAD
        + "terms:\n  a0 of seat: tricks of seat\n"
        + "".join(f"  a{n} of seat: sum(a{n - 1} of seat among seats)\n" for n in range(1, 100))
        + "  loss: a99 of dealer\n"
    ).encode(),
    "cards in aggregates": lambda: (
        HEAD
        + "terms:\n  loss: count(card among any card where "
        + "count(card among any card where " * 20
        + "card is trumps"
        + ") > 1" * 20
        + ")\n"
    ).encode(),
    "parameters": lambda: _filled(
        lambda n: f"  p{n}: {{default: 1, type: 0..1000000000000, about: x}}\n",
        HEAD + "parameters:\n",
        parts=8,
    ),
    "parameters that are read": lambda: (
        HEAD
        + "parameters:\n"
        + "".join(f"  p{n}: {{default: 1, type: 0..1000000, about: x}}\n" for n in range(60))
        + "terms: {loss: "
        + " + ".join(f"p{n}" for n in range(60))
        + "}\n"
    ).encode(),
    "calls": lambda: (HEAD + "steps: {auction: {calls: {numbers: {bid: 1..1000000000}}}}\n").encode(),
    "calls in combinations": lambda: (
        HEAD
        + "steps: {auction: {calls: {numbers: {bid: 1..40, "
        + ", ".join(f"f{n}: 1..40" for n in range(8))
        + "}}}}\n"
    ).encode(),
    "patches": lambda: (
        "language: 1\ntitle: Ours\nextends: [hasenpfeffer, "
        + ", ".join(["no-alone", "bump", "set-by-bid"] * 8000)
        + "]\n"
    ).encode(),
    "unknown bases": lambda: (
        "language: 1\ntitle: Ours\nextends: [" + ", ".join(f"nobody{n}" for n in range(15_000)) + "]\n"
    ).encode(),
    "removals": lambda: _filled(lambda n: f"  - steps.nothing{n}\n", HEAD + "remove:\n", parts=1),
    "melds": lambda: (
        HEAD
        + "melds:\n"
        + "".join(
            f"  m{n}: {{kind: k{n % 7}, in: one suit, ranks: [9, 10, J, Q, K, A], length: 1..6, points: {n}}}\n"
            for n in range(120)
        )
        + "steps: {meld: {before: tricks, who: seats}}\n"
    ).encode(),
    "a long name": lambda: (HEAD + f"terms:\n  {'n' * 120_000}: 1\n  loss: {'n' * 120_000}\n").encode(),
    "long names that differ late": lambda: _filled(
        lambda n: f"  {'n' * 200}{n}: 1\n", HEAD + "terms:\n", parts=2
    ),
    "names of every letter": lambda: _filled(
        lambda n: f"  {chr(0x4E00 + n % 20000)}{n}: 1\n", HEAD + "terms:\n", parts=2
    ),
    "unknown names": lambda: _filled(
        lambda n: f"  t{n}: unknown{n} + tricks of declarrers\n", HEAD + "terms:\n", parts=2
    ),
    "unknown keys": lambda: _filled(lambda n: f"skoring{n}: 1\n", parts=2),
    "one long line": lambda: (HEAD + "summary: " + "word " * 2000 + "\n").encode(),
    "one long line of findings": lambda: (
        HEAD + "terms: {" + ", ".join(f"t{n}: ghost{n}" for n in range(900)) + "}\n"
    ).encode(),
    "a full line": lambda: (HEAD + "summary: " + "x" * FULL + "\n").encode()[:FULL],
    "aliases": lambda: (
        HEAD
        + "terms:\n  a: &a [x, x, x, x, x, x, x, x, x]\n"
        + "".join(
            f"  {b}: &{b} [{', '.join([f'*{a}'] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
        )
    ).encode(),
    "anchors": lambda: _filled(lambda n: f"  t{n}: &a{n} 1\n", HEAD + "terms:\n", parts=2),
    "duplicates": lambda: _filled(lambda n: "  loss: 1\n", HEAD + "terms:\n", parts=2),
    "tabs": lambda: _filled(lambda n: f"\tt{n}: 1\n", HEAD + "terms:\n"),
    "quotes": lambda: _filled(lambda n: f"  t{n}: 'it''s\n", HEAD + "terms:\n"),
    "open brackets": lambda: _filled(lambda n: f"  t{n}: [1, {{a: \n", HEAD + "terms:\n"),
    "comments": lambda: _filled(lambda n: f"# hasenpfeffer: ignore[P{n}] no reason\n"),
    "combining marks": lambda: (HEAD + "summary: a" + "\u0301" * 100_000 + "\n").encode(),
    "wide letters": lambda: (HEAD + "terms: {loss: " + "牌" * 60_000 + "}\n").encode(),
    "steps": lambda: _filled(
        lambda n: f"  s{n}: {{do: discard, before: tricks, who: seats, cards: 1}}\n",
        HEAD + "steps:\n",
        parts=10,
    ),
    "steps after each other": lambda: (
        HEAD
        + "steps:\n"
        + "".join(
            f"  s{n}: {{do: discard, after: {'deal' if n == 0 else f's{n - 1}'}, who: declarer, cards: 1}}\n"
            for n in range(900)
        )
    ).encode(),
    "scoring lines": lambda: _filled(
        lambda n: f"  l{n}: {{who: declarers, gets: {n}, instead of: [l{n + 1}]}}\n",
        HEAD + "scoring:\n",
        parts=9,
    ),
    "counters": lambda: _filled(
        lambda n: f"  c{n}: {{of: seat, type: 0..9}}\n", HEAD + "counters:\n", parts=6
    ),
    "promises": lambda: _filled(lambda n: f"  - tricks of declarers >= {n}\n", HEAD + "promises:\n", parts=1),
    "cases": lambda: _filled(
        lambda n: (
            f"  c{n}: {{given: {{call: 4, tricks: {{declarers: 2}}}}, then: {{scores: {{declarers: {n}}}}}}}\n"
        ),
        HEAD + "cases:\n",
        parts=14,
    ),
    "a long script": lambda: _filled(
        lambda n: "      - west: pass\n", HEAD + "cases:\n  one:\n    script:\n", parts=3
    ),
    "a table": lambda: _filled(lambda n: f"    {n}: {n}\n", HEAD + "terms:\n  loss:\n    by: bid\n", parts=2),
    "alternatives": lambda: _filled(
        lambda n: f"    - {{if: bid = {n}, then: {n}}}\n", HEAD + "terms:\n  loss:\n", parts=5
    ),
    "a deck": lambda: (HEAD + "deck: {ranks: [" + ", ".join(f"r{n}" for n in range(9000)) + "]}\n").encode(),
    "copies": lambda: (HEAD + "deck: {copies: 999999999}\n").encode(),
    "seats": lambda: (
        HEAD + "players: {seats: [" + ", ".join(f"s{n}" for n in range(9000)) + "]}\n"
    ).encode(),
    "a ranking": lambda: (HEAD + "ranking: {trump: " + " > ".join(["J"] * 400) + "}\n").encode(),
    "large numbers": lambda: (
        HEAD + f"terms: {{loss: {'9' * 1900}}}\nparameters: {{target: {'9' * 90_000}}}\n"
    ).encode(),
    "powers": lambda: (HEAD + "terms: {loss: " + " * ".join(["999999999"] * 70) + "}\n").encode(),
}
"""Names of files and how they are made; all but those that are meant to be too large have at most 256 KiB."""
