"""The documentation is true: what it prints is what the program does, and what it links to is there."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from docs.writing import transcripts

from hasenpfeffer import __version__, chance
from hasenpfeffer.cli.main import COMMANDS, main
from hasenpfeffer.lang import ast
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.shelf.load import load_reference
from hasenpfeffer.study.cases import Runner
from hasenpfeffer.study.trials import run_trials

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
LANGUAGE = ROOT / "docs" / "language.md"
CHANCE = ROOT / "docs" / "chance.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
TUTORIAL = ROOT / "docs" / "tutorial"
PAGES = sorted([README, CONTRIBUTING, ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])


def _build() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_build", ROOT / "docs" / "build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


BUILD = _build()


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)


# --- parts that are built


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_the_program_knows_is_up_to_date(page: Path) -> None:
    text = page.read_text("utf-8")
    assert BUILD.built(text) == text, "run `python docs/build.py`"


@pytest.mark.parametrize("word", sorted({*ast.KEYWORDS, *ast.AGGREGATES}))
def test_every_word_of_the_grammar_is_explained(word: str) -> None:
    section = LANGUAGE.read_text("utf-8").split("\n## Expressions")[1].split("\n## ")[0]
    assert re.search(rf"`[^`]*(?<!\w){word}(?!\w)[^`]*`", section)


# --- what a reader types


def test_the_readme_sets_everything_up_with_two_commands() -> None:
    lines = [line for block in blocks(README, "sh") for line in block.splitlines()]
    play, test = lines
    assert play.startswith("python3 -m venv .venv && ") and play.endswith("/hasenpfeffer play")
    assert test.startswith("python3 -m venv .venv && ") and test.endswith("/pytest")


def test_ci_runs_the_readmes_own_test_command() -> None:
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    (pattern,) = re.findall(r"grep -E '([^']+)' README\.md", script)
    found = re.findall(pattern, README.read_text("utf-8"), re.MULTILINE)
    assert len(found) == 1
    assert found[0].startswith("python3 -m venv .venv")


def test_the_readme_lists_every_command() -> None:
    section = README.read_text("utf-8").split("\n## Commands")[1].split("\n## ")[0]
    assert re.findall(r"^\| `([a-z]+)", section, re.MULTILINE) == list(COMMANDS)


EXAMPLES = [
    pytest.param(block, id=f"{page.stem}: {title[1]}")
    for page in (README, LANGUAGE)
    for block in blocks(page, "yaml")
    if (title := re.search(r"^title: (.+)$", block, re.MULTILINE))
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_is_a_rule_file_without_a_finding(example: str, tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(example, "utf-8")
    loaded = load_reference("./house.yaml", folder=tmp_path)
    assert loaded.findings.items == ()
    assert loaded.ruleset is not None


@pytest.mark.parametrize("example", [one for one in EXAMPLES if "\ncases:" in str(one.values[0])])
def test_the_cases_in_an_example_pass(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("house.yaml").write_text(example, "utf-8")
    report = Runner().run("./house.yaml")
    assert report.cases and report.passed == len(report.cases), [case.message for case in report.cases]


def test_the_cases_in_the_reference_pass(tmp_path: Path) -> None:
    (cases,) = [block for block in blocks(LANGUAGE, "yaml") if "\nruleset:" in block]
    path = tmp_path / "cases.yaml"
    path.write_text(cases, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "hasenpfeffer", "test", str(path)],
        capture_output=True,
        text=True,
        cwd=ROOT / "engine",
    )
    assert done.returncode == 0, done.stdout + done.stderr


# --- editors


def test_what_the_page_on_editors_types_leads_to_the_schemas_that_it_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = ROOT / "docs" / "editors.md"
    monkeypatch.chdir(tmp_path)
    for command in "".join(blocks(page, "sh")).splitlines():
        program, *words = command.split()
        assert program == "hasenpfeffer" and main(words) == 0
    lines = re.findall(
        r"^# yaml-language-server: \$schema=(.+)$", "".join(blocks(page, "yaml")), re.MULTILINE
    )
    assert len(lines) == 2 and all(Path(line).is_file() for line in lines)
    assert lines[0] in Path("house.yaml").read_text("utf-8").splitlines()[0]


# --- the tutorial

STEPS = sorted(TUTORIAL.glob("*.yaml"))
SLIPS = [path for path in STEPS if path.stem.startswith("slip")]
"""Files that the tutorial shows for the finding in them."""
BEGUN = [path for path in STEPS if path.stem.endswith("-1")]
"""First steps of games: what is missing is what the following steps add."""


@pytest.mark.parametrize(
    "path", [one for one in STEPS if one not in (*SLIPS, *BEGUN)], ids=lambda path: path.stem
)
def test_a_step_of_the_tutorial_has_no_finding_and_plays(path: Path) -> None:
    loaded = load_reference(f"./{path.name}", folder=TUTORIAL)
    assert loaded.findings.items == ()
    assert loaded.ruleset is not None
    findings = Findings()
    assert run_trials(loaded.ruleset, 3, 1, findings) >= 3
    assert findings.items == ()


@pytest.mark.parametrize("path", [one for one in STEPS if "\ncases:" in one.read_text("utf-8")])
def test_the_cases_of_the_tutorial_pass(path: Path) -> None:
    report = Runner().run(str(path))
    assert report.cases and report.passed == len(report.cases), [case.message for case in report.cases]


@pytest.mark.parametrize("path", SLIPS, ids=lambda path: path.stem)
def test_a_slip_has_one_finding_that_says_what_to_write(path: Path) -> None:
    (finding,) = load_reference(f"./{path.name}", folder=TUTORIAL).findings.items
    assert finding.help.startswith("Write ")


@pytest.mark.parametrize("path", BEGUN, ids=lambda path: path.stem)
def test_a_game_that_is_begun_lacks_what_the_next_step_adds(path: Path) -> None:
    found = load_reference(f"./{path.name}", folder=TUTORIAL).findings.items
    following = (TUTORIAL / path.name.replace("-1", "-2")).read_text("utf-8")
    assert {finding.code for finding in found} == {"S206"}
    missing = {re.findall(r"`(.+?)`", finding.message)[0] for finding in found}
    keys = [set(re.findall(r"(?m)^(\w+):", text)) for text in (path.read_text("utf-8"), following)]
    assert missing == keys[1] - keys[0]


def test_the_tutorial_shows_every_step() -> None:
    page = (ROOT / "docs" / "tutorial.md").read_text("utf-8")
    shown = re.findall(r"<!-- built: (?:file|changed) (\S+) -->", page)
    shown += re.findall(r"^\$ hasenpfeffer validate (slip\S+)$", page, re.MULTILINE)
    assert set(shown) == {path.name for path in STEPS}


def test_only_what_is_new_in_a_step_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcripts, "TUTORIAL", tmp_path)
    (tmp_path / "a-1.yaml").write_text("language: 1\ntitle: A\n\ndeck:\n  ranks: 6..A\n", "utf-8")
    (tmp_path / "a-2.yaml").write_text(
        "language: 1\ntitle: B\n\ndeck:\n  ranks: 6..A\n\nterms: {a: 1}\n", "utf-8"
    )
    assert transcripts.changed("a-2.yaml") == "```yaml\ntitle: B\n\nterms: {a: 1}\n```\n"


def test_a_command_that_is_shown_is_run_when_the_page_is_built() -> None:
    page = "<!-- built: run -->\n```\n$ hasenpfeffer --version\nwhat it said\n```\n<!-- end built -->"
    assert BUILD.built(page) == page.replace("what it said", f"hasenpfeffer {__version__}")


# --- files that are named


def test_what_contributors_are_sent_to_is_there() -> None:
    text = CONTRIBUTING.read_text("utf-8")
    named = re.findall(r"(?<![\w./])((?:rules|tests|docs|grammar|engine)/[\w./-]+)", text)
    missing = [name for name in named if not name.isupper() and not (ROOT / name.rstrip(".")).exists()]
    assert [name for name in missing if "NAME" not in name] == []
    assert len(named) > 20


def test_contributors_run_the_checks_of_ci() -> None:
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    (checks,) = re.findall(r"for check in (.+); do", script)
    text = CONTRIBUTING.read_text("utf-8")
    assert [check for check in re.findall(r'"([\w-]+)', checks) if f".venv/bin/{check}" not in text] == []


# --- links


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if "://" in target:
            continue
        path, _, heading = target.partition("#")
        found = (page.parent / path).resolve() if path else page
        if not found.exists() or (heading and heading not in headings(found)):
            broken.append(target)
    assert broken == []


def headings(page: Path) -> set[str]:
    """The anchors of a page's headings, as forges make them."""
    found = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


# --- chance, worked out apart from the program

WORD = (1 << 64) - 1


def constant(name: str) -> int:
    (found,) = re.findall(rf"{name} *[=*] *(0x[0-9A-F]+)", CHANCE.read_text("utf-8"))
    return int(found, 16)


GOLDEN = constant("G")
FIRST, SECOND = (int(found, 16) for found in re.findall(r"\) \* (0x[0-9A-F]+)", CHANCE.read_text("utf-8")))


def mix(z: int) -> int:
    z &= WORD
    z = (z ^ (z >> 30)) * FIRST & WORD
    z = (z ^ (z >> 27)) * SECOND & WORD
    return z ^ (z >> 31)


def key_of(low: int, high: int, game: int, deal: int, purpose: int) -> int:
    key = mix(low + GOLDEN)
    if purpose in (1, 3) and high:
        key = mix(key ^ mix(high + GOLDEN))
    for part in (game, deal, purpose):
        key = mix(key ^ mix(part + GOLDEN))
    return key


def draw_below(key: int, number: int, bound: int) -> int:
    return mix(key + (number + 1) * GOLDEN) * bound >> 64


def pack_of(size: int, key: int) -> list[int]:
    pack = list(range(size))
    for number, last in enumerate(range(size - 1, 0, -1)):
        other = draw_below(key, number, last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    return pack


def printed(what: str) -> str:
    (found,) = re.findall(
        rf"^\| [^|]*{re.escape(what)}[^|]*\| `([^`]+)` \|$", CHANCE.read_text("utf-8"), re.MULTILINE
    )
    return str(found)


def test_chance_is_what_its_page_says() -> None:
    dealing, players, dealer = key_of(7, 0, 0, 1, 1), key_of(7, 0, 0, 1, 2), key_of(7, 0, 0, 0, 3)
    long_seed = key_of(7, 3, 0, 1, 1)
    assert printed("key of the stream that deals") == f"0x{dealing:016X}"
    assert printed("the pack of 25 cards") == " ".join(map(str, pack_of(25, dealing)))
    assert printed("first five choices") == " ".join(str(draw_below(players, i, 6)) for i in range(5))
    assert printed("who deals first") == str(draw_below(dealer, 0, 4))
    assert printed("high word 3") == f"0x{long_seed:016X}"


@pytest.mark.parametrize("seed", [0, 7, WORD, 7 | 3 << 64, (1 << 128) - 1])
def test_the_program_draws_as_the_page_says(seed: int) -> None:
    low, high = seed & WORD, seed >> 64
    assert chance.stream_key(seed, 2, 3, chance.PLAYERS) == key_of(low, high, 2, 3, 2)
    assert chance.shuffled(54, seed, 2, 3) == tuple(pack_of(54, key_of(low, high, 2, 3, 1)))
    assert chance.first_dealer(5, seed, 2) == draw_below(key_of(low, high, 2, 0, 3), 0, 5)
    stream = chance.Stream(seed, 2, 3, chance.PLAYERS)
    drawn = [stream.below(9) for _ in range(20)]
    assert drawn == [draw_below(key_of(low, high, 2, 3, 2), number, 9) for number in range(20)]


# --- nothing that only this machine knows


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_pages_name_no_place_of_one_machine(page: Path) -> None:
    assert not re.search(r"(?<![\w./])/(tmp|home|root|work|usr)\b", page.read_text("utf-8"))
