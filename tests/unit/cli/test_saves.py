"""Games that are saved by themselves: where, under which names, and how many."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from hasenpfeffer.cli import saves
from hasenpfeffer.cli.saves import games_folder, new_save, newest_unfinished

OVER = '{"kind":"header"}\n{"kind":"end","n":2}\n'
LEFT = '{"kind":"header"}\n{"kind":"left","n":2}\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "hasenpfeffer" / "games"


def test_games_are_saved_where_the_system_keeps_such_things(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert games_folder() == folder
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    for unset in ("", "state", "./state"):
        monkeypatch.setenv("XDG_STATE_HOME", unset)
        assert games_folder() == tmp_path / "me" / ".local" / "state" / "hasenpfeffer" / "games"


def test_without_a_home_there_is_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(OSError, match="no home folder"):
        new_save("hasenpfeffer")


def test_a_name_says_when_and_what_and_is_not_taken(folder: Path) -> None:
    names = []
    for _ in range(3):
        path = new_save("./my rules/house.yaml+no-alone")
        path.write_text(LEFT)
        names.append(path.name)
    assert len(set(names)) == 3
    assert all("-house+no-alone" in name and name.startswith("2") for name in names)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert new_save("…").name.endswith("-game.jsonl")


def test_the_newest_game_that_is_not_over_is_found(folder: Path) -> None:
    assert newest_unfinished() is None
    new_save("hasenpfeffer")
    for name, text in (
        ("2025-01-01-a.jsonl", LEFT),
        ("2025-01-02-b.jsonl", LEFT + '{"kind":"act'),
        ("2025-01-03-c.jsonl", OVER),
        ("2025-01-04-d.txt", LEFT),
        (".record-1.jsonl", LEFT),
    ):
        (folder / name).write_text(text)
    assert newest_unfinished() == folder / "2025-01-02-b.jsonl"
    (folder / "2025-01-02-b.jsonl").unlink()
    assert newest_unfinished() == folder / "2025-01-01-a.jsonl"
    (folder / "2025-01-05-e.jsonl").mkdir()
    assert newest_unfinished() == folder / "2025-01-01-a.jsonl"


def test_of_games_begun_in_the_same_second_the_last_is_the_newest(folder: Path) -> None:
    paths = [new_save("hasenpfeffer")]
    for number in range(2, 12):
        paths[-1].write_text(LEFT)
        paths.append(paths[0].with_name(f"{paths[0].stem}-{number}.jsonl"))
    paths[-1].write_text(LEFT)
    assert newest_unfinished() == paths[-1]


def test_a_long_header_is_a_game_that_goes_on(folder: Path) -> None:
    path = new_save("hasenpfeffer")
    path.write_text('{"kind":"header","rules":"' + "x" * 20_000 + '"}\n')
    assert newest_unfinished() == path


def test_the_oldest_games_make_room_and_those_that_are_over_first(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saves, "MOST_SAVES", 4)
    new_save("hasenpfeffer")
    for number, text in enumerate((LEFT, LEFT, OVER, LEFT, LEFT)):
        (folder / f"2025-01-0{number}.jsonl").write_text(text)
    new_save("hasenpfeffer")
    assert sorted(path.stem[-2:] for path in folder.iterdir()) == ["01", "03", "04"]
