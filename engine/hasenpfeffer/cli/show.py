"""`show`: a ruleset with everything it extends and all its patches put together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli.arguments import add_set_option, parameters

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Mapping

    from hasenpfeffer.reading.tree import Group, Path
    from hasenpfeffer.shelf.merge import Merged

EXAMPLES: Final = """\
examples:
  hasenpfeffer show hasenpfeffer+defenders-score
  hasenpfeffer show ./house.yaml --origins
  hasenpfeffer show hasenpfeffer+lose-limit --set target=20 > mine.yaml
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = "Shows a ruleset with all that it extends and all its patches, as one rule file."
    parser.epilog = EXAMPLES
    parser.add_argument("ruleset", metavar="RULESET", help="a path or a shipped name, with patches after a +")
    parser.add_argument("--origins", action="store_true", help="write behind each value its file and line")
    add_set_option(parser)


def run(arguments: argparse.Namespace) -> int:
    options = parameters(arguments)
    from hasenpfeffer.cli.rulesets import load_or_explain_all
    from hasenpfeffer.report.yaml_text import as_yaml

    merged = load_or_explain_all(arguments.ruleset, options).merged
    assert merged is not None
    tree, typed = _with_options(merged, options)
    print(as_yaml(tree, _origins(merged, typed) if arguments.origins else None), end="")
    return 0


def _with_options(merged: Merged, options: Mapping[str, str]) -> tuple[Group, Mapping[Path, str]]:
    """The tree with the parameters as they were typed, and by path what was typed."""
    from hasenpfeffer.study.checking.files import default_path

    tree, typed = merged.tree, {}
    for name, value in options.items():
        path = default_path(merged, name)
        if path is not None:
            tree = _put(tree, path, value)
            typed[path] = f"--set {name}={value}"
    return tree, typed


def _put(group: Group, path: Path, value: str) -> Group:
    from hasenpfeffer.reading.tree import Entry, Group, Text

    entries = []
    for entry in group:
        if entry.key.text != path[0]:
            entries.append(entry)
        elif len(path) == 1:
            entries.append(Entry(entry.key, Text(value, entry.value.place)))
        elif isinstance(entry.value, Group):
            entries.append(Entry(entry.key, _put(entry.value, path[1:], value)))
    return replace(group, entries=tuple(entries))


def _origins(merged: Merged, typed: Mapping[Path, str]) -> Callable[[Path], str]:
    """For each path where its value was written: the place that counts first, then those it overrides."""
    from hasenpfeffer.report.findings.visible import shown

    def comment(path: Path) -> str:
        places = [place.line for place in merged.origins.get(path, ())]
        if path in typed:
            places.insert(0, typed[path])
        return shown(", over ".join(dict.fromkeys(places)))

    return comment
