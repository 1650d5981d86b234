"""Programs in restricted Python, drawn at random, of the size and the kind that rulesets become."""

from __future__ import annotations

from random import Random
from typing import Any

from hasenpfeffer.kernel import runtime

LEAVES, MIDDLE, TOP = 22, 12, 6
"""Functions that call none, some leaves, some of the middle: about forty, as a ruleset of the shelf makes."""

WORD = 0xFFFFFFFF


def program(seed: int, *, leaves: int = LEAVES, middle: int = MIDDLE, top: int = TOP) -> str:
    """A module with the entries `run(s, k, count)` and `peek(s, k)`; `s` has 64 numbers, `k` 32.

    No number in it leaves 64 bits, nothing is divided by 0, and every loop ends.
    """
    return _Program(Random(seed)).text(leaves, middle, top)


class _Program:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []
        self.functions: list[str] = []

    def text(self, leaves: int, middle: int, top: int) -> str:
        self.lines = ["from hasenpfeffer.kernel.runtime import draw, lowest, nth, popcount, stream_key", ""]
        self.lines += ["SIZE = 32", f"PACK = {(1 << 32) - 1}", "FULL = -9223372036854775808"]
        low: list[str] = []
        for level, count in (("leaf", leaves), ("middle", middle), ("top", top)):
            self.functions, low = low, []
            for index in range(count):
                low.append(f"{level}_{index}")
                self._function(low[-1], calls=0 if level == "leaf" else 4)
        self.lines += [
            "",
            "",
            "def run(s, k, count):",
            "    key = stream_key(s[0], s[1], 0, 1, 2)",
            "    x = 0",
        ]
        self.lines += ["    for i in range(count):", "        x = draw(key, i, 2147483647)"]
        self.lines += [f"        x ^= {name}(s, k, x, i)" for name in low]
        self.lines += ["        s[x % 64] += x & 255", "    return x"]
        self.lines += [
            "",
            "",
            "def peek(s, k):",
            f"    return {low[0]}(s, k, s[3] & PACK, 1) + (s[4] ^ FULL)",
        ]
        return "\n".join(self.lines) + "\n"

    def _function(self, name: str, calls: int) -> None:
        self.lines += ["", "", f"def {name}(s, k, cards, seat):", "    a = cards & PACK", "    b = seat & 15"]
        self.lines += ["    c = s[seat & 63] & PACK"]
        for _ in range(4):
            self._statement("    ")
            for _ in range(calls // 4):
                callee = self.random.choice(self.functions)
                self.lines.append(f"    {self._name()} = {callee}(s, k, {self._value()}, b) & PACK")
        self.lines.append(f"    return (a + b + c) & {WORD}")

    def _statement(self, indent: str, depth: int = 2) -> None:
        kind = self.random.randrange(9 if depth else 5)
        name = self._name()
        line = self.lines.append
        if kind < 2:
            line(f"{indent}{name} = ({self._value()}) & PACK")
        elif kind == 2:
            line(f"{indent}{name} {self.random.choice(['^=', '|=', '&='])} {self._value()} & PACK")
        elif kind == 3:
            operation = self.random.choice(["+=", "|=", "^="])
            line(f"{indent}s[{self._value()} & 63] {operation} {self._value()} & 1023")
        elif kind == 4:
            line(f"{indent}{name} = nth({name} | 5, draw({name}, b & 7, 2))")
        elif kind < 7:
            line(f"{indent}if {self._test()}:")
            self._statement(indent + "    ", depth - 1)
            self._statement(indent + "    ", depth - 1)
            line(f"{indent}elif {self._test()}:")
            self._statement(indent + "    ", depth - 1)
            line(f"{indent}else:")
            self._statement(indent + "    ", depth - 1)
        elif kind == 7:
            left = f"left_{len(self.lines)}"
            line(f"{indent}{left} = {name} & 4095")
            line(f"{indent}while {left}:")
            line(f"{indent}    {left} &= {left} - 1")
            self._statement(indent + "    ", depth - 1)
            line(f"{indent}    if {self._test()}:")
            line(f"{indent}        {self.random.choice(['break', 'continue'])}")
        else:
            line(f"{indent}for i_{depth} in range({self.random.choice(['4', 'b & 3', '1, 5', '6, 0, -2'])}):")
            self._statement(indent + "    ", depth - 1)
            line(f"{indent}    s[i_{depth} + 8] = {self._value()} & PACK")

    def _name(self) -> str:
        return self.random.choice("abc")

    def _value(self) -> str:
        name, other = self._name(), self._name()
        forms = (
            name,
            f"{name} + {other}",
            f"{name} - {other}",
            f"{name} * 3 // ({other} + 1)",
            f"({name} - {other}) // 7",
            f"({name} - {other}) % 13",
            f"(~{name} ^ {other})",
            f"k[{name} & 31] - {other}",
            f"({name} >> ({other} & 15))",
            f"(({name} & 1023) << ({other} & 7))",
            f"popcount({name} - {other})",
            f"({name} if {other} & 4 else -{other})",
            f"(lowest({name}) if {name} else 3)",
            f"({name} > {other})",
            f"({name} & 3 and {other})",
            f"({name} & 1 or {other} & 6)",
            f"(s[{name} & 63] & PACK)",
            f"(1 << ({name} % SIZE))",
        )
        return self.random.choice(forms)

    def _test(self) -> str:
        name, other = self._name(), self._name()
        forms = (
            f"{name} & (1 << ({other} & 15))",
            f"{name} < {other}",
            f"not {name} & 3",
            f"{name} % 5 == 2 and s[{other} & 63] >= 40",
            f"k[{other} & 31] != {name} or {other} > 7",
            f"1 <= {name} & 15 < {other}",
        )
        return self.random.choice(forms)


TRICKS = """\
from hasenpfeffer.kernel.runtime import draw, lowest, nth, popcount, stream_key

SEATS = 4
CARDS = 32
TRUMPS = 3
PACK = 8
POINTS = 4


def shuffle(s, key):
    for card in range(CARDS):
        s[PACK + card] = card
    for last in range(CARDS - 1, 0, -1):
        other = draw(key, CARDS - 1 - last, last + 1)
        card = s[PACK + last]
        s[PACK + last] = s[PACK + other]
        s[PACK + other] = card
    return 0


def hand_out(s):
    for seat in range(SEATS):
        hand = 0
        for place in range(seat, CARDS, SEATS):
            hand |= 1 << s[PACK + place]
        s[seat] = hand
        s[POINTS + seat] = 0
    return 0


def may_play(s, k, seat, led):
    hand = s[seat]
    if led < 0:
        return hand
    same = hand & k[led]
    return same if same else hand


def beats(k, card, best, led):
    strength = k[4 + card]
    if k[TRUMPS] >> card & 1:
        strength += 100
    elif not k[led] >> card & 1:
        return 0
    other = k[4 + best] + (100 if k[TRUMPS] >> best & 1 else 0)
    return strength > other


def trick(s, k, leader, key, number):
    led = -1
    best = 0
    winner = leader
    worth = 0
    for turn in range(SEATS):
        seat = (leader + turn) % SEATS
        choices = may_play(s, k, seat, led)
        card = nth(choices, draw(key, number + turn, popcount(choices)))
        s[seat] ^= 1 << card
        worth += k[36 + card]
        if led < 0:
            led = card // 8
            best = card
        elif beats(k, card, best, led):
            best = card
            winner = seat
    s[POINTS + winner] += worth
    return winner


def play_deals(s, k, low, high, first, count, rows):
    for deal in range(first, first + count):
        shuffle(s, stream_key(low, high, deal, 1, 1))
        hand_out(s)
        key = stream_key(low, high, deal, 1, 2)
        leader = 0
        number = 0
        while s[leader]:
            leader = trick(s, k, leader, key, number)
            number += SEATS
        row = (deal - first) * 5
        rows[row] = deal
        for seat in range(SEATS):
            rows[row + 1 + seat] = s[POINTS + seat]
    return count


def draws(s, count):
    chosen = 0
    for i in range(count):
        chosen += nth(s[0] | 1, draw(chosen, i, popcount(s[0] | 1)))
    return chosen
"""
"""A game of tricks with random players, and a loop that does nothing but draw."""


def tables() -> list[int]:
    """The constants of `TRICKS`: cards of each suit, strengths, points."""
    suits = [0xFF << 8 * suit for suit in range(4)]
    return [
        *suits,
        *(card % 8 for card in range(32)),
        *((0, 0, 0, 10, 2, 3, 4, 11)[card % 8] for card in range(32)),
    ]


EXPRESSIONS = (
    "x + y",
    "x - y",
    "x * y",
    "x // 7",
    "x // 8",
    "x % 7",
    "x % 8",
    "x // -3",
    "x % -3",
    "x // y if y else 5",
    "x % y if y else 5",
    "x & y | 3 ^ ~x",
    "x >> (y & 63)",
    "(x & 1023) << (y & 15)",
    "-x",
    "+x",
    "x < y",
    "(x == y) + (x != y) * 2 + (x <= y) * 4 + (x > y) * 8 + (x >= y) * 16",
    "x and y",
    "x or y",
    "x and y or 4",
    "not x",
    "not (x and y)",
    "(not x) + 1",
    "0 < x < y",
    "x < y > 3 != x",
    "x if y else 3",
    "1 if x > 0 or y > 0 and not x == y else 2",
    "(x if x > y else y) * (2 if x & 1 and y & 1 else 3)",
    "True + x",
    "LARGE - x",
    "-9223372036854775808 ^ x",
    "double(x + 1) + double(y)",
)
"""Of numbers `x` and `y`, with a name `LARGE` and a function `double`."""

STATEMENTS = {
    "a count that is changed inside": (
        "n = 0\nfor i in range(x, 20, 3):\n    n += i\n    i = 100\nreturn n * 1000 + i",
    ),
    "bounds are worked out once": ("n = 5\nfor i in range(n):\n    n += 1\nreturn n",),
    "a range that goes down, and none": (
        "n = 0\nfor i in range(9, x, -2):\n    n = n * 10 + i\nfor j in range(5, 5):\n    n = 0\nreturn n",
    ),
    "break and continue find their loop": (
        "n = 0\nwhile True:\n    n += 1\n    for i in range(10):\n        if i == 3:\n            continue\n"
        "        if i == x:\n            break\n        n += 10\n    if n > 500:\n        break\nreturn n",
    ),
    "what follows a return is not reached": ("if x > 2:\n    return 5\n    x = 7\nreturn x",),
    "a set is gone through": ("n = 0\nwhile x:\n    n += lowest(x)\n    x &= x - 1\nreturn n",),
    "an index is worked out before what is added": (
        "s[0] = 1\ns[s[0]] += bump(s)\ns[4] = bump(s) + s[0]\nreturn s[0] * 100 + s[1] * 10 + s[4]",
    ),
    "only the first that decides is worked out": (
        "s[0] = x & 1 and bump(s) or bump(s)\nif x > 2 or bump(s):\n    pass\nreturn s[0] * 10 + s[2]",
    ),
    "a count stays where its loop was left": (
        "n = 0\nfor turn in range(3):\n    n = n * 10 + (i if turn else 0)\n    for i in range(6):\n"
        "        if i > (x + turn) % 5:\n            break\nfor j in range(4):\n    s[j] = 3\n"
        "if x > 3:\n    for j in range(9):\n        n += j\nreturn n * 100 + i * 10 + j",
    ),
    "a name of both ways is still known in another turn": (
        "n = 0\nfor turn in range(9):\n    if turn == 0 or (turn + x) % 3 == 0:\n        seen = turn\n"
        "    else:\n        n = n * 7 + seen\nreturn n",
    ),
    "of a chain nothing is worked out behind what fails": (
        "n = 2 < x <= bump(s) < bump(s)\nif x > 4 > bump(s):\n    n += 5\nreturn n * 100 + s[2]",
    ),
    "numbers are cleared in a row": ("for i in range(64):\n    s[i] = 0\nreturn s[9] + s[x]",),
}
"""What a function of a state and a number `x` from 0 to 7 may do, with a function `bump` that changes the state."""


def statements(name: str) -> str:
    """A module in which `f(s, x)` does this."""
    (body,) = STATEMENTS[name]
    text = "def bump(s):\n    s[0] += 1\n    s[2] += 1\n    return s[0]\n\ndef f(s, x):\n"
    return text + "".join(f"    {line}\n" for line in body.splitlines())


def plain(text: str) -> dict[str, Any]:
    """The functions of a module as plain Python."""
    module: dict[str, Any] = {name: getattr(runtime, name) for name in runtime.PRIMITIVES}
    exec(text, module)
    return module
