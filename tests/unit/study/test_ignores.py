"""Comments that let findings stand: where they count, what they need, and what is said of those without use."""

from __future__ import annotations

import pathlib

import pytest

import hasenpfeffer as hp
from hasenpfeffer.study.checking.checker import Checker

HEAD = "language: 1\ntitle: Ours\nextends: hasenpfeffer\n"
IDLE = "terms:\n  idle: bid / 2"
ABOVE = "  # hasenpfeffer: ignore[L902] for Sunday\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def found(text: str) -> list[str]:
    return [
        f"{finding.code} {finding.place.start.line}:{finding.place.start.column}"
        for finding in hp.check(text=text, trials=0).findings
    ]


def messages(text: str) -> list[str]:
    return [finding.message for finding in hp.check(text=text, trials=0).findings]


def test_it_is_found_without_a_comment() -> None:
    assert found(f"{HEAD}{IDLE}\n") == ["L902 5:3"]


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}{IDLE}  # hasenpfeffer: ignore[L902] Sunday's rules ask for it\n",
        f"{HEAD}{IDLE}  #hasenpfeffer:ignore [ l902 ] : Sunday's rules ask for it\n",
        f"{HEAD}{IDLE.replace('  idle', f'{ABOVE}  idle')}\n",
        f"{HEAD}{IDLE.replace('  idle', f'{ABOVE}  # as agreed{chr(10)}  idle')}\n",
        f"# hasenpfeffer: ignore-file[L902] for Sunday\n{HEAD}{IDLE}\n",
        f"{HEAD}{IDLE}\n# hasenpfeffer: ignore-file[L902] for Sunday\n",
        f"{HEAD}{IDLE}\n\n# hasenpfeffer: ignore-file[L902] for Sunday".replace("\n", "\r\n"),
    ],
)
def test_a_comment_on_the_line_or_above_it_or_for_the_file_lets_it_stand(text: str) -> None:
    assert found(text) == []


def test_several_codes_stand_in_one_comment() -> None:
    text = f"{HEAD}terms:\n  idle: 06  # hasenpfeffer: ignore[L902, Y120] for Sunday\n"
    assert found(text) == []
    assert found(text.replace("L902, ", "")) == ["L902 5:3"]


def test_a_text_in_quotes_is_no_comment() -> None:
    text = f'{HEAD}summary: "a # hasenpfeffer: ignore-file[L902] for Sunday"\n{IDLE}\n'
    assert found(text) == ["L902 6:3"]
    text = f"{HEAD}summary: |\n  a\n  # hasenpfeffer: ignore-file[L902] for Sunday\n{IDLE}\n"
    assert found(text) == ["L902 8:3"]
    text = f"{HEAD}summary: a#hasenpfeffer:ignore-file[L902]\n{IDLE}\n"
    assert "L902 6:3" in found(text)


def test_other_comments_may_begin_with_the_name_of_the_game() -> None:
    assert found(f"# hasenpfeffer: as we play it\n# hasenpfeffer: [L902]\n{HEAD}") == []


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("ignore[L902]", "`ignore[L902]` gives no reason"),
        ("ignore[L902] --", "`ignore[L902]` gives no reason"),
    ],
)
def test_a_reason_is_needed(comment: str, expected: str) -> None:
    assert messages(f"{HEAD}{IDLE}  # hasenpfeffer: {comment}\n") == [expected]


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("ignore L902 for Sunday", "L906 `ignore` names no code"),
        ("ignore[] for Sunday", "L906 `ignore` names no code"),
        ("ignroe[L902] x", "L906 `ignroe` is not understood after `hasenpfeffer:`. Did you mean `ignore`?"),
        ("ignore[L920] x", "L905 There is no finding `L920` to ignore. Did you mean `L902`?"),
        ("ignore[L904] x", "L905 `L904` is ignored, and it is not found here"),
        ("ignore-file[L904] x", "L905 `L904` is ignored, and it is not found in this file"),
    ],
)
def test_a_comment_that_does_nothing_is_found(comment: str, expected: str) -> None:
    (finding,) = hp.check(text=f"{HEAD}# hasenpfeffer: {comment}\n", trials=0).findings
    assert f"{finding.code} {finding.message}" == expected
    assert finding.help and finding.place.start.line == 4


def test_errors_without_which_there_is_no_game_cannot_be_ignored() -> None:
    text = f"{HEAD}steps:\n  deal: {{packets: [4, 3]}}  # hasenpfeffer: ignore[D401] we share\n"
    assert found(text) == ["D401 5:19", "L906 5:51"]


def test_what_was_not_looked_for_is_not_called_unused() -> None:
    comment = "# hasenpfeffer: ignore-file[L904, G802] x\n"
    assert found(f"{comment}{HEAD}terms: {{loss: bidd}}\n") == ["S230 5:15"]
    assert messages(f"{comment}{HEAD}") == ["`L904` is ignored, and it is not found in this file"]
    assert len(hp.check(text=f"{comment}{HEAD}", trials=1).findings) == 2


def test_a_comment_in_a_base_counts_for_what_is_found_there(folder: pathlib.Path) -> None:
    (folder / "base.yaml").write_text(f"{HEAD}{IDLE}  # hasenpfeffer: ignore[L902] for Sunday\n")
    text = HEAD.replace("hasenpfeffer", "./base.yaml")
    assert found(text) == []
    assert found(f"{text}terms: {{loss: idle}}\n") == []
    assert [finding.code for finding in hp.check("base.yaml", trials=0).findings] == []


def test_what_is_ignored_is_kept_with_its_reason() -> None:
    checker = Checker({}, deals=0)
    checker.check_text("house.yaml", f"{HEAD}{IDLE}  # hasenpfeffer: ignore[L902] for Sunday\n".encode())
    (ignored,) = checker.ignored
    assert (ignored.finding.code, ignored.reason) == ("L902", "for Sunday")


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        (f"{HEAD}{IDLE}  # hasenpfeffer: ignore[L904, L902] x\n", f"{HEAD}{IDLE}  # hasenpfeffer: ignore[L902] x\n"),
        (f"{HEAD}{IDLE}  # hasenpfeffer: ignore[L902, L904] x\n", f"{HEAD}{IDLE}  # hasenpfeffer: ignore[L902] x\n"),
        (f"{HEAD}# hasenpfeffer: ignore[L904] x\n# more\n", f"{HEAD}# more\n"),
        (f"{HEAD}terms: {{loss: bid}}  # hasenpfeffer: ignore[L904] x\n", f"{HEAD}terms: {{loss: bid}}\n"),
        (f"{HEAD}# hasenpfeffer: ignore[L904] x", HEAD),
    ],
)  # fmt: skip
def test_what_is_unused_can_be_taken_away(text: str, fixed: str) -> None:
    (finding,) = hp.check(text=text, trials=0).findings
    (fix,) = finding.fixes
    (edit,) = fix.edits
    assert fix.is_safe
    assert text[: edit.place.start.offset] + edit.text + text[edit.place.end.offset :] == fixed
