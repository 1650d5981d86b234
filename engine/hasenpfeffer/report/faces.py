"""Cards as people see them: `J♠` where the suit has a sign, otherwise the short form that is typed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hasenpfeffer.cards import SIGNS

if TYPE_CHECKING:
    from hasenpfeffer.cards import Pack


class Faces:
    """The faces of one pack. Where signs cannot be shown, `document.as_ascii` makes `JS` of `J♠` again."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.texts = tuple(_text(pack, index) for index in range(len(pack.faces)))
        codes = {face.code: self.texts[index] for index, face in enumerate(pack.faces)}
        self._signs = {code: text for code, text in codes.items() if code != text}
        longest_first = sorted(map(re.escape, self._signs), key=len, reverse=True)
        self._codes = re.compile(rf"(?<![\w`])({'|'.join(longest_first)})(?![\w`])") if self._signs else None

    def text(self, card: int) -> str:
        return self.texts[self.pack.cards[card]]

    def texts_of(self, cards: int) -> str:
        """A set of cards in pack order, separated by spaces."""
        return " ".join(self.text(card) for card in self.pack.members(cards))

    def with_signs(self, sentence: str) -> str:
        """A sentence with signs in place of the short forms in it."""
        if self._codes is None:
            return sentence
        return self._codes.sub(lambda match: self._signs[match[1]], sentence)


def _text(pack: Pack, index: int) -> str:
    face = pack.faces[index]
    if face.suit is None or face.rank is None or pack.suits[face.suit].sign not in SIGNS:
        return face.code
    return f"{pack.ranks[face.rank].code}{pack.suits[face.suit].sign}"
