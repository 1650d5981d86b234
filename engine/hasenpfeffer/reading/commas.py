"""Texts that a comma has cut in two: `{p: max(a, b)}` is two settings to YAML, and one to its author."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Edit, Fix
from hasenpfeffer.reading.place import Place
from hasenpfeffer.reading.slips.plain import is_joined
from hasenpfeffer.reading.slips.slip import in_quotes
from hasenpfeffer.reading.suggest import quoted
from hasenpfeffer.reading.tree import Entry, List, Text, hole
from hasenpfeffer.reading.yaml_words import LISTS, PROSE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.source import Source
    from hasenpfeffer.reading.tree import Node, Path

_NAME = re.compile(r"[^\W_][\w '’-]*\Z")


class Commas:
    """Finds such texts in one file and puts them together again."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def was_cut(self, key: Text, last: Entry) -> bool:
        """Whether a key without a colon is really the rest of the text before the comma."""
        if key.quoted or not isinstance(last.value, Text) or last.value.quoted:
            return False
        if _NAME.match(key.text):
            return last.key.text in PROSE or _open_round(last.value) > 0
        return not is_joined(key.text)

    def joined_again(self, entry: Entry, rest: Text) -> Entry:
        """The entry with what stands behind the comma."""
        place = Place(self._source.file, entry.value.place.start, rest.place.end)
        return Entry(
            entry.key,
            Text(self._source.written_at(place), place, exact=False, doubtful=True),
        )

    def is_loose(self, key: Text, last: Entry) -> bool:
        """Whether a key without a colon may be one more value of the setting before the comma."""
        value = last.value
        return isinstance(value, Text) and bool(value.text) and _NAME.match(key.text) is not None

    def then_at_last(self, entry: Entry, rest: Text, path: Path, findings: Findings) -> Entry:
        """The second setting of `{if: a, b}`, which has lost its key. One finding."""
        written = self._source.written_at(rest.place)
        findings.error(
            "Y116",
            f"`then` is missing before {quoted(written)}",
            rest.place,
            path=".".join((*path, entry.key.text)),
            help=f"Write {quoted(f'then: {written}')}",
            fixes=(
                Fix(
                    "Add `then:`",
                    (Edit(Place(rest.place.file, rest.place.start, rest.place.start), "then: "),),
                ),
            ),
        )
        return Entry(Text("then", rest.place, exact=False), rest)

    def as_list(self, entry: Entry, more: Sequence[Text], path: Path, findings: Findings) -> Entry:
        """`{by deal: left, right, across}` with its values as a list, if that is what the key takes. One finding."""
        place = Place(self._source.file, entry.value.place.start, more[-1].place.end)
        written = self._source.written_at(place)
        named = entry.key.text
        findings.error(
            "Y116",
            f"`{named}` has {len(more) + 1} values with commas between them, and no brackets around them",
            place,
            path=".".join((*path, named)),
            help=f"Write {quoted(f'{named}: [{written}]', 80)}",
            fixes=(
                Fix("Put brackets around the list", (Edit(place, f"[{written}]"),), is_safe=named in LISTS),
            ),
        )
        return Entry(entry.key, List((entry.value, *more), place) if named in LISTS else hole(place))

    def tell(self, entry: Entry, path: Path, findings: Findings) -> None:
        """One finding for `{p: max(a, b)}`, however many commas it holds."""
        place = entry.value.place
        written = self._source.written_at(place)
        whole = quoted(written)
        fixes: tuple[Fix, ...] = ()
        message = f"The comma cuts {whole} in two, and there is no comma in the language of rules"
        help = "Join two cases with `or`, `and` or `or else`, or write them as a list in `[ ]`"
        if entry.key.text in PROSE:
            message, help = f"The comma cuts the text {whole} in two", "Put the text in quotes"
            fixes = (Fix("Put the text in quotes", (Edit(place, in_quotes(written)),)),)
        where = ".".join((*path, entry.key.text))
        findings.error("Y116", message, place, path=where, help=help, fixes=fixes)

    def joined_items(self, items: list[Node], path: Path, findings: Findings) -> list[Node]:
        """The items with `[max(a, b)]` put together again, of which the comma makes two."""
        whole: list[Node] = []
        still_open = 0
        for item in items:
            if not still_open:
                whole.append(item)
            still_open = max(still_open + _open_round(item), 0)
            if still_open or item is whole[-1]:
                continue
            place = Place(self._source.file, whole[-1].place.start, item.place.end)
            text = self._source.written_at(place)
            whole[-1] = Text(text, place, exact=False, doubtful=True)
            findings.error(
                "Y114",
                f"The comma cuts {quoted(text)} in two, and there is no comma in the language of rules",
                place,
                path=".".join((*path, str(len(whole) - 1))),
                help="Close the round bracket before the comma",
            )
        return whole


def _open_round(node: Node) -> int:
    """How many round brackets of a plain text stay open; negative if too many are closed."""
    match node:
        case Text(text=text, quoted=False):
            return text.count("(") - text.count(")")
        case _:
            return 0
