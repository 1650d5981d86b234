"""The grammar of formulas has no conflicts, and a tree written out is read back as the same tree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark

from hasenpfeffer.lang import ast
from hasenpfeffer.lang.parse import MAX_DEPTH, MAX_LENGTH, parse
from hasenpfeffer.lang.unparse import unparse
from hasenpfeffer.library import folder
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.place import Place, Position
from hasenpfeffer.reading.tree import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Place("house.yaml", Position(1, 1, 0), Position(1, 1, 0))
LONG_ENOUGH = 60


def read(source: str) -> tuple[ast.Expr | None, Findings]:
    findings = Findings()
    return parse(Text(source, HERE), findings), findings


def tree(source: str) -> ast.Expr:
    found, findings = read(source)
    assert found is not None, findings.items
    return found


def test_the_grammar_is_lalr_without_conflicts() -> None:
    Lark((folder("grammar") / "rules.lark").read_text("utf-8"), parser="lalr", strict=True)


# --- written out and read again

WORDS = st.sampled_from(
    (
        *("bid", "trump", "order", "island", "android", "notes", "iffy", "thenar", "elsewhere", "office"),
        *("area", "hasty", "amongst", "unlessness", "exceptional", "button", "modern", "byte", "größe"),
        *("dealer's", "K"),
    )
)
LATER_WORDS = WORDS | st.integers(0, 99).map(str)
NAMES = st.builds(
    lambda first, rest: ast.Name(" ".join([first, *rest]), HERE), WORDS, st.lists(LATER_WORDS, max_size=2)
)
NUMBERS = st.builds(lambda value: ast.Number(value, HERE), st.integers(0, 10**6))
OPERATORS = ("+", "-", "*", "/", "//", "mod", "except", "but at least", "but at most")
JOINTS = ("and", "or", "unless", "or else")
COMPARISONS = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])


def larger(parts: st.SearchStrategy[ast.Expr]) -> st.SearchStrategy[ast.Expr]:
    """Trees one level above `parts`."""
    maybe = st.none() | parts
    return st.one_of(
        st.builds(ast.Of, parts, parts, st.just(HERE)),
        st.builds(ast.Range, parts, parts, maybe, st.just(HERE)),
        st.builds(ast.Negative, parts, st.just(HERE)),
        st.builds(ast.Not, parts, st.just(HERE)),
        st.builds(ast.Binary, st.sampled_from(OPERATORS + JOINTS), parts, parts, st.just(HERE)),
        st.builds(
            ast.Compare,
            parts,
            st.lists(st.tuples(COMPARISONS, parts), min_size=1, max_size=3).map(tuple),
            st.just(HERE),
        ),
        st.builds(ast.Is, parts, parts, st.booleans(), st.just(HERE)),
        st.builds(ast.Has, parts, parts, st.just(HERE)),
        st.builds(ast.Where, parts, parts, st.just(HERE)),
        st.builds(ast.IfElse, parts, parts, parts, st.just(HERE)),
        st.builds(
            lambda kind, what, source, where: (
                ast.Aggregate(kind, what, source, None if source is None else where, HERE)
                if not isinstance(source, ast.Where)
                else ast.Aggregate(kind, what, source.source, source.condition, HERE)
            ),
            st.sampled_from(ast.AGGREGATES),
            parts,
            maybe,
            maybe,
        ),
    )


TREES: st.SearchStrategy[ast.Expr] = st.recursive(NAMES | NUMBERS, larger, max_leaves=10)


@given(TREES)
@settings(max_examples=400, deadline=None)
def test_a_tree_written_out_is_read_back_the_same(expression: ast.Expr) -> None:
    text = unparse(expression)
    found, findings = read(text)
    if any(finding.code == "S232" for finding in findings.items):
        return  # longer or deeper than a formula may be
    assert found == expression, text


def shipped_texts() -> Iterator[str]:
    """Every key and value of the shipped files, prose too."""
    for path in sorted(folder("rules").rglob("*.yaml")):
        for node in leaves(yaml.compose(path.read_text("utf-8"), Loader=yaml.SafeLoader)):
            yield node.value


def leaves(node: yaml.Node) -> Iterator[yaml.ScalarNode]:
    match node:
        case yaml.MappingNode():
            for key, value in node.value:
                yield from leaves(key)
                yield from leaves(value)
        case yaml.SequenceNode():
            for item in node.value:
                yield from leaves(item)
        case yaml.ScalarNode():
            yield node


def test_every_shipped_formula_written_out_is_read_back_the_same() -> None:
    formulas = set()
    for text in set(shipped_texts()):
        found, _ = read(text)
        if found is not None:
            assert tree(unparse(found)) == found, text
            formulas.add(text)
    assert len(formulas) > 1000


# --- how tightly things bind

BINDING = [
    ("a + b * c", "a + (b * c)"),
    ("a - b - c", "(a - b) - c"),
    ("-a * b", "(-a) * b"),
    ("-5..5", "(-5)..5"),
    ("J of sister of trump", "J of (sister of trump)"),
    ("tricks of declarers >= bid and not forced", "(tricks of declarers >= bid) and (not forced)"),
    ("a or b and c", "a or (b and c)"),
    ("x unless a or b", "x unless (a or b)"),
    ("x unless c or else y", "(x unless c) or else y"),
    ("x but at least 16 but at most 29", "(x but at least 16) but at most 29"),
    ("trumps except J of trump", "trumps except (J of trump)"),
    ("hand of me is hearts or spades", "(hand of me is hearts) or spades"),
    ("if a then b else c or else d", "if a then b else (c or else d)"),
    ("lowest(hand of me except trumps)", "lowest((hand of me) except trumps)"),
    ("100..1500 by 10", "(100)..(1500) by (10)"),
    ("A > K > Q", "(A) > K > (Q)"),
    ("right  bower", "right bower"),
    ("dealer’s card", "dealer's card"),
]


@pytest.mark.parametrize(("short", "bracketed"), BINDING, ids=[short for short, _ in BINDING])
def test_brackets_may_be_left_out(short: str, bracketed: str) -> None:
    assert tree(short) == tree(bracketed)


# --- texts that are no formulas

WRONG = [
    ("", "S231", "empty", (1, 1)),
    ("max(a, b)", "S231", "", (1, 4)),
    ("bid, 3", "S231", "no comma", (1, 4)),
    ("big_ideas", "S231", "`_`", (1, 4)),
    ("(a + b", "S231", "never closed", (1, 7)),
    ("a +", "S231", "stops too early", (1, 4)),
    ("a + ) b", "S231", "`)` cannot stand here", (1, 5)),
    ("a of", "S231", "stops too early", (1, 5)),
    ("not", "S231", "stops too early", (1, 4)),
    ("if a then b", "S231", "stops too early", (1, 12)),
    ("3 4", "S231", "`4` cannot stand here", (1, 3)),
    ("a ? b", "S231", "`?` cannot stand here", (1, 3)),
    ("(" * (MAX_DEPTH + 1) + "a" + ")" * (MAX_DEPTH + 1), "S232", "too deep", (1, 1)),
    ("a + " * MAX_LENGTH + "a", "S232", "too long", (1, 1)),
]


@pytest.mark.parametrize(
    ("source", "code", "words", "at"), WRONG, ids=[source[:LONG_ENOUGH] for source, *_ in WRONG]
)
def test_what_cannot_be_read_is_a_finding_with_its_place(
    source: str, code: str, words: str, at: tuple[int, int]
) -> None:
    found, findings = read(source)
    assert found is None
    (finding,) = findings.items
    assert finding.code == code
    assert words in finding.message
    assert (finding.place.start.line, finding.place.start.column) == at


def test_places_point_into_the_text() -> None:
    start = Position(7, 12, 100)
    quoted = Text("bid >= lowest", Place("house.yaml", start, Position(7, 27, 115)), quoted=True)
    found = parse(quoted, Findings())
    assert isinstance(found, ast.Compare)
    right = found.rest[0][1].place
    assert (right.start.column, right.end.column, right.start.offset) == (20, 26, 108)


def test_the_grammar_lies_where_the_program_looks() -> None:
    assert (folder("grammar") / "rules.lark").is_file()
    assert isinstance(folder("grammar"), Path)
