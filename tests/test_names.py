"""The engine knows no game: no name, text or comment speaks of one, and no number in it is a rule."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ENGINE = ROOT / "engine"
MODULES = sorted(ENGINE.rglob("*.py"))

OWN_NAME = "hasenpfeffer"
SUITS = ("clubs", "diamonds", "hearts", "spades")
"""Suits of the usual pack, which the engine knows; two of them are also games."""

CARDS_AND_CALLS = (
    "alma", "atout", "bag", "basta", "benny", "blind", "bower", "bout", "capot", "contra", "dix", "dog",
    "euchred", "excuse", "gegen", "grand", "grandissimo", "jass", "joker", "kitty", "kontra", "laps",
    "leaster", "little slam", "manille", "marriage", "matador", "mighty", "misère", "misere", "moon",
    "mond", "morgan", "nap", "nil", "ober", "ouvert", "pagat", "partie", "ramsch", "schneider", "schwarz",
    "sküs", "slam", "smudge", "solo", "spadille", "spitzer", "stöck", "talon", "unter", "upcard", "vole",
    "weis", "wenz", "widow",
)  # fmt: skip
"""Words of single games: cards, piles and calls that only rule files may name."""

OTHER_GAMES = (
    "bezique", "boston", "cribbage", "coinche", "klaverjas", "kaiser", "loo", "napoleon", "oh hell", "ombre",
    "preference", "quadrille", "rook", "setback", "sixte", "tarock", "tressette", "truco",
)  # fmt: skip


def shipped_games() -> set[str]:
    """What the shipped games are called: their files' names and titles."""
    names = set()
    for path in (ROOT / "rules" / "games").rglob("*.yaml"):
        names.add(path.stem.replace("-", " "))
        title = re.search(r"^title: (.+)$", path.read_text("utf-8"), re.MULTILINE)
        if title and "variants" not in path.parts:
            names.add(title[1].strip("'\"").lower())
    single = {word for name in names for word in name.split() if len(name.split()) == 1}
    return (names | single) - set(SUITS)


FORBIDDEN = {*CARDS_AND_CALLS, *OTHER_GAMES, *shipped_games(), "pepper", "hoyle"}
_LONGEST_FIRST = "|".join(sorted(map(re.escape, FORBIDDEN), key=len, reverse=True))
_PATTERN = re.compile(rf"(?<![^\W\d_])({_LONGEST_FIRST})s?(?![^\W\d_])")


def words_of(source: str) -> str:
    """A source as lower-case words: names split at underscores and capitals, without the package's name."""
    source = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", source).lower()
    return source.replace("_", " ").replace(OWN_NAME, " ")


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(ENGINE)))
def test_the_engine_names_no_game(module: Path) -> None:
    found = []
    for number, line in enumerate(module.read_text("utf-8").splitlines(), 1):
        found += [f"{module.name}:{number}: {match[1]}" for match in _PATTERN.finditer(words_of(line))]
    assert found == []


LIMITS = re.compile(r"_?[A-Z][A-Z0-9_]*\Z")
"""Numbers are named, as limits of the program, or small enough to be no rule."""
NO_RULES = frozenset(range(-1, 4))


@pytest.mark.parametrize(
    "module",
    [path for path in MODULES if path.relative_to(ENGINE).parts[1:2] in (("play",), ("ruleset",))],
    ids=lambda path: str(path.relative_to(ENGINE)),
)
def test_no_number_in_play_is_a_rule(module: Path) -> None:
    tree = ast.parse(module.read_text("utf-8"))
    named = {
        id(part)
        for node in tree.body
        if isinstance(node, (ast.Assign, ast.AnnAssign))
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if any(isinstance(name, ast.Name) and LIMITS.match(name.id) for name in ast.walk(target))
        for part in ast.walk(node)
    }
    found = [
        f"{module.name}:{node.lineno}: {node.value!r}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and type(node.value) in (int, float) and id(node) not in named
        if node.value not in NO_RULES
    ]
    assert found == []


def test_the_words_are_found_where_they_stand() -> None:
    assert _PATTERN.search(words_of("def left_bower(rules): ..."))
    assert _PATTERN.search(words_of('class JokerRule: """Euchre."""'))
    assert not _PATTERN.search(words_of("from hasenpfeffer.cards import Suit  # hearts"))
