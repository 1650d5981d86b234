"""Which card beats which: a table of trumps and plain suits, high to low, for every contract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.play.environment import Environment
from hasenpfeffer.report.document import Bullets, Item, Paragraph, Table
from hasenpfeffer.report.english import capital, listed, sentence, sentences
from hasenpfeffer.ruleset.steps import AuctionStep, ChooseStep, MeldStep, MoveCards, TricksStep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.play.contract import Contract
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.report.document import Block
    from hasenpfeffer.report.explain.phrases import Phrases
    from hasenpfeffer.ruleset.model import LooseCard, Ruleset


@dataclass(frozen=True, slots=True)
class _Row:
    label: str
    trumps: str
    plain: str


def ranking_blocks(say: Phrases) -> list[Block]:
    """The ranking as far as it follows from the contract alone."""
    ruleset = say.ruleset
    rules = compile_rules(ruleset)
    rows: list[_Row] = []
    for trump in trump_choices(ruleset):
        rows.append(_row(say, rules.contract(trump), trump, rules))
    return [*_tables(say, rows), *_notes(say)]


def trump_choices(ruleset: Ruleset) -> list[int]:
    """Every trump choice that can come, suits first; 0 alone in a game without trumps."""
    found = 0
    for formula in _suppliers(ruleset):
        found |= _possible(formula, ruleset)
    if "trump" in ruleset.terms:
        found |= _possible(ruleset.terms["trump"].body, ruleset)
    return [1 << index for index in range(found.bit_length()) if found >> index & 1] or [0]


def _suppliers(ruleset: Ruleset) -> Iterator[Typed]:
    """Whatever may become the trump choice."""
    for step in ruleset.steps:
        match step:
            case AuctionStep():
                yield from (value for call in step.calls for name, value in call.fields if name == "trump")
                yield from (one.value for one in step.all_pass.sets if one.name == "trump")
            case ChooseStep():
                if step.name == "trump" and step.values is not None:
                    yield step.values
                yield from (
                    value for option in step.options for name, value in option.fields if name == "trump"
                )
            case MoveCards() | MeldStep():
                yield from (one.value for one in step.sets if one.name == "trump")
            case TricksStep():
                yield from (one.value for said in step.during for one in said.sets if one.name == "trump")


def _possible(formula: Typed, ruleset: Ruleset) -> int:
    """The members that a formula may have: the constants in it, or any suit."""
    every_suit = (1 << len(ruleset.pack.suits)) - 1
    match formula.op:
        case "constant":
            return formula.value if isinstance(formula.value, int) else 0
        case "union" | "or_nothing" | "or_else":
            found = 0
            for part in formula.args:
                found |= _possible(part, ruleset)
            return found
        case "if":
            return _possible(formula.args[1], ruleset) | _possible(formula.args[2], ruleset)
        case "first_that_is":
            found = 0
            for part in formula.args[1::2]:
                found |= _possible(part, ruleset)
            return found
        case "setting" | "term" if formula.value == "trump":
            return 0
    return every_suit if formula.type.kind is Kind.SUITS else 0


def trump_note(say: Phrases, name: str, rules: CompiledRules) -> str:
    """That cards with a name are trumps, where that does not go without saying."""
    node = say.ruleset.card_names[name]
    suits = [*(face.suit for face in say.ruleset.pack.faces)]
    trumps: list[int] = []
    others: list[int] = []
    sizes = set()
    is_foreign = False
    for trump in trump_choices(say.ruleset):
        cards = _named_cards(node, trump, rules)
        if not cards:
            continue
        (others if cards & ~rules.contract(trump).trumps else trumps).append(trump.bit_length() - 1)
        faces = say.cards_words.faces(cards)
        is_foreign |= any(suits[face] != trump.bit_length() - 1 for face in faces)
        sizes.add(len(faces))
    if not trumps or not is_foreign or "trump" in name:
        return ""
    exception = (
        f", but not with {listed([say.cards_words.suit(index) for index in others], 'or')}" if others else ""
    )
    return f"{'it is a trump' if sizes == {1} else 'they are trumps'}{exception}"


def _named_cards(node: Typed, trump: int, rules: CompiledRules) -> int:
    """The cards under this trump choice; none where they follow from more than that."""
    env = Environment(rules, None).with_trump(trump)  # type: ignore[arg-type]
    try:
        cards: int = rules.formula(node)(env)
    except AttributeError:
        return 0
    return cards


# --- one contract


def _row(say: Phrases, contract: Contract, trump: int, rules: CompiledRules) -> _Row:
    suits = len(say.ruleset.pack.suits)
    index = trump.bit_length() - 1
    own = index if 0 <= index < suits else -1
    roles = _roles(say, rules, trump)
    trumps = _chain(say, contract, contract.trumps, own, roles)
    return _Row(say.cards_words.sign(index) if index >= 0 else "", trumps, _plain(say, contract))


def _chain(say: Phrases, contract: Contract, cards: int, own: int, roles: dict[int, str]) -> str:
    """Cards high to low. In a row of one suit's own cards the suit goes unsaid."""
    pack, words = say.ruleset.pack, say.cards_words
    tiers: dict[int, list[int]] = {}
    for card in pack.members(cards):
        face = pack.cards[card]
        if face not in tiers.setdefault(contract.power[card], []):
            tiers[contract.power[card]].append(face)
    faces = [face for tier in tiers.values() for face in tier]
    bare = all(pack.faces[face].suit == own for face in faces)

    def text(face: int) -> str:
        rank = pack.faces[face].rank
        name = pack.ranks[rank].name if bare and rank is not None else words.face(face)
        return f"{name} {roles[face]}" if face in roles else name

    parts = [" = ".join(text(face) for face in tiers[power]) for power in sorted(tiers, reverse=True)]
    if not bare and not roles and len(parts) == len(faces):
        ordered = [tiers[power][0] for power in sorted(tiers, reverse=True)]
        parts = _together(say, ordered) or parts
    return capital(", ".join(parts)) or "–"


def _together(say: Phrases, faces: list[int]) -> list[str]:
    """Suits without a sign are long to write: neighbours of one rank or one suit share the word."""
    pack, words = say.ruleset.pack, say.cards_words
    cards = [pack.faces[face] for face in faces]
    if any(card.suit is None or not pack.suits[card.suit].sign.isascii() for card in cards):
        return []
    parts: list[str] = []
    start = 0
    while start < len(cards):
        end = start + 1
        while end < len(cards) and cards[end].rank == cards[start].rank:
            end += 1
        if end > start + 1:
            rank = cards[start].rank
            assert rank is not None
            suits = listed([words.suit(card.suit) for card in cards[start:end] if card.suit is not None])
            parts.append(f"{pack.ranks[rank].name} of {suits}")
        else:
            while end < len(cards) and cards[end].suit == cards[start].suit:
                end += 1
            names = [pack.ranks[card.rank].name for card in cards[start:end] if card.rank is not None]
            suit = cards[start].suit
            assert suit is not None
            parts.append(f"{' '.join(names)} of {words.suit(suit)}")
        start = end
    return parts


def _roles(say: Phrases, rules: CompiledRules, trump: int) -> dict[int, str]:
    """For cards that the file has a name for under this contract, the name."""
    roles: dict[int, str] = {}
    for node, name in say.card_names.items():
        if node.op != "rank of" or node.args[0].is_constant:
            continue
        faces = say.cards_words.faces(_named_cards(node, trump, rules))
        if len(faces) == 1:
            roles.setdefault(faces[0], name)
    return roles


def _plain(say: Phrases, contract: Contract) -> str:
    """The plain suits, those that rank alike together: `♣ A K Q J 10 9 · ♦ ♥ A K Q 10 9`."""
    words, pack = say.cards_words, say.ruleset.pack
    groups: dict[str, list[str]] = {}
    for suit in range(len(pack.suits)):
        cards = contract.cards_of(1 << suit) & ~contract.trumps
        if cards:
            groups.setdefault(_chain(say, contract, cards, suit, {}), []).append(words.sign(suit))
    texts = {chain: chain.replace(", ", " ") for chain in groups}
    return "; ".join(f"{_signs(signs)}: {texts[chain]}" for chain, signs in groups.items()) or "–"


def _signs(signs: list[str]) -> str:
    return " ".join(signs) if all(len(sign) == 1 for sign in signs) else listed(signs)


# --- all contracts


def _tables(say: Phrases, rows: list[_Row]) -> list[Block]:
    if len(rows) == 1 and not rows[0].label:
        return [Paragraph(sentence(f"there are no trumps. From high to low: {_only(rows[0].plain)}"))]
    alike = _alike(say, rows)
    if alike is not None:
        return [Paragraph(alike)]
    merged: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        merged.setdefault((row.trumps, row.plain), []).append(row.label)
    table = Table(
        ("Trumps", "Trumps, from high to low", "Other suits, from high to low"),
        tuple((_signs(labels), trumps, plain) for (trumps, plain), labels in merged.items()),
    )
    return [table]


def _only(plain: str) -> str:
    """The ranking of all suits, where they rank alike."""
    return plain.partition(": ")[2].replace(" ", ", ") if ";" not in plain else plain


def _alike(say: Phrases, rows: list[_Row]) -> str | None:
    """One sentence, where every suit ranks alike, trump or not, and nothing else is ever trump."""
    trumps = {row.trumps for row in rows if row.trumps != "–"}
    plains = {_only(row.plain) for row in rows}
    if len(trumps) != 1 or len(plains) != 1 or ";" in next(iter(plains)) or "–" in plains:
        return None
    trump, plain = trumps.pop(), plains.pop()
    if any(len(word) > 8 for word in trump.split(", ")):
        return None
    labels = [say.cards_words.suit(trump.bit_length() - 1) for trump in trump_choices(say.ruleset)]
    which = f"Trumps are always {labels[0]}. " if len(labels) == 1 else ""
    if trump == plain:
        return f"{which}In every suit, trumps or not, the cards rank from high to low: {trump}."
    return f"{which}Trumps from high to low: {trump}. The other suits from high to low: {plain}."


# --- what a table cannot show


def _notes(say: Phrases) -> list[Block]:
    ranking = say.ruleset.ranking
    items = [Item(_loose(say, card), capital(say.cards(card.cards))) for card in ranking.loose]
    blocks: list[Block] = []
    if items:
        blocks += [Paragraph("Where these cards are neither trumps nor of a suit:"), Bullets(tuple(items))]
    if say.ruleset.pack.has_copies:
        blocks.append(Paragraph(_equal_cards(say)))
    return blocks


def _equal_cards(say: Phrases) -> str:
    last = say.ruleset.ranking.equal_last_wins
    if last is None or (last.op == "constant" and not last.value):
        return "Of two equal cards the one played first wins."
    when = say.condition(last.args[0]) if last.op == "same" and last.args[0].type.kind is Kind.YESNO else ""
    node = last.args[0] if last.op == "same" else last
    cases = _cases_of_last(say, node)
    if cases == "always":
        return "Of two equal cards the one played last wins."
    if cases:
        return sentence(f"of two equal cards the one played first wins; the last wins if {cases}")
    return "Of two equal cards the one played first wins." if not when else sentence(when)


def _cases_of_last(say: Phrases, node: Typed) -> str:
    """When the last of equal cards wins, from the alternatives `last wins` and `first wins`."""
    node = say.simple(node)
    if node.is_constant:
        return "always" if "last wins" in say.word(node) else ""
    if node.op == "first_that_is":
        cases = [
            say.condition(test)
            for test, value in zip(node.args[::2], node.args[1::2], strict=True)
            if test.op != "always" and "last wins" in say.word(value)
        ]
        return " or ".join(cases)
    return ""


def _loose(say: Phrases, card: LooseCard) -> str:
    strength = "beats every other card" if card.strength == "beats everything" else "never wins a trick"
    follow = {
        "when void": "It may be played only by a hand that cannot follow suit",
        "any time": "It may be played at any time",
        "forced when void": "It must be played by a hand that cannot follow suit, and only then",
    }[card.following]
    return sentences(strength, follow, _leading(say, card))


def _leading(say: Phrases, card: LooseCard) -> str:
    if not isinstance(card.leading, str):
        return f"what it asks for when it is led: {say.word(card.leading)}"
    match card.leading:
        case "its own suit":
            return "led, it is a suit of its own, and nobody can follow"
        case "names a suit":
            which = f" ({say.suit(card.may_name)})" if card.may_name is not None else ""
            return f"whoever leads it names the suit that must be followed{which}"
        case "one suit's best":
            return "whoever leads it names a suit, of which everybody must play the best card"
    return "led, it asks for no suit: the next card says what is led"
