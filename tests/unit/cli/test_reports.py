"""`--report` and `--plots`: the page of a study stands by itself and says what `--json` says; plots in letters."""

from __future__ import annotations

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from html import unescape

import pytest
from tests.unit.report.pages import Page, plotted

from hasenpfeffer.cli import terminal
from hasenpfeffer.study.reference_rows import Reference

pytest.importorskip("matplotlib")

DEFENDERS = "hasenpfeffer+defenders-score"
GAMES = ("simulate", DEFENDERS, "--games", "6", "--set", "target=6")
REFERENCE = ("--backend", "reference")
STUDIES = {
    "deals": ("simulate", "hasenpfeffer", "--deals", "30"),
    "games": GAMES,
    "singles": ("simulate", "hearts", "--deals", "12"),
    "one deal": ("simulate", "bridge", "--deals", "1"),
    "halves": ("simulate", "knock-out-whist", "--games", "2"),
    "several": ("compare", "hasenpfeffer", DEFENDERS, "hasenpfeffer+no-trump", "--deals", "30"),
    "other cards": ("compare", "hasenpfeffer", "euchre", "--deals", "5"),
    "sweep": ("sweep", "hasenpfeffer", "--over", "lowest-bid=1..5", "--deals", "20"),
    "two values": ("sweep", "hasenpfeffer", "--over", "target=5,6", "--games", "4"),
}


def reported(run, *words):
    """The figures as JSON, and the page of the same study."""
    result = run(*words, "--json", "--report", "page.html")
    assert (result.code, result.err) == (0, "")
    return json.loads(result.out), pathlib.Path("page.html").read_text("utf-8")


def two(value):
    return f"{round(value, 2) + 0.0:.2f}".replace("-", "−")


def percent(value):
    return f"{round(100 * value, 1) + 0.0:.1f}".replace("-", "−")


def shown(estimate, text=two):
    """A mean and its interval as the page writes them."""
    return [text(estimate["mean"]), f"{text(estimate['low'])} to {text(estimate['high'])}"]


# --- a page by itself


@pytest.mark.parametrize("name", STUDIES)
def test_a_report_is_sound_and_fetches_nothing(run, name):
    words = STUDIES[name]
    _, page = reported(run, *words)
    parts = Page(page.removeprefix("<!DOCTYPE html>"))
    assert parts.faults == []
    assert not re.search(r"https?:|@import|<link|<script|<img|src=|xlink|<iframe|<object|<metadata", page)
    ids = {given["id"] for _, given in parts.tags if "id" in given}
    links = re.findall(r"(?:href=\"|url\()([^\")]*)", page)
    assert links and {link for link in links if link.removeprefix("#") not in ids or link[0] != "#"} == set()
    drawings = [given for tag, given in parts.tags if tag == "svg"]
    assert len(drawings) == page.count('<figure class="plot">') == len(plotted(page)) > 1
    assert all(given["role"] == "img" and len(given["aria-label"] or "") > 20 for given in drawings)
    assert not re.search(r"#[0-9a-f]{6}|DejaVu", page[page.index("<main>") :])
    assert "nan" not in re.sub(r"<[^>]*>", " ", page).casefold().split()


def test_a_report_says_what_was_asked_and_how_to_repeat_it(run):
    data, page = reported(
        run, *GAMES, "--seed", "5", "--jobs", "2", "--csv", "deals.csv", "--backend", "reference"
    )
    text = Page(page).text
    assert "Hasenpfeffer with defenders-score" in text and "6 games, played by random players." in text
    for words in (
        "seed 5",
        "house rules defenders-score",
        "target 6",
        "games 6",
        "played by the interpreter (reference)",
    ):
        assert words in text
    assert f"{data['deals']} deals" in text
    (line,) = re.findall(r'<pre class="typed">(.*?)</pre>', page)
    program, *again = shlex.split(unescape(line))
    assert program == "hasenpfeffer" and "deals.csv" not in again and "page.html" not in again
    repeated = json.loads(run(*again, "--json").out)
    assert (repeated["teams"], repeated["calls"]) == (data["teams"], data["calls"])


@pytest.mark.parametrize("words", [STUDIES["several"], STUDIES["sweep"]])
def test_the_command_line_of_a_report_repeats_it(run, words):
    data, page = reported(run, *words, "--seed", "9")
    (line,) = re.findall(r'<pre class="typed">(.*?)</pre>', page)
    again = json.loads(run(*shlex.split(unescape(line))[1:], "--json").out)
    assert again["differences"] == data["differences"]


def test_the_same_study_gives_the_same_bytes(run, folder):
    pages = []
    for jobs in "12":
        run(*STUDIES["several"], "--jobs", jobs, "--backend", "python", "--report", f"{jobs}.html")
        pages.append(re.sub(r">[^<]* deals a second<", "><", pathlib.Path(f"{jobs}.html").read_text("utf-8")))
    assert pages[0] == pages[1]


def test_odd_names_are_only_text(run, folder):
    name = "_$1.23456$ #010101.yaml"
    text = 'language: 1\ntitle: <script>alert("us & them")</script>\nextends: hasenpfeffer\n'
    (folder / name).write_text(text, "utf-8")
    _, page = reported(run, "compare", "hasenpfeffer", f"./{name}", "--deals", "5")
    assert "<script" not in page and Page(page.removeprefix("<!DOCTYPE html>")).faults == []
    drawn = "".join(re.findall(r"<text[^>]*>(.*?)</text>", page))
    assert "$1.23456$" in drawn and "#010101" in drawn and "./_" in drawn


# --- its numbers


def test_the_numbers_of_one_ruleset_are_those_of_json(run):
    data, page = reported(run, *GAMES)
    tables = plotted(page)
    teams = data["teams"]
    assert tables["Points of each team"][1:] == [
        [name, *shown(team["score"])] for name, team in teams.items()
    ]
    assert tables["Games won"][1:] == [
        [name, str(team["games_won"]), *shown(team["games_won_share"], percent)]
        for name, team in teams.items()
    ]
    assert tables["How often each call stood"][1:] == [
        [text, str(call["count"]), *shown(call["share"], percent)] for text, call in data["calls"].items()
    ]
    assert tables["How often it was made"][1:] == [
        [text, str(call["made"]), str(call["failed"]), *shown(call["made_share"], percent)]
        for text, call in data["calls"].items()
    ]
    assert [row[:2] for row in tables["What it brought the declarer's side"][1:]] == [
        [text, two(call["declarer_points"]["mean"])] for text, call in data["calls"].items()
    ]
    assert tables["How often each line of the score counted"][1:] == [
        [name, str(line["count"]), *shown(line["share"], percent)] for name, line in data["lines"].items()
    ]
    (advantage,) = tables["What the dealer's side has more than the others"][1:]
    assert advantage[1:] == shown(data["dealer_advantage"])
    for caption, key in (("Tricks of a deal", "tricks"), ("Points of a deal", "by_points")):
        for number, *cells in tables[f"{caption}, % of the deals"][1:]:
            found = [team[key].get(number.replace("−", "-"), 0) for team in teams.values()]
            assert cells == [percent(count / data["deals"]) for count in found]
    for number, cell in tables["Length of a game, % of the games"][1:]:
        assert cell == percent(data["game_lengths"].get(number, 0) / 6)


def test_the_numbers_of_a_comparison_are_those_of_json(run):
    data, page = reported(run, *STUDIES["several"])
    tables = plotted(page)
    assert tables["Points more than by hasenpfeffer, in the same deal"][1:] == [
        [one["name"].removeprefix("hasenpfeffer"), name, *shown(team["score"])]
        for one in data["differences"]
        for name, team in one["teams"].items()
    ]
    assert tables["Points of each team"][1:] == [
        [
            team,
            one["name"].removeprefix("hasenpfeffer") or "hasenpfeffer",
            *shown(one["teams"][team]["score"]),
        ]
        for team in ("north-south", "east-west")
        for one in data["rulesets"]
    ]
    said = Page(page).text
    for one in data["differences"]:
        assert f"{percent(one['unlike'] / one['pairs'])} % of the deals ended otherwise" in said
    data, page = reported(run, *STUDIES["other cards"])
    assert "Pairs are not the same deal: they have other cards." in Page(page).text


def test_the_numbers_of_a_sweep_are_those_of_json(run):
    data, page = reported(run, *STUDIES["sweep"])
    tables = plotted(page)
    assert tables["Points of each team"][1:] == [
        [one["name"], name, *shown(team["score"])]
        for one in data["rulesets"]
        for name, team in one["teams"].items()
    ]
    zero = [["1", name, "0.00", "0.00 to 0.00"] for name in ("north-south", "east-west")]
    assert tables["Points more than with lowest bid 1, in the same deal"][1:] == zero + [
        [one["name"], name, *shown(team["score"])]
        for one in data["differences"]
        for name, team in one["teams"].items()
    ]
    lines = tables["How often each line of the score counted"]
    assert lines[1:] == [
        [one["name"], name, *shown(line["share"], percent)]
        for one in data["rulesets"]
        for name, line in one["lines"].items()
    ]


# --- where it goes


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--report", "house.yaml"], 2, "--report does not write over a rule file"),
        (["--report", "a.html", "--csv", "./a.html"], 2, "--csv and --report name the same file"),
        (["--report", "nowhere/a.html"], 2, "nowhere/a.html: No such file"),
        (["--report", "."], 2, ".: Is a directory"),
    ],
)
def test_a_report_that_cannot_be_written_is_refused_before_anything_is_played(
    run, folder, monkeypatch, words, code, message
):
    monkeypatch.setattr(Reference, "play", lambda *_: pytest.fail("it was played"))
    (folder / "house.yaml").write_text("language: 1\n", "utf-8")
    result = run("simulate", "hasenpfeffer", "--deals", "5", *REFERENCE, *words)
    assert (result.code, result.out) == (code, "")
    assert message in result.err
    assert (folder / "house.yaml").read_text("utf-8") == "language: 1\n"
    assert [path.name for path in folder.iterdir()] == ["house.yaml"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes in folders")
def test_a_pipe_is_written_to_and_stays_a_pipe(run, folder):
    os.mkfifo(folder / "page.html")
    with ThreadPoolExecutor(1) as pool:
        page = pool.submit((folder / "page.html").read_text, "utf-8")
        result = run("simulate", "hasenpfeffer", "--deals", "5", "--report", "page.html")
        assert (result.code, result.err) == (0, "")
        assert page.result(30).startswith("<!DOCTYPE html>")
    assert (folder / "page.html").is_fifo()


def test_a_report_where_links_go_in_circles_is_told(run, folder):
    (folder / "page.html").symlink_to("page.html")
    result = run("simulate", "hasenpfeffer", "--deals", "5", "--report", "page.html")
    assert (result.code, result.out) == (2, "")
    assert "page.html: " in result.err


@pytest.mark.parametrize("closed", ["page.html", "."])
def test_a_report_that_may_not_be_written_is_refused_before_anything_is_played(
    run, folder, monkeypatch, closed
):
    monkeypatch.setattr(Reference, "play", lambda *_: pytest.fail("it was played"))
    monkeypatch.setattr(os, "access", lambda path, _: not path.samefile(closed))
    (folder / "page.html").write_text("mine", "utf-8")
    result = run("simulate", "hasenpfeffer", "--deals", "5", *REFERENCE, "--report", "page.html")
    assert (result.code, result.out) == (2, "")
    assert "page.html: Permission denied" in result.err
    assert (folder / "page.html").read_text("utf-8") == "mine"


def test_without_matplotlib_a_report_is_refused_with_what_to_do(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    result = run("simulate", "hasenpfeffer", "--deals", "5", "--report", "page.html")
    assert (result.code, result.out) == (2, "")
    assert "--report needs matplotlib: install the program with its extra `report`" in result.err
    assert not pathlib.Path("page.html").exists()


def test_matplotlib_is_loaded_only_for_a_report(folder, installed):
    code = (
        "import sys; from hasenpfeffer.cli.main import main; "
        "main(['simulate', 'hasenpfeffer', '--deals', '2', '--plots']); print('matplotlib' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=installed, check=True
    )
    assert done.stdout.splitlines()[-1] == "False"


def test_a_report_is_written_whole_or_not_at_all(run, folder, monkeypatch):
    (folder / "page.html").write_text("the one before", "utf-8")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    result = run("simulate", "hasenpfeffer", "--deals", "5", "--report", "page.html")
    assert result.code != 0 and "page.html: No space left" in result.err
    assert (folder / "page.html").read_text("utf-8") == "the one before"
    assert [path.name for path in folder.iterdir()] == ["page.html"]


def test_whoever_interrupts_gets_a_report_of_what_is_done(run, monkeypatch):
    play = Reference.play
    played: list[range] = []

    def interrupted(self: Reference, numbers: range) -> object:
        played.append(numbers)
        if len(played) == 3:
            raise KeyboardInterrupt
        return play(self, numbers)

    monkeypatch.setattr(Reference, "play", interrupted)
    assert run("simulate", "hasenpfeffer", "--deals", "1000", *REFERENCE, "--report", "page.html").code == 130
    text = Page(pathlib.Path("page.html").read_text("utf-8")).text
    assert "200 deals, of 1,000 that were asked for, played by random players." in text


# --- plots in letters


def test_plots_are_shown_to_a_person_or_when_they_are_asked_for(run, monkeypatch):
    words = ("simulate", "hasenpfeffer", "--deals", "20")
    title = "Tricks of a deal, % of the deals"
    assert title not in run(*words).out
    assert title in run(*words, "--plots").out
    assert title not in run(*words, "--json", "--plots").out
    monkeypatch.setattr(terminal, "is_terminal", lambda _: True)
    assert title in run(*words).out
    assert title not in run(*words, "--no-plots").out


@pytest.mark.parametrize("words", STUDIES.values(), ids=STUDIES)
@pytest.mark.parametrize("width", [40, 80, 200])
def test_plots_keep_to_the_width(run, monkeypatch, words, width):
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr(terminal, "is_terminal", lambda _: True)
    lines = run(*words).out.splitlines()
    drawn = [line for line in lines if re.search("[█●]", line)]
    assert (len(drawn) > 1) or width == 40
    assert all(len(line) <= width for line in drawn)


def test_plots_of_letters_need_only_ascii(folder, installed):
    words = ["-m", "hasenpfeffer", *STUDIES["several"], "--plots"]
    environment = {**installed, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run([sys.executable, *words], capture_output=True, env=environment, check=True)
    out = done.stdout.decode("ascii")
    assert re.search(r"\+defenders-score north-south +:? *\|-*o-*\|", out)
    assert "\\u" not in out and "\x1b" not in out
