"""Plain words that YAML readers disagree on: numbers in odd spellings, words for yes and no, empty values."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from hasenpfeffer.reading.fixes import respell
from hasenpfeffer.reading.suggest import quoted

if TYPE_CHECKING:
    from hasenpfeffer.reading.diagnostic import Findings, Fix
    from hasenpfeffer.reading.tree import Path, Text

PROSE: Final = frozenset({"title", "summary", "about"})
"""Keys whose values are for people only: no word in them is put right."""

LISTS: Final = frozenset(
    {"by deal", "from", "suits", "extra", "packets", "seats", "teams", "instead of", "follow"}
)
"""Keys whose value may be a list, so that a comma behind it can only stand between two items."""

_ANSWERS: Final = {"true": "yes", "on": "yes", "yes": "yes", "false": "no", "off": "no", "no": "no"}
_LETTERS: Final = {"y": "yes", "n": "no"}
_EMPTY: Final = frozenset({"null", "~"})

_LEADING_ZERO = re.compile(r"(-?)0+([0-9]+)\Z")
_UNDERSCORES = re.compile(r"[-+]?[0-9][0-9_]*_[0-9_]*\Z")
_PLUS = re.compile(r"\+[0-9]+\Z")
_BASE = re.compile(r"[-+]?0(?:x[0-9a-fA-F_]+|o[0-7_]+|b[01_]+)\Z", re.IGNORECASE)
_BASE_60 = re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?\Z")
_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt ].*)?\Z")
_FLOAT = re.compile(r"[-+]?(?:[0-9][0-9_]*\.?[0-9_]*|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?\Z")
_LARGEST: Final = 10**9
_NAN = re.compile(r"\.nan\Z", re.IGNORECASE)
_INFINITE = re.compile(r"[-+]?\.inf\Z", re.IGNORECASE)


def check_plain_word(text: Text, path: Path, findings: Findings) -> Text:
    """The text, put right where only one thing can be meant; anything doubtful becomes a finding."""
    word = text.text
    if len(word) > 40 or text.is_number:
        return text
    if word[0] in "0123456789+-.":
        return _check_number(text, path, findings)
    return _check_answer(text, path, findings)


def _check_answer(text: Text, path: Path, findings: Findings) -> Text:
    word, lower = text.text, text.text.lower()
    where = ".".join(path)
    in_list = bool(path) and path[-1].isdigit()
    if word in ("yes", "no"):
        return text
    if lower in _ANSWERS:
        answer = _ANSWERS[lower]
        findings.error(
            "Y121",
            f"{_named(path)} is {quoted(word)}, and the two answers are `yes` and `no`",
            text.place,
            path=where,
            help=f"Write `{answer}`, or put it in quotes if it is a name",
            fixes=_quotes(text) if in_list else _respelt(text, answer, safe=True),
        )
        return replace(text, doubtful=True) if in_list else replace(text, text=answer, exact=False)
    if lower in _LETTERS:
        answer = _LETTERS[lower]
        findings.error(
            "Y121",
            f"{_named(path)} is {quoted(word)}: some YAML readers take it as `{answer}`, others as a letter",
            text.place,
            path=where,
            help=f'Write `"{word}"` in quotes if it is a name, or `{answer}`',
            fixes=_quotes(text) if in_list else _respelt(text, answer),
        )
    elif lower in _EMPTY:
        findings.error(
            "Y121",
            f"{_named(path)} is {quoted(word)}, which YAML reads as no value at all",
            text.place,
            path=where,
            help="Write the value that is meant, or remove the line; put it in quotes if it is a name",
        )
    else:
        return text
    return replace(text, doubtful=True)


def _check_number(text: Text, path: Path, findings: Findings) -> Text:
    word, where = text.text, ".".join(path)
    if match := _LEADING_ZERO.match(word):
        plain = match.group(1) + (match.group(2).lstrip("0") or "0")
        findings.warning(
            "Y120",
            f"{quoted(word)} has a leading zero",
            text.place,
            path=where,
            help=f"Write {plain}; here it is decimal, older YAML may read it in base 8",
            fixes=_respelt(text, plain, safe=True),
        )
        return replace(text, text=plain, exact=False)
    problem, meant = _odd_number(word)
    if not problem:
        return text
    findings.error(
        "Y120",
        f"{quoted(word)} is not a whole number: {problem}",
        text.place,
        path=where,
        help=f"Write {meant}" if meant else "Write the whole number that is meant, in digits",
        fixes=_respelt(text, meant, safe=word.startswith("+")) if meant else (),
    )
    return replace(text, text=meant, exact=False) if meant else replace(text, doubtful=True)


def _respelt(text: Text, new: str, *, safe: bool = False) -> tuple[Fix, ...]:
    return respell(text.place, text.text, new, safe=safe) if text.exact else ()


def _quotes(text: Text) -> tuple[Fix, ...]:
    return _respelt(text, f'"{text.text}"')


def _odd_number(word: str) -> tuple[str, str]:
    """What is odd about a number's spelling, and the plain spelling where there is one."""
    if _UNDERSCORES.match(word):
        digits = word.replace("_", "").lstrip("+")
        plain = digits if not digits.startswith("0") else ""
        return "some YAML readers skip the underscores, others take it as text", plain
    if _PLUS.match(word):
        return "a plus sign is not written", str(int(word))
    if _BASE.match(word):
        digits = word.replace("_", "")
        return "some YAML readers take it as a number in another base", _in_base(digits)
    if _BASE_60.match(word):
        return f"older YAML readers would make {_in_base_60(word)} of it", ""
    if _DATE.match(word):
        return "many YAML readers take it as a date", ""
    if _NAN.match(word):
        return "it means “not a number”", ""
    if _INFINITE.match(word):
        return "it means infinity", ""
    if _FLOAT.match(word):
        return _about_float(word), _whole(word)
    return "", ""


def _whole(word: str) -> str:
    """The digits of a number that is whole, though it is not written so."""
    value = float(word.replace("_", ""))
    is_whole = math.isfinite(value) and value.is_integer() and abs(value) < _LARGEST
    return str(int(value)) if is_whole else ""


def _in_base(digits: str) -> str:
    try:
        return str(int(digits, 0))
    except ValueError:
        return ""


def _in_base_60(word: str) -> str:
    whole, _, _ = word.replace("_", "").partition(".")
    value = 0
    for part in whole.lstrip("+-").split(":"):
        value = value * 60 + int(part)
    return f"-{value}" if word.startswith("-") else str(value)


def _about_float(word: str) -> str:
    if "e" not in word.lower():
        return "it has a decimal point"
    return "it is infinite" if math.isinf(float(word.replace("_", ""))) else "it has an exponent"


def _named(path: Path) -> str:
    return quoted(".".join(path))
