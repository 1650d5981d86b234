"""Every code that the engine uses is registered, under the right family."""

from __future__ import annotations

import re
from pathlib import Path

from hasenpfeffer.reading.codes import CODES, name_of

ENGINE = Path(__file__).parents[3] / "engine"
USED = re.compile(r'"([YSXDBTPGL][0-9]{3})"')


def test_every_code_in_use_is_registered() -> None:
    used = {code for path in ENGINE.rglob("*.py") for code in USED.findall(path.read_text("utf-8"))}
    assert used - CODES.keys() == set()


def test_codes_have_one_name_and_one_meaning_each() -> None:
    assert len({code.name for code in CODES.values()}) == len(CODES)
    for key, code in CODES.items():
        assert key == code.code
        assert re.fullmatch(r"Y1|S2|X3|D4|B5|T6|P7|G8|L9", key[:2])
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code.name)
        assert code.meaning.endswith(".")


def test_an_unknown_code_has_a_name_too() -> None:
    assert name_of("Y113") == "unclosed-quote"
    assert name_of("Z999") == "z999"
