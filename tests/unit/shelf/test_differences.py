"""What differs between rulesets: only what means something, where it is written, and nothing else."""

from __future__ import annotations

from functools import cache

import pytest

from hasenpfeffer.reading.tree import Group, Text, find
from hasenpfeffer.shelf.differences import differences
from hasenpfeffer.shelf.family import Reader, texts
from hasenpfeffer.shelf.find import shelf_entries
from hasenpfeffer.shelf.load import load_reference

READER = Reader()
BASE = "hasenpfeffer"
ON_THE_BASE = [entry.name for entry in shelf_entries() if entry.shown.startswith("rules/variants/")]


@cache
def loaded(reference):
    return load_reference(reference, read=READER)


def told(before, after):
    """Each setting that differs, as `path: change`."""
    return {f"{'.'.join(one.path)}: {one.change}" for one in differences(before, after).settings}


@pytest.fixture
def variant(tmp_path, monkeypatch):
    """Loads a file of house rules on the base."""
    monkeypatch.chdir(tmp_path)

    def variant(text, extends=BASE):
        path = tmp_path / "house.yaml"
        path.write_text(f"language: 1\ntitle: House\nextends: {extends}\n{text}", encoding="utf-8")
        found = load_reference("./house.yaml")
        assert found.ruleset is not None, found.findings.items
        return found

    return variant


@pytest.mark.parametrize("name", [entry.name for entry in shelf_entries()])
def test_nothing_differs_from_itself(name):
    found = differences(loaded(name), load_reference(name, read=READER))
    assert found.settings == () and found.unplayed == ()


def written(patch):
    """The paths that a patch and all that it extends above the base write or remove."""
    paths = set()
    for file in loaded(patch).merged.files:
        if file.name == BASE:
            continue
        paths |= set(_paths(file.tree, ()))
        paths |= {tuple(line.text.split(".")) for line in texts(file.tree.get("remove"))}
    return paths


def _paths(node, path):
    if not isinstance(node, Group):
        yield path
        return
    for entry in node:
        yield from _paths(entry.value, (*path, entry.key.text))


def _touches(path, others):
    return any(path[: len(other)] == other or other[: len(path)] == path for other in others)


@pytest.mark.parametrize("patch", ON_THE_BASE)
def test_a_patch_changes_only_what_its_file_writes(patch):
    found = differences(loaded(BASE), loaded(f"{BASE}+{patch}"))
    assert found.settings
    assert [one.path for one in found.settings if not _touches(one.path, written(patch))] == []


@pytest.mark.parametrize("patch", ON_THE_BASE[::4])
def test_differences_turn_round_with_the_rulesets(patch):
    there = differences(loaded(BASE), loaded(f"{BASE}+{patch}")).settings
    back = differences(loaded(f"{BASE}+{patch}"), loaded(BASE)).settings
    assert {(one.path, one.before, one.after) for one in there} == {
        (one.path, one.after, one.before) for one in back
    }


@pytest.mark.parametrize("patch", ["set-by-bid", "no-alone", "alone-as-bid", "trump-first"])
def test_places_are_the_lines_of_both_files(patch):
    for one in differences(loaded(BASE), loaded(f"{BASE}+{patch}")).settings:
        if one.before.value is not None:
            assert one.before.place.file == "rules/hasenpfeffer.yaml"
        if one.after.value is not None and one.change != "order":
            assert one.after.place.file == f"rules/variants/{patch}.yaml"


class TestWhatIsSilent:
    """Other ways to write the same rule."""

    @pytest.mark.parametrize(
        "text",
        [
            "terms: {loss: tricks   of declarers}",
            "terms: {loss: (tricks of declarers)}",
            "terms: {stakes: 2 - 1}",
            "parameters: {target: {about: 'points to win, as we say', default: 10}}",
            "steps: {auction: {may equal: nobody, opens: left of dealer}}",
            "steps: {deal: {piles: {widow: {face: down, cards: 1}}}}",
            "steps: {tricks: {follow: [suit led, any card]}}",
            "game: {ties: play on, longest: 200}",
            "summary: Ours.",
        ],
    )
    def test_what_means_the_same_is_no_difference(self, variant, text):
        assert told(loaded(BASE), variant(text)) == set()

    def test_order_of_choices_means_nothing(self, variant):
        base = loaded(f"{BASE}+no-trump")
        assert told(base, variant("steps: {trump: {from: [low, no trump, suits]}}", "no-trump")) == set()

    def test_what_deals_do_not_depend_on_is_told_apart(self, variant):
        found = differences(loaded(BASE), variant("summary: Ours."))
        assert found.settings == () and found.unplayed == ("title", "summary")


class TestWhatDiffers:
    def test_a_parameter_differs_by_its_value(self):
        found = differences(loaded(BASE), load_reference(BASE, {"target": "12"}, read=READER)).settings
        assert [one.path for one in found] == [("parameters", "target")]
        assert isinstance(found[0].after.value, Text) and found[0].after.value.text == "12"
        assert found[0].after.place is None

    def test_the_values_that_a_parameter_may_have_differ(self, variant):
        assert told(loaded(BASE), variant("parameters: {target: {type: 5..50}}")) == {
            "parameters.target.type: changed"
        }

    def test_steps_in_another_order(self):
        assert "steps: order" in told(loaded(BASE), loaded(f"{BASE}+trump-first"))

    def test_a_removed_step_is_one_difference_at_its_remove_line(self):
        found = differences(loaded(BASE), loaded(f"{BASE}+no-alone")).settings
        assert [(".".join(one.path), one.change) for one in found] == [
            ("steps.alone", "removed"),
            ("steps.defend alone", "removed"),
        ]
        line = found[0].after.place
        assert line is not None and "remove" in READER.sources[line.file].line_text(line.start.line)

    def test_a_new_choice_differs_though_it_takes_the_number_of_another(self, variant):
        one = variant("steps: {trump: {from: [suits, grand]}}\nranking: {cards of no suit: {joker: {}}}")
        assert find(one.merged.tree, ("steps", "trump", "from")) is not None
        assert "steps.trump.from: changed" in told(loaded(BASE), one)
