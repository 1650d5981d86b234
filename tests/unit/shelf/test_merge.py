"""How files merge: who wins, what is a conflict, and where each value was written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hasenpfeffer.reading.tree import find

if TYPE_CHECKING:
    from .conftest import Table


# Who wins


def test_the_most_derived_file_wins(table: Table) -> None:
    table.write(a="terms: {loss: bid}\n", b="extends: [game, a]\nterms: {loss: 6}\n")
    assert table.merge("a")["terms.loss"] == "bid"
    assert table.merge("b")["terms.loss"] == "6"
    assert table["terms.gain"] == "tricks"
    assert not table.findings


def test_a_diamond_is_fine(table: Table) -> None:
    table.write(a="terms: {loss: bid}\n", b="extends: a\n", c="extends: a\n", d="extends: [b, c]\n")
    assert table.merge("d")["terms.loss"] == "bid"
    assert table.merged and [written.name for written in table.merged.files] == ["game", "a", "b", "c", "d"]


def test_two_that_agree_are_no_conflict(table: Table) -> None:
    table.write(a="terms: {loss: bid  + 1}\n", b="terms: {loss: bid + 1}\n").merge("game+a+b")
    assert not table.findings


def test_two_that_disagree_are_a_conflict_with_both_places(table: Table) -> None:
    table.write(a="terms: {loss: bid}\n", b="\nterms: {loss: 6}\n").merge("game+b+a")
    (finding,) = table.findings
    assert table.merged is None
    assert finding.code == "X310"
    assert finding.message == "`terms.loss` is `bid` in a and `6` in b"
    assert (finding.place.line, finding.related[0].place.line) == ("b.yaml:3", "a.yaml:2")
    assert "in a file that extends both" in finding.help


def test_the_file_that_combines_them_settles_it(table: Table) -> None:
    table.write(a="terms: {loss: bid}\n", b="terms: {loss: 6}\n")
    table.write(both="extends: [game, a, b]\nterms: {loss: bid but at least 6}\n")
    assert table.merge("both")["terms.loss"] == "bid but at least 6"
    assert not table.findings


def test_a_conflict_below_is_not_settled_by_extending_it(table: Table) -> None:
    table.write(a="terms: {loss: bid}\n", b="terms: {loss: 6}\n", both="extends: [a, b]\n")
    table.write(top="extends: both\n")
    assert table.merge("top").codes == ["X310"]


@pytest.mark.parametrize(
    ("setting", "one", "other"),
    [
        ("steps.auction.ends", "steps: {auction: {ends: {passes in a row: 3}}}", "{passes in a row: 3}"),
        ("steps.auction.all pass", "steps: {auction: {all pass: {forced: dealer, to bid: 3}}}", ""),
    ],
)
def test_a_choice_between_forms_is_one_value(table: Table, setting: str, one: str, other: str) -> None:
    table.write(a=f"{one}\n", b=f"extends: a\n{one.replace('3', '2')}\n")
    assert table.merge("game+a+b") and not table.findings
    assert table.merged and setting in {".".join(path) for path in table.merged.origins}


def test_half_of_a_form_never_meets_half_of_another(table: Table) -> None:
    table.write(
        a="steps: {auction: {all pass: {forced: dealer, to bid: 3}}}\n",
        b="extends: a\nsteps: {auction: {all pass: {forced: dealer}}}\n",
    )
    assert table.merge("b")["steps.auction.all pass"] == {"forced": "dealer"}


def test_a_whole_value_and_a_part_of_it_are_a_conflict(table: Table) -> None:
    table.write(a="terms: {price: 3}\n", b="terms: {price: {black: 1}}\n").merge("game+a+b")
    (finding,) = table.findings
    assert finding.message == "a replaces the whole of `terms.price`, and b changes a part of it"


def test_a_group_takes_the_place_of_a_value_and_back(table: Table) -> None:
    table.write(a="terms: {loss: {won: 1}, price: 7}\n", b="extends: a\nterms: {loss: 4, price: {set: 1}}\n")
    assert table.merge("a")["terms.loss"] == {"won": "1"}
    assert table.merge("b")["terms.loss"] == "4"
    assert table["terms.price"] == {"set": "1"}


def test_lines_of_a_tally_are_added_and_changed(table: Table) -> None:
    table.write(a="terms: {price: {black: {points: 3}, fox: 1}}\n").merge("game+a")
    assert table["terms.price"] == {"won": "1", "black": {"if": "no", "points": "3"}, "fox": "1"}


def test_a_table_is_replaced_or_changed_by_the_row(table: Table) -> None:
    table.write(
        a="terms: {needed: {1: 50}}\n", b="terms: {needed: {by: tricks, 0: 1}}\n", c="extends: [game, b]\n"
    )
    assert table.merge("game+a")["terms.needed"] == {"by": "bouts", "0": "56", "1": "50"}
    assert table.merge("game+b")["terms.needed"] == {"by": "tricks", "0": "1"}
    assert table.merge("game+a+b").codes == ["X310"]
    table.write(d="extends: b\nterms: {needed: {2: 3}}\n")
    assert table.merge("d")["terms.needed"] == {"by": "tricks", "0": "1", "2": "3"}


# Short forms


def test_short_forms_are_opened_before_they_merge(table: Table) -> None:
    table.write(a="parameters: {target: 30}\nsteps: {deal: {piles: {widow: {cards: 2}, stock: rest}}}\n")
    assert table.merge("a")["parameters.target"] == {"default": "30", "type": "1..100", "about": "points"}
    assert table["steps.deal.piles"] == {
        "widow": {"cards": "2", "face": "down"},
        "stock": {"cards": "rest", "face": "down"},
    }


def test_a_step_that_is_called_like_its_kind_says_so(table: Table) -> None:
    table.write(a="steps: {tricks: {after each: {move: {from: trick}, rest: {set: {x: 1}}}}}\n").merge("a")
    assert table["steps.tricks.do"] == "tricks"
    assert table["steps.pick up.do"] == "take"
    assert table["steps.tricks.after each"] == {
        "move": {"do": "move", "from": "trick"},
        "rest": {"set": {"x": "1"}},
    }


# Lists


def test_also_adds_to_a_list_once(table: Table) -> None:
    table.write(
        a="steps: {trump: {from: {also: [no trump, low]}}}\n",
        b="steps: {trump: {from: {also: [low, suits, high]}}}\n",
        c="deck: {suits: {also: stars}}\n",
    )
    assert table.merge("game+b+a+c")["steps.trump.from"] == ["suits", "no trump", "low", "high"]
    assert table["deck.suits"] == ["stars"]


def test_also_and_a_siblings_whole_list_are_a_conflict(table: Table) -> None:
    table.write(a="deck: {extra: {also: [excuse]}}\n", b="deck: {extra: [big joker]}\n").merge("game+a+b")
    (finding,) = table.findings
    assert finding.message == "b replaces the list `deck.extra`, and a adds to it"
    table.write(c="extends: b\ndeck: {extra: {also: [excuse]}}\n")
    assert table.merge("c")["deck.extra"] == ["big joker", "excuse"]
    table.write(d="extends: a\ndeck: {extra: [fool]}\n")
    assert table.merge("d")["deck.extra"] == ["fool"]


def test_also_does_not_add_to_a_group(table: Table) -> None:
    table.write(a="terms: {price: {also: [3]}}\n")
    assert table.merge("a").codes == ["X312"]


# Removing


def test_remove_takes_away_a_setting_by_its_path(table: Table) -> None:
    table.write(a="remove: [steps.pick up, deck.extra, steps.deal.piles.widow]\n").merge("a")
    assert table.keys("steps") == ["deal", "auction", "trump", "discard", "tricks"]
    assert table["steps.pick up"] is None and table["deck"] is None
    assert table["steps.deal"] == {"do": "deal", "packets": ["3", "3"]}


def test_remove_must_hit_something(table: Table) -> None:
    table.write(a="remove:\n  - steps.pik up.from\n").merge("a")
    (finding,) = table.findings
    assert (finding.code, finding.place.line) == ("X304", "a.yaml:3")
    assert finding.message == "`remove` hits nothing: no base of a has `steps.pik up.from`"
    assert finding.help == "Did you mean `steps.pick up.from`?"
    assert finding.related[0].message == "game has `pick up`"


@pytest.mark.parametrize(
    "path", ["steps.auction.ends.passes in a row", "terms.own", "cases", "deck.extra.0", "", "."]
)
def test_remove_reaches_only_settings_of_the_bases(table: Table, path: str) -> None:
    table.write(a="steps: {auction: {ends: {passes in a row: 3}}}\n")
    table.write(b=f'extends: a\nremove: ["{path}"]\nterms: {{own: 1}}\n')
    assert table.merge("b").codes == ["X304"]


def test_remove_takes_a_list(table: Table) -> None:
    assert table.write(a="remove: {steps: discard}\n").merge("a").codes == ["X304"]


def test_two_that_remove_the_same_agree(table: Table) -> None:
    table.write(a="remove: [steps.discard]\n", b="remove: [steps.discard, steps.pick up]\n").merge("game+a+b")
    assert not table.findings
    assert table.merged and find(table.merged.tree, ("steps", "discard")) is None


def test_what_was_removed_below_cannot_be_removed_again(table: Table) -> None:
    table.write(a="remove: [steps.discard]\n", b="extends: a\nremove: [steps.discard]\n")
    assert table.merge("b").codes == ["X304"]


@pytest.mark.parametrize(
    "text", ["steps: {discard: {cards: 2}}", "steps: {discard: {before: trump}}", "steps: none"]
)
def test_removing_and_writing_are_a_conflict(table: Table, text: str) -> None:
    table.write(a="remove: [steps.discard]\n", b=f"{text}\n").merge("game+b+a")
    assert table.codes == ["X310"]
    assert {"a.yaml", "b.yaml"} == {table.findings[0].place.file, table.findings[0].related[0].place.file}


def test_a_file_may_remove_what_it_writes_anew(table: Table) -> None:
    table.write(a="remove: [terms.price]\nterms: {price: {lost: 1}}\n")
    assert table.merge("a")["terms.price"] == {"lost": "1"}


def test_what_a_base_removed_may_be_written_again(table: Table) -> None:
    table.write(a="remove: [terms.loss, steps.discard]\n")
    table.write(b="extends: a\nterms: {loss: 3}\nsteps: {discard: {cards: 2}}\n").merge("b")
    assert table["terms.loss"] == "3"
    assert table["steps.discard"] == {"do": "discard", "cards": "2"}


# What is laid upon a game


def test_a_patch_overrides_the_game_before_it(table: Table) -> None:
    table.write(six="terms: {loss: 6}\n", bid="terms: {loss: bid}\n", house="extends: [game, six]\n")
    assert table.merge("house+bid")["terms.loss"] == "bid"
    assert table.merge("bid+six")["terms.loss"] == "6"


def test_overriding_a_value_that_the_patch_does_not_know_shows_three_lines(table: Table) -> None:
    table.write(six="terms: {loss: 6}\n", bid="terms: {loss: bid}\n", house="extends: [game, six]\n").merge(
        "house+bid"
    )
    (finding,) = table.findings
    assert (finding.code, finding.severity) == ("X311", "warning")
    assert finding.message == "`terms.loss` is `6` in house, and bid makes it `bid`"
    places = [finding.place, *(related.place for related in finding.related)]
    assert [place.line for place in places] == ["bid.yaml:2", "six.yaml:2", "game.yaml:25"]


def test_overriding_what_the_patch_was_written_for_needs_no_word(table: Table) -> None:
    table.write(
        six="terms: {loss: 6}\n", more="extends: six\nterms: {loss: 7}\n", house="extends: [game, six]\n"
    )
    for reference in ("game+six", "house+more", "house+six", "more+six+house"):
        table.merge(reference)
        assert [code for code in table.codes if code != "X311"] == []
    assert table.merge("house+more").codes == []


def test_a_patch_that_the_game_has_settled_comes_back_when_it_is_laid_upon_it(table: Table) -> None:
    table.write(six="terms: {loss: 6}\n", house="extends: six\nterms: {loss: 7}\n")
    assert table.merge("house+six")["terms.loss"] == "6"
    assert table.codes == ["X311"]
    assert table.merged and [written.name for written in table.merged.files] == ["game", "six", "house"]


def test_writing_into_what_the_game_removed_hits_nothing(table: Table) -> None:
    table.write(
        house="remove: [steps.discard]\n",
        a="steps: {discard: {cards: 2}}\n",
        b="steps: {lay away: {do: discard, after: discard}}\n",
    )
    table.merge("house+a+b")
    assert table.codes == ["X306"]
    assert table.findings[0].severity == "warning"
    assert table.keys("steps")[-2:] == ["lay away", "tricks"]
    assert table["steps.discard"] is None


def test_changing_a_part_of_what_the_game_replaced_hits_nothing(table: Table) -> None:
    table.write(house="terms: {price: 7}\n", a="terms: {price: {won: 2}}\n")
    assert table.merge("house+a")["terms.price"] == "7"
    assert table.codes == ["X306"]


def test_removing_what_the_game_removed_is_fine(table: Table) -> None:
    table.write(house="remove: [steps.discard]\n", a="remove: [steps.discard]\n")
    assert not table.merge("house+a").findings


def test_patches_fit_only_the_game_they_are_made_for(table: Table) -> None:
    table.raw("mixin.yaml", "language: 1\nabstract: yes\nterms: {loss: 1}\n")
    assert table.merge("game+whist-short").codes == ["X307"]
    assert table.merge("game+whist").codes == ["X307"]
    assert table.merge("game+game").codes == ["X307"]
    assert table.merge("game+mixin")["terms.loss"] == "1"


def test_the_order_of_patches_never_matters(table: Table) -> None:
    table.write(
        a="steps: {show: {do: move, before: tricks}, trump: {from: {also: [low]}}}\nterms: {x: 1}\n",
        b="steps: {trump: {from: {also: [high]}}, discard: {before: trump}}\nterms: {a: 1}\n",
        c="steps: {auction: {calls: {big: {above: all, bid: 6}}}}\nscoring: {extra: {gets: 1}}\n",
        d="scoring: {another: {gets: 2}}\nsteps: {auction: {calls: {small: {bid: 1}}}}\n",
    )
    trees = {
        table.merge(f"game+{order}").merged and table.merged.tree
        for order in ("a+b+c+d", "d+c+b+a", "b+d+a+c")
    }
    assert len(trees) == 1 and not table.findings
    assert table.keys("steps.auction.calls") == ["numbers", "small", "big"]
    table.write(all="extends: [d, a, game, c, b]\n")
    assert table.merge("all").merged and table.merged.tree.get("steps") == next(iter(trees)).get("steps")


# What a file keeps for itself


def test_title_and_summary_are_those_of_the_game(table: Table) -> None:
    table.write(a="title: Mine\n", b="title: Yours\nsummary: Ours\nlanguage: 1\n")
    table.merge("a+b")
    assert (table["title"], table["summary"]) == ("Mine", "The base.")
    assert table.merge("b")["summary"] == "Ours"
    assert table.merged and table.merged.tree.keys()[:3] == ("language", "title", "summary")


def test_promises_of_all_are_kept(table: Table) -> None:
    table.write(a="promises: [nobody is alone, it ends]\n", b="promises: [it is fair]\n")
    assert table.merge("game+b+a")["promises"] == ["it ends", "nobody is alone", "it is fair"]


def test_only_the_game_itself_is_abstract(table: Table) -> None:
    table.write(a="abstract: yes\n", b="extends: a\n")
    assert table.merge("a")["abstract"] == "yes"
    assert table.merge("b")["abstract"] is None


def test_cases_stay_with_their_files(table: Table) -> None:
    table.write(a="cases: {one: {given: {}}}\n", b="cases: {two: {given: {}}}\n").merge("a+b")
    assert table.merged and [(written.name, cases.keys()) for written, cases in table.merged.cases] == [
        ("a", ("one",)),
        ("b", ("two",)),
    ]


def test_the_resolved_file_has_only_rules(table: Table) -> None:
    table.write(
        a="remove: [steps.discard]\nsteps: {trump: {before: pick up}}\ncases: {}\nhouse: rules\n"
    ).merge("a")
    assert table.merged and table.merged.tree.keys() == (
        *(
            "language",
            "title",
            "summary",
            "parameters",
            "deck",
            "steps",
            "terms",
            "game",
            "promises",
            "house",
        ),
    )
    assert table["steps.trump"] == {"do": "choose", "from": ["suits"]}


def test_every_value_knows_where_it_was_written(table: Table) -> None:
    table.write(a="parameters: {target: 30}\nterms: {loss: bid}\n", b="extends: a\nterms: {loss: 6}\n").merge(
        "b"
    )
    assert table.merged
    origins = {
        ".".join(path): [place.line for place in places] for path, places in table.merged.origins.items()
    }
    assert origins["terms.loss"] == ["b.yaml:2", "a.yaml:3", "game.yaml:25"]
    assert origins["parameters.target.default"] == ["a.yaml:2", "game.yaml:5"]
    assert origins["parameters.target.type"] == ["game.yaml:5"]
    assert origins["steps.discard.do"] == ["game.yaml:21"]
    assert origins["title"] == ["game.yaml:2"]
    loss = find(table.merged.tree, ("terms", "loss"))
    assert loss and loss.place.line == "b.yaml:2"


# Chains of files


def test_a_circle_is_shown_hop_by_hop(table: Table) -> None:
    table.write(a="extends: b\n", b="extends: c\n", c="\nextends: a\n").merge("b")
    (finding,) = table.findings
    assert finding.code == "X301"
    assert finding.message == "These files extend each other in a circle: a.yaml → b.yaml → c.yaml → a.yaml"
    assert [finding.place.line, *(r.place.line for r in finding.related)] == [
        "a.yaml:1",
        "b.yaml:1",
        "c.yaml:2",
    ]


def test_a_file_cannot_extend_itself_by_its_path(table: Table) -> None:
    assert table.write(a="extends: ./a.yaml\n").merge("a").codes == ["X301"]


def test_eight_steps_down_are_enough(table: Table) -> None:
    files = {f"f{i}": f"extends: {f'f{i - 1}' if i else 'game'}\n" for i in range(40)}
    table.write(**files)
    assert not table.merge("f7").findings
    assert table.merge("f8").codes == ["X305"]
    assert table.merge("f39").codes == ["X305"]


def test_extends_takes_names_only(table: Table) -> None:
    assert table.write(a="extends: {game: 1}\n").merge("a").codes == ["X302"]


def test_a_broken_base_says_so_and_nothing_else(table: Table) -> None:
    table.raw("base.yaml", "steps: [\n")
    table.write(a="extends: base\nremove: [steps.x]\n").merge("a")
    assert table.merged is None
    assert len(table.codes) == 1 and table.codes[0].startswith("Y")
