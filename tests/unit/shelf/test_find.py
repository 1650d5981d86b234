"""Where rule files are found, and what is said when they are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hasenpfeffer.shelf.find import shelf_entries
from hasenpfeffer.shelf.merge import is_patch

if TYPE_CHECKING:
    from .conftest import Table


def shown(table: Table) -> list[str]:
    assert table.merged, table.findings
    return [written.shown for written in table.merged.files]


def test_a_name_is_looked_for_in_the_working_folder_first(table: Table) -> None:
    table.raw("rules/house.yaml", "language: 1\n")
    assert shown(table.merge("house")) == ["rules/house.yaml"]
    table.raw("house.yaml", "language: 1\n")
    assert shown(table.merge("house")) == ["house.yaml"]


def test_a_name_is_found_in_every_folder_of_rules(table: Table) -> None:
    for sub in ("variants", "games", "games/variants"):
        name = sub.replace("/", "-")
        table.raw(f"rules/{sub}/{name}.yaml", "language: 1\n")
        assert shown(table.merge(name)) == [f"rules/{sub}/{name}.yaml"]


def test_shipped_files_are_shown_from_their_shelf(table: Table) -> None:
    assert shown(table.merge("whist-short")) == [
        "rules/games/whist.yaml",
        "rules/games/variants/whist-short.yaml",
    ]


def test_shipped_files_are_shown_the_same_from_a_folder_above(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "folder", table.folder.parent)
    assert shown(table.merge("whist")) == ["rules/games/whist.yaml"]
    monkeypatch.setattr(table, "folder", table.folder / "shelf" / "rules" / "games")
    assert shown(table.merge("whist")) == ["whist.yaml"]


def test_after_a_game_the_longer_name_comes_first(table: Table) -> None:
    table.raw("short.yaml", "extends: whist\n")
    table.merge("whist+short")
    assert table.merged and table.merged.patches == ("whist-short",)
    assert table.merged.name == "whist+short"
    table.raw("my-whist.yaml", "extends: whist\n")
    table.merge("my-whist+short")
    assert table.merged and table.merged.patches == ("short",)
    (table.folder / "short.yaml").unlink()
    table.merge("my-whist+short")
    assert table.merged and table.merged.patches == ("whist-short",)


def test_spaces_stand_for_hyphens(table: Table) -> None:
    assert table.merge("whist short").merged


def test_a_path_is_read_from_the_file_that_writes_it(table: Table) -> None:
    table.raw("club/base.yaml", "language: 1\n")
    table.raw("club/house.yaml", "extends: ./base.yaml\n")
    assert shown(table.merge("./club/house.yaml")) == ["club/base.yaml", "club/house.yaml"]


def test_a_name_in_a_file_is_looked_for_beside_it(table: Table) -> None:
    table.raw("club/base.yaml", "language: 1\n")
    table.raw("club/house.yaml", "extends: base\n")
    assert shown(table.merge("club/house.yaml")) == ["club/base.yaml", "club/house.yaml"]


def test_a_file_may_extend_the_shipped_file_of_its_own_name(table: Table) -> None:
    table.raw("whist.yaml", "extends: whist\n")
    assert shown(table.merge("whist")) == ["rules/games/whist.yaml", "whist.yaml"]


def test_a_path_may_hold_a_plus(table: Table) -> None:
    table.raw("a+b.yaml", "language: 1\n")
    assert shown(table.merge("./a+b.yaml")) == ["a+b.yaml"]


def test_a_user_may_name_a_file_anywhere(table: Table) -> None:
    table.raw("../elsewhere/house.yaml", "extends: [whist, ./base.yaml]\n")
    table.raw("../elsewhere/base.yaml", "extends: whist\n")
    path = table.folder.parent / "elsewhere" / "house.yaml"
    assert shown(table.merge(str(path)))[1:] == ["base.yaml", "house.yaml"]


def test_an_unknown_name_gets_the_nearest_one(table: Table) -> None:
    table.write(house="extends: [game, whits]\n").merge("house")
    (finding,) = table.findings
    assert (finding.code, finding.place.line) == ("X302", "house.yaml:1")
    assert finding.message == "No ruleset is called `whits`"
    assert finding.help.startswith("Did you mean `whist`?")


def test_an_unknown_patch_is_shown_in_the_reference(table: Table) -> None:
    (finding,) = table.merge("whist+shrot").findings
    assert finding.code == "X302"
    assert str(finding.place) == "whist+shrot:1:7"
    assert finding.help.startswith("Did you mean `short`?")


def test_names_that_are_far_off_get_no_guess(table: Table) -> None:
    (finding,) = table.merge("chess").findings
    assert "Did you mean" not in finding.help


@pytest.mark.parametrize(
    "reference", ["", "+", "whist+", "./nothing.yaml", "nowhere/x", "\0", "x" * 5000, "./" + "x" * 5000]
)
def test_nonsense_is_not_found(table: Table, reference: str) -> None:
    table.merge(reference)
    assert set(table.codes) == {"X302"} and table.merged is None


def test_a_missing_file_gets_its_neighbour(table: Table) -> None:
    (finding,) = table.merge("./gmae.yaml").findings
    assert finding.help.startswith("Did you mean `game.yaml`?")


def test_a_folder_is_no_rule_file(table: Table) -> None:
    (table.folder / "club").mkdir()
    (finding,) = table.merge("./club").findings
    assert finding.code == "X302" and "is a folder" in finding.message


@pytest.mark.parametrize("base", ["../outside.yaml", "https://example.org/game.yaml", "/etc/hosts.yaml"])
def test_nothing_comes_from_outside_the_project(table: Table, base: str) -> None:
    table.raw("../outside.yaml", "language: 1\n")
    table.write(house=f"extends: {base}\n").merge("house")
    assert table.codes == ["X303"]


def test_a_link_does_not_lead_outside(table: Table) -> None:
    table.raw("../outside.yaml", "language: 1\n")
    (table.folder / "inside.yaml").symlink_to(table.folder.parent / "outside.yaml")
    table.write(house="extends: inside\n").merge("house")
    assert table.codes == ["X303"]


def test_a_file_that_cannot_be_read_is_told_by_the_reader(table: Table) -> None:
    (table.folder / "a.yaml").symlink_to("b.yaml")
    (table.folder / "b.yaml").symlink_to("a.yaml")
    table.merge("a")
    assert table.merged is None and table.codes and not table.codes[0].startswith("X")


def test_the_shelf_lists_games_and_patches(table: Table) -> None:
    entries = [(entry.name, entry.shown, entry.kind) for entry in shelf_entries()]
    assert entries == [
        ("whist", "rules/games/whist.yaml", "game"),
        ("whist-short", "rules/games/variants/whist-short.yaml", "patch"),
    ]


def test_a_file_that_extends_another_is_a_patch(table: Table) -> None:
    table.merge("whist-short")
    assert table.merged and [is_patch(written) for written in table.merged.files] == [False, True]
