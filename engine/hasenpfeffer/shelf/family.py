"""The files of one composition: the game, all that it extends, and the patches laid upon it."""

from __future__ import annotations

import pathlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Final, TypeAlias

from hasenpfeffer.reading.diagnostic import Diagnostic, Findings, Related
from hasenpfeffer.reading.place import Place, Position
from hasenpfeffer.reading.source import Source, load_source
from hasenpfeffer.reading.suggest import nearest, quoted
from hasenpfeffer.reading.tree import Group, List, Node, Text, is_hole
from hasenpfeffer.reading.yaml_file import read as read_yaml
from hasenpfeffer.shelf.find import is_path, plain_name
from hasenpfeffer.shelf.other_names import with_own_names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hasenpfeffer.shelf.find import Finder, Found

SECTIONS: Final = (
    "language",
    "title",
    "summary",
    "abstract",
    "parameters",
    "players",
    "sides",
    "deck",
    "card names",
    "ranking",
    "values",
    "counters",
    "melds",
    "steps",
    "terms",
    "scoring",
    "game",
    "promises",
)
"""The top of a resolved file, in the language's order."""

KEYS: Final = (*SECTIONS, "extends", "remove", "cases", "ruleset")
"""The top of a file as written."""

DEEPEST: Final = 8
"""Steps from a file down to the last one that it extends."""


@dataclass(frozen=True, slots=True)
class Written:
    """One file as read; `bases` are the words after `extends`."""

    name: str
    shown: str
    tree: Group
    source: Source
    bases: tuple[str, ...]


Read: TypeAlias = Callable[[pathlib.Path, str, Findings], Written | None]


@dataclass(frozen=True, slots=True)
class Family:
    """Files in an order in which each comes after all that it overrides; the order of patches plays no part.

    Sets of files are bit masks: `below[i]` are the files that file i overrides, `own[i]` those of them that
    it extends itself, and `laid` the files that are laid upon the game instead of belonging to it. `patches`
    are the names after `+`, as asked. `is_whole`: no file is missing.
    """

    files: tuple[Written, ...]
    below: tuple[int, ...]
    own: tuple[int, ...]
    laid: int
    game: int
    patches: tuple[str, ...]
    is_whole: bool

    def related(self, one: int, other: int) -> bool:
        """Whether one of the two overrides the other, or they are the same."""
        return one == other or bool((self.below[one] >> other | self.below[other] >> one) & 1)


class Reader:
    """Reads rule files and remembers them, with their findings, for as long as it lives.

    `sources` are the texts by the path they are shown under, also of files that hold no tree; `written` are
    those that do.
    """

    def __init__(self) -> None:
        self.sources: dict[str, Source] = {}
        self.written: dict[str, Written] = {}
        self._read: dict[tuple[pathlib.Path, str], tuple[Written | None, tuple[Diagnostic, ...]]] = {}

    @property
    def paths(self) -> tuple[pathlib.Path, ...]:
        """Where all files are, or would be, that were asked for."""
        return tuple(path for path, _ in self._read)

    def __call__(self, path: pathlib.Path, shown: str, findings: Findings) -> Written | None:
        if (path, shown) not in self._read:
            own = Findings()
            self._keep(path, shown, load_source(path, shown, own), own)
        written, items = self._read[path, shown]
        for item in items:
            findings.add(item)
        return written

    def give(self, path: pathlib.Path, shown: str, source: Source | None, findings: Findings) -> None:
        """Takes a text that is at hand, and what was found in reading it, as what stands in a file."""
        self._keep(path, shown, source, findings)

    def _keep(self, path: pathlib.Path, shown: str, source: Source | None, findings: Findings) -> None:
        written = None
        if source is not None:
            self.sources[shown] = source
            written = _written(path, source, findings)
        self.written.pop(shown, None)
        if written is not None:
            self.written[shown] = written
        self._read[path, shown] = (written, findings.items)


def _written(path: pathlib.Path, source: Source, findings: Findings) -> Written | None:
    """The file in a text; None if there is nothing to go on with."""
    tree = read_yaml(source, findings)
    if tree is None:
        return None
    tree = with_own_names(tree, findings)
    bases = tuple(word.text for word in texts(_extends(tree)))
    return Written(path.stem, source.file, tree, source, bases)


def gather(
    reference: str, finder: Finder, read: Read, findings: Findings, *, guess: bool = False
) -> Family | None:
    """Every file that a reference such as `game+patch+./house.yaml` needs and that there is; None without a game.

    `guess`: what is extended under a misspelt name is read under the name that was probably meant.
    """
    loader = _Loader(finder, read, findings, guess=guess)
    first, *rest = _words(reference, finder)
    game = loader.asked(first)
    if game is None:
        return None
    of_game = _in_order(game.closure())
    games = (game.written.name, *(file.written.name for file in reversed(of_game[:-1])))
    asked = [(word, loader.asked(word, games)) for word in rest]
    patches = [patch for word, patch in asked if patch and _fits(patch, game, word.place, findings)]
    is_whole = not loader.lacks and len(patches) == len(rest)
    return _family(of_game, patches, is_whole=is_whole)


def texts(node: Node | None) -> tuple[Text, ...]:
    """The texts of a setting that is one text or a list of them."""
    match node:
        case Text():
            return (node,)
        case List():
            return tuple(item for item in node.items if isinstance(item, Text))
        case _:
            return ()


def _extends(tree: Group) -> Node | None:
    """What a file extends, also under a misspelt key."""
    node = tree.get("extends")
    if node is not None:
        return node
    unknown = (entry for entry in tree if entry.key.text not in KEYS)
    return next((entry.value for entry in unknown if nearest(entry.key.text, KEYS) == "extends"), None)


def _may_extend_more(tree: Group) -> bool:
    """Whether a key that means nothing may have been meant to say what the file extends."""
    if _extends(tree) is not None:
        return False
    unknown = [entry for entry in tree if entry.key.text not in KEYS]
    return any(
        not isinstance(entry.value, Group) and nearest(entry.key.text, KEYS) is None for entry in unknown
    ) and not all(tree.get(part) for part in _OF_A_GAME)


_OF_A_GAME: Final = ("players", "deck", "ranking", "steps", "scoring", "game")
"""What a file has that extends nothing."""


def _name_of(word: Text, base: _File | None) -> str:
    """A word after `extends`, or the name that was probably meant by it."""
    is_guess = base is not None and not is_path(word.text) and plain_name(word.text) != base.written.name
    return base.written.name if base is not None and is_guess else word.text


def _items(node: Node | None) -> tuple[Node, ...]:
    if node is None:
        return ()
    return node.items if isinstance(node, List) else (node,)


class _File:
    """A file on its way into the family, with the files that it extends."""

    def __init__(self, written: Written, bases: Iterable[_File]) -> None:
        self.written = written
        self.bases = list(bases)

    def closure(self) -> set[_File]:
        """The file itself and all that it extends."""
        found: set[_File] = set()
        waiting = [self]
        while waiting:
            file = waiting.pop()
            if file not in found:
                found.add(file)
                waiting += file.bases
        return found


class _Loader:
    """Reads files and what they extend, each once. `lacks`: one that is extended could not be had."""

    def __init__(self, finder: Finder, read: Read, findings: Findings, *, guess: bool) -> None:
        self.lacks = False
        self._guess = guess
        self._finder = finder
        self._read = read
        self._findings = findings
        self._loaded: dict[pathlib.Path, _File | None] = {}
        self._height: dict[pathlib.Path, int] = {}

    def asked(self, word: Text, games: tuple[str, ...] = ()) -> _File | None:
        """A file that the reference names; the names of `games` may be left out."""
        found = self._finder.named(word.text, word.place, self._findings, games)
        return self._load(found, ()) if found else None

    def _load(self, found: Found, hops: tuple[tuple[Found, Place], ...]) -> _File | None:
        if found.path in self._loaded:
            return self._loaded[found.path]
        self._loaded[found.path] = None
        written = self._read(found.path, found.shown, self._findings)
        if written is None:
            return None
        words = texts(_extends(written.tree))
        self._check_words(written, words)
        bases = [self._extended(word, found, (*hops, (found, word.place))) for word in words]
        self.lacks = (
            self.lacks
            or _may_extend_more(written.tree)
            or not all(bases)
            or len(words) < len(_items(_extends(written.tree)))
        )
        meant = tuple(_name_of(word, base) for word, base in zip(words, bases, strict=True))
        file = _File(replace(written, bases=meant), dict.fromkeys(base for base in bases if base))
        self._loaded[found.path] = file
        return file

    def _extended(self, word: Text, writer: Found, hops: tuple[tuple[Found, Place], ...]) -> _File | None:
        if word.doubtful:
            return None
        found = self._finder.extended(word.text, writer, word.place, self._findings, guess=self._guess)
        if found is None:
            return None
        circle = [hop for hop in hops if hop[0].path == found.path]
        if circle:
            self._circle(hops[hops.index(circle[0]) :])
            return None
        if len(hops) + self._height.get(found.path, 0) > DEEPEST:
            message = f"More than {DEEPEST} files in a row extend each other"
            self._findings.error("X305", message, word.place, help="Extend one of the lower files directly")
            return None
        file = self._load(found, hops)
        height = 1 + self._height.get(found.path, 0)
        self._height[writer.path] = max(self._height.get(writer.path, 0), height)
        return file

    def _circle(self, hops: tuple[tuple[Found, Place], ...]) -> None:
        """A finding with every hop, from the file that comes first by name, so that it is told once."""
        first = min(range(len(hops)), key=lambda index: hops[index][0].shown)
        hops = hops[first:] + hops[:first]
        way = " → ".join([*(hop.shown for hop, _ in hops), hops[0][0].shown])
        self._findings.error(
            "X301",
            f"These files extend each other in a circle: {way}",
            hops[0][1],
            related=[Related(f"{hop.shown} goes on here", place) for hop, place in hops[1:]],
            help="Break the circle at one of these lines",
        )

    def _check_words(self, written: Written, words: tuple[Text, ...]) -> None:
        node = written.tree.get("extends")
        if (
            node is None
            or is_hole(node)
            or (node.items == words if isinstance(node, List) else isinstance(node, Text))
        ):
            return
        self._findings.error(
            "X302",
            "`extends` takes a name, a path or a list of them",
            node.place,
            path="extends",
            help="Write `extends: [first, second]`",
        )


def _words(reference: str, finder: Finder) -> list[Text]:
    """The names and paths of a reference, each with its place in it. A path may itself hold a `+`."""
    is_one = is_path(reference) and finder.exists(reference)
    parts = [reference] if is_one else reference.split("+")
    words: list[Text] = []
    offset = 0
    for part in parts:
        start = Position(1, offset + 1, offset)
        end = Position(1, offset + len(part) + 1, offset + len(part))
        words.append(Text(part.strip(), Place(reference, start, end)))
        offset += len(part) + 1
    return words


def _fits(patch: _File, game: _File, place: Place, findings: Findings) -> bool:
    """Whether a patch can be laid upon a game: all that it stands on is part of the game."""
    below = game.closure()
    for file in sorted(patch.closure() - below, key=_rank):
        abstract = file.written.tree.get("abstract")
        if not file.bases and not (isinstance(abstract, Text) and abstract.text == "yes"):
            what, root = quoted(patch.written.name), quoted(file.written.name)
            about = f"{what} is a game of its own" if file is patch else f"{what} changes {root}"
            message = f"{about}, and {quoted(game.written.name)} is not made from that"
            findings.error("X307", message, place, help="After a `+` write patches for the game before it")
            return False
    if not patch.bases and patch in below:
        message = f"{quoted(patch.written.name)} is a game, and only patches can be laid upon one"
        findings.error("X307", message, place, help="After a `+` write patches for the game before it")
        return False
    return True


def _family(of_game: list[_File], patches: list[_File], *, is_whole: bool) -> Family:
    """The family of a game and its patches; one that the game extends already is laid upon it once more."""
    again = {patch: _File(patch.written, patch.bases) for patch in patches if patch in of_game}
    tops = [again.get(patch, patch) for patch in patches]
    laid = {file for top in tops for file in top.closure()} - set(of_game)
    for file in laid:
        file.bases = [again.get(base, base) for base in file.bases]
    files = [*of_game, *_in_order(laid)]
    number = {file: index for index, file in enumerate(files)}
    own: list[int] = []
    for file in files:
        mask = 0
        for base in file.bases:
            mask |= own[number[base]] | 1 << number[base]
        own.append(mask)
    game = (1 << len(of_game)) - 1
    below = [mask | game if index >= len(of_game) else mask for index, mask in enumerate(own)]
    everything = (1 << len(files)) - 1
    written = tuple(file.written for file in files)
    names = tuple(patch.written.name for patch in patches)
    return Family(written, tuple(below), tuple(own), everything & ~game, len(of_game) - 1, names, is_whole)


def _in_order(files: Iterable[_File]) -> list[_File]:
    """Files with their bases first, as far as the order is free by name."""
    files = set(files)
    missing = {file: sum(base in files for base in file.bases) for file in files}
    users: dict[_File, list[_File]] = {file: [] for file in files}
    for file in files:
        for base in file.bases:
            if base in files:
                users[base].append(file)
    ready = [(_rank(file), id(file), file) for file in files if not missing[file]]
    heapify(ready)
    ordered: list[_File] = []
    while ready:
        file = heappop(ready)[2]
        ordered.append(file)
        for user in users[file]:
            missing[user] -= 1
            if not missing[user]:
                heappush(ready, (_rank(user), id(user), user))
    return ordered


def _rank(file: _File) -> tuple[str, str]:
    return file.written.name, file.written.shown
