"""Every code a finding can carry. A code keeps its meaning for ever; a retired one is not used again.

Families: Y files and YAML · S structure, types, formulas · X extending and patching · D deck and deal ·
B bidding · T trump and play · P scoring and the end · G the whole game · L style and lines without effect.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Code:
    """A code, its name for programs, and its meaning in one line."""

    code: str
    name: str
    meaning: str


def name_of(code: str) -> str:
    """The name of a code; an unknown one is called like itself."""
    known = CODES.get(code)
    return known.name if known else code.lower()


_ALL: Final = (
    # files and YAML
    Code("Y101", "empty-file", "The file holds no settings."),
    Code("Y102", "not-utf8", "The file is not UTF-8 text."),
    Code(
        "Y103", "cannot-read-file", "The file is missing, a folder, not an ordinary file, or may not be read."
    ),
    Code("Y104", "not-text", "The file holds zero bytes or invisible control characters."),
    Code("Y105", "file-too-big", "The file is larger than a rule file may be."),
    Code("Y106", "too-deep", "Groups, lists or brackets stand too deep inside each other."),
    Code("Y107", "too-many-parts", "The file has more settings and values than a rule file may have."),
    Code("Y110", "tab-indentation", "A line is indented with a tab or another blank that is not a space."),
    Code("Y111", "duplicate-key", "A setting is written twice in one group."),
    Code("Y112", "second-document", "A line `---` begins a second document in one file."),
    Code("Y113", "unclosed-quote", "A quote is opened and never closed, or closed and never opened."),
    Code(
        "Y114",
        "unclosed-bracket",
        "A bracket is opened and not closed, closed and not opened, or not closed before a comma.",
    ),
    Code("Y115", "no-space-after-colon", "A colon has no space after it, so the line is one word."),
    Code(
        "Y116", "no-value", "A setting or an item of a list has no value, perhaps because a comma cut it off."
    ),
    Code("Y117", "not-yaml", "A line breaks the rules of YAML in another way."),
    Code("Y118", "no-space-after-dash", "An item of a list does not begin with a dash and a space."),
    Code(
        "Y119",
        "no-space-before-comment",
        "A `#` has no space before it, so the comment is part of the value.",
    ),
    Code("Y120", "odd-number", "A number is spelled so that YAML readers disagree about it."),
    Code("Y121", "odd-answer", "A plain word that YAML readers may take as true, false or nothing."),
    Code("Y122", "odd-blank", "A blank between two words is not a space, though it looks like one."),
    Code("Y123", "typographic-quotes", "A text is in typographic quotes, which are letters to YAML."),
    Code("Y130", "anchor-or-alias", "Anchors, aliases and merge keys are not used in rule files."),
    Code("Y133", "tag", "Tags are not used in rule files."),
    Code("Y134", "directive", "A `%` line that would change how YAML is read."),
    # structure, types, formulas
    Code("S200", "not-a-group", "The top of a rule file is not a group of settings."),
    Code("S201", "unknown-key", "A setting that the language does not know at this place."),
    Code("S203", "not-a-choice", "A value that is not among the choices of its setting."),
    Code("S204", "wrong-shape", "A group, a list or a single value where another of them is expected."),
    Code("S205", "unknown-word", "A word that is no suit, rank, seat or card."),
    Code("S206", "missing-setting", "A setting that is needed and not written."),
    Code("S207", "old-name", "A setting under a name that a newer version of the language changed."),
    Code("S208", "newer-language", "The file is written in a version of the language that is not known yet."),
    Code("S209", "bad-name", "A name that cannot be used as one."),
    Code("S210", "not-yes-or-no", "A setting that is answered by `yes` or `no` has another value."),
    Code("S211", "not-a-number", "A whole number or another plain value is expected."),
    Code("S212", "number-out-of-range", "A number outside the range of its setting."),
    Code("S220", "partners-do-not-fit", "The partnerships do not take in every seat exactly once."),
    Code("S221", "seat-twice", "A seat is named twice."),
    Code("S222", "name-twice", "One name stands for two things."),
    Code("S223", "reserved-word", "A name holds a word of the language, so that no formula could use it."),
    Code("S224", "unknown-parameter", "A parameter is set that the ruleset does not have."),
    Code("S230", "unknown-name", "A formula uses a name that nothing declares."),
    Code("S231", "formula-syntax", "A formula that cannot be read."),
    Code("S232", "formula-too-long", "A formula that is too long or nested too deep."),
    Code("S233", "circular-term", "A term that needs itself."),
    Code("S234", "kinds-differ", "A name stands for different kinds of value in different places."),
    Code("S235", "argument-not-taken", "A name is asked of somebody, and it takes nobody."),
    Code("S236", "wrong-kind", "A word joins values of a kind that it cannot join."),
    Code("S238", "double-equals", "`==` is written `=` in rule files."),
    Code("S239", "whose", "A value that belongs to somebody is read without saying whose."),
    Code("S240", "too-much-work", "A formula that takes too long to work out."),
    Code("S241", "division-by-formula", "A division by something that is not a written number."),
    Code("S242", "empty-range", "A range that holds no number."),
    Code("S243", "not-settled-before-play", "A value that must be known before play depends on play."),
    Code("S244", "numbers-too-large", "A formula whose numbers can grow too large."),
    # extending and patching
    Code("X301", "circular-extends", "Files extend each other in a circle."),
    Code("X302", "base-not-found", "A ruleset that is extended cannot be found."),
    Code("X303", "base-outside", "A ruleset that is extended lies outside the project and the shelf."),
    Code("X304", "hits-nothing", "A patch changes or removes something that its base does not have."),
    Code("X305", "too-many-generations", "Files extend each other through too many steps."),
    Code("X306", "written-and-removed", "One patch writes in what another removes or replaces as a whole."),
    Code("X307", "not-a-patch", "What stands after a `+` is not a patch for what stands before it."),
    Code("X310", "conflict", "Two files that do not extend each other set one thing to different values."),
    Code("X311", "overrides-the-base", "A patch overrides a value that the game had changed on purpose."),
    Code("X312", "adds-to-no-list", "`also` adds to something that is not a list."),
    Code("X313", "broken-promise", "A composition breaks what one of its files promises."),
    Code("X320", "order-unclear", "Two patches leave open where their parts stand."),
    # deck and deal
    Code("D401", "impossible-deal", "The deal needs more cards than the deck has."),
    Code("D402", "card-twice", "A suit, rank or card is listed twice."),
    Code("D403", "cards-left-over", "Cards are left over after the deal, and nothing says where they go."),
    Code("D404", "deck-too-large", "The deck has more cards than a deck may have."),
    Code("D405", "uneven-deal", "A deal of all cards does not come out even."),
    Code("D406", "two-hand-sizes", "A deal says two different numbers of cards for a hand."),
    Code("D407", "uneven-hands", "Somebody takes cards and does not put as many away."),
    Code("D408", "nobody-dealt", "A deal in which no seat gets a card."),
    Code("D409", "nothing-dealt", "Cards are played before any are dealt."),
    # bidding
    Code("B501", "bid-out-of-reach", "A bid that nobody can make."),
    Code("B504", "no-legal-bid", "An auction in which there is no legal bid."),
    Code("B505", "forced-bid-out-of-reach", "A bid is forced that is above every call."),
    Code("B506", "forced-bidder-missing", "A bidder is forced who cannot exist."),
    Code("B507", "forced-bidder-may-be-missing", "A bidder is forced who does not exist in some deals."),
    Code("B508", "too-many-calls", "A call stands for more calls than the limit."),
    Code("B509", "calls-said-alike", "Two calls are said in the same words."),
    Code("B511", "bid-cannot-fail", "A bid that is made whatever happens."),
    Code("B510", "unfit-for-duels", "An auction by duels says something that only other auctions can do."),
    # trump and play
    Code("T602", "named-card-missing", "A card that the rules name is not in the deck."),
    Code(
        "T603", "card-without-place", "A card stands nowhere in the ranking of a contract that can be chosen."
    ),
    Code("T604", "reads-a-secret", "A seat is asked by something that it does not know."),
    Code(
        "T605",
        "tells-a-secret",
        "Who holds a card, or belongs to a side, is told to those who do not know it.",
    ),
    Code("T606", "rank-by-play", "The rank or value of a card depends on more than the trump."),
    Code("T607", "no-trick", "No trick is ever played."),
    # scoring and the end
    Code("P701", "scored-twice", "One result is paid by two scoring lines that look like alternatives."),
    Code("P703", "tie-not-settled", "Several teams can win in one deal, and nothing says who does."),
    Code("P704", "unknown-scoring-line", "A scoring line counts instead of a line that does not exist."),
    Code("P705", "instead-of-itself", "A scoring line counts instead of itself."),
    Code("P706", "result-not-scored", "A result of a contract that no scoring line takes in."),
    Code("P707", "loss-that-pays", "A scoring line that loses a number below 0, which is a gain."),
    Code("P708", "pays-the-wrong-way", "A contract that costs when it is made, or pays when it fails."),
    Code("P709", "higher-bid-earns-less", "A higher bid that is made earns less than a lower one."),
    Code("P710", "instead-of-each-other", "Two scoring lines that count instead of each other."),
    Code("P711", "end-out-of-reach", "One of the ways to end a game that can never come about."),
    Code("P712", "over-at-once", "An end of the game that holds from the start."),
    Code("P713", "unread-counter", "A counter that nothing reads."),
    Code("P714", "unchanged-counter", "A counter that is read and that no line changes."),
    # the whole game
    Code("G801", "no-legal-card", "A deal in which a player has no legal action."),
    Code("G802", "endless-deal", "A deal that does not end, or is thrown in again and again."),
    Code("G803", "endless-game", "A game that never ends."),
    # G804 was a formula that has no value in some deal, which no file can have: the number is not given again
    Code("G805", "case-fails", "A case comes out otherwise than it says."),
    # style and lines without effect
    Code("L901", "no-effect", "A line that changes nothing."),
    Code("L902", "unread-name", "A parameter, term or card name that nothing reads."),
    Code("L903", "unread-field", "A call or option sets something that nothing reads."),
    Code("L904", "already-so", "A patch writes the value that the game has already."),
    Code("L905", "unused-ignore", "A finding is ignored that is not there."),
    Code(
        "L906", "bad-ignore", "A comment that should ignore a finding gives no reason, or may not ignore it."
    ),
)

CODES: Final[Mapping[str, Code]] = {code.code: code for code in _ALL}
