"""What people say of a deal, read in the words of the rules: `south 4 hearts, 5 tricks`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from hasenpfeffer.cards import fold
from hasenpfeffer.errors import CaseError
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.reading.suggest import choices_text, did_you_mean, quoted
from hasenpfeffer.seats import members
from hasenpfeffer.study.sheets.phrases import SIDES, Phrases
from hasenpfeffer.study.sheets.telling import Telling

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.study.sheets.needs import Need, Needs
    from hasenpfeffer.study.sheets.phrases import Meaning

_PARTS: Final = re.compile(r"[,;]|(?<!\S)and(?!\S)")
_APART: Final = re.compile(r"([♣♦♥♠])")
_SIGNS: Final = re.compile(r"[:=()]")
_MINUS: Final = re.compile(r"(?<!\S)[-−](?=\d)")
_NUMBER: Final = re.compile(r"-?\d+(?:/\d+)?")
_ALONE: Final = "alone"
_FILLERS: Final = frozenset(
    {
        *(
            "bid",
            "bids",
            "called",
            "calls",
            "plays",
            "played",
            "took",
            "takes",
            "made",
            "makes",
            "won",
            "wins",
        ),
        *("got", "gets", "has", "had", "with", "in", "is", "as", "the", "a", "of", "for"),
    }
)
"""Words that people say between the others; where the rules use one, it means that."""


class _Said(NamedTuple):
    """One value before it is known whose it is."""

    need: Need
    who: str
    value: str


class LineReader:
    """Reads lines for one ruleset, in which players may be called by their own names."""

    def __init__(self, rules: CompiledRules, needs: Needs, people: Sequence[str] = ()) -> None:
        self.rules = rules
        self.needs = needs
        self.phrases = Phrases(rules, needs, people)

    def read(self, line: str) -> Telling:
        """What a line tells. Raises CaseError for what is not understood, or said twice."""
        return _Reading(self, line).telling()


class _Reading:
    """One line, word for word. Who is named in a part of it is meant by all that follows in that part."""

    def __init__(self, reader: LineReader, line: str) -> None:
        self.phrases = reader.phrases
        self.rules = reader.rules
        self.needs = reader.needs
        self.told = Telling()
        self._line = line
        self._said: list[_Said] = []
        self._bare: list[tuple[str, str]] = []
        """Numbers of which nothing is said but whose they are."""
        self._who = ""
        self._seats = 0
        self._caller = 0

    def telling(self) -> Telling:
        text = _SIGNS.sub(" ", _APART.sub(r" \1 ", _MINUS.sub("minus ", self._line)))
        for part in _PARTS.split(text):
            self._part(_words(part))
        self._settle_bare()
        for said in self._said:
            self._keep(said)
        self._settle_declarer()
        return self.told

    # --- word for word

    def _part(self, words: list[str]) -> None:
        self._who, self._seats, named_last = "", 0, False
        at = 0
        while at < len(words):
            length, is_name = self._step(words, at)
            at += length
            named_last = is_name
        if named_last and self._seats.bit_count() == 1 and not self._caller:
            self._caller = self._seats

    def _step(self, words: list[str], at: int) -> tuple[int, bool]:
        """Takes in what stands at a word; how many words that was, and whether it was a name."""
        if _NUMBER.fullmatch(words[at]):
            return self._number(words, at), False
        for length, meaning in self.phrases.find(words, at):
            taken = self._take(meaning, words, at + length)
            if taken is not None:
                return length + taken, meaning.kind == "who"
        if words[at] in _FILLERS:
            return 1, False
        if any(meaning.kind == "need" for _, meaning in self.phrases.find(words, at)):
            raise CaseError(f"{words[at]}: what is it? Say it right after, as in `{words[at]} 3`")
        word = words[at]
        if word in ("yes", "no"):
            raise CaseError(f"`{word}` to what? Say the name of it first")
        hint = did_you_mean(word, self.phrases.said) or " To see what can be said: ?"
        raise CaseError(f"{quoted(word)} is not understood.{hint}")

    def _take(self, meaning: Meaning, words: list[str], at: int) -> int | None:
        """Notes what a phrase means; how many words after it belong to it, or None where it cannot be meant."""
        told = self.told
        match meaning.kind:
            case "who":
                self._who, self._seats = meaning.name, meaning.number if meaning.number > 0 else 0
            case "call":
                return 0 if self._call(meaning.number) else None
            case "value":
                self._note(self._need(meaning.name), "", meaning.value)
            case "need":
                return self._named(self._need(meaning.name), words, at)
            case "alone":
                told.is_alone = True
                told.lone += members(self._seats) if self._seats.bit_count() == 1 else ()
            case "forced":
                told.is_forced = True
            case "pass":
                told.is_passed = True
            case "thrown in":
                told.is_thrown_in = True
            case "with partner":
                pass
        return 0

    def _number(self, words: list[str], at: int) -> int:
        """A number: of what follows it, a call that begins with it, or of what is still open."""
        for length, meaning in self.phrases.find(words, at + 1):
            if meaning.kind == "need" and self._need(meaning.name).kind is Kind.NUMBER:
                self._note(self._need(meaning.name), self._who, words[at])
                return 1 + length
        for length, meaning in self.phrases.find(words, at):
            if meaning.kind == "call" and self._call(meaning.number):
                return length
        if self._is_no_call(words[at]):
            texts = [call.text for call in self.rules.calls]
            raise CaseError(
                f"there is no call {words[at]} in these rules; there is {choices_text(texts, words[at])}"
            )
        self._bare.append((self._who, words[at]))
        return 1

    def _is_no_call(self, number: str) -> bool:
        """Whether a number stands where a call is meant, and there is none like it."""
        if not self.needs.call or self.told.call >= 0 or not self._seats:
            return False
        return any(_NUMBER.match(call.text) for call in self.rules.calls)

    def _call(self, index: int) -> bool:
        """Notes a call: the standing one, or one over it. False where there is one already."""
        call, told = self.rules.calls[index], self.told
        if call.height is None:
            told.others.append(index)
            return True
        if told.call >= 0:
            if _NUMBER.fullmatch(call.text):
                return False
            if call.text == _ALONE:  # said of whoever called something else, or once more
                return told.call == index
            raise CaseError(f"two calls are named, {self.rules.calls[told.call].text} and {call.text}")
        told.call = index
        if self._seats.bit_count() > 1:
            raise CaseError(f"{self._who} cannot call together: say which of them did")
        self._caller = self._seats or self._caller
        return True

    def _named(self, need: Need, words: list[str], at: int) -> int | None:
        """What follows the name of something: its value, or nothing where its name says it all."""
        following = words[at] if at < len(words) else ""
        if need.kind is Kind.NUMBER:
            if not _NUMBER.fullmatch(following):
                return None
            self._note(need, self._who, following)
            return 1
        if need.kind is Kind.YESNO:
            answer = following if following in ("yes", "no") else "yes"
            self._note(need, self._who, answer)
            return 1 if following == answer else 0
        if need.kind is Kind.SEATS:
            return self._named_seats(need, words, at)
        for length, meaning in self.phrases.find(words, at):
            if meaning.kind == "value" and meaning.name == need.name:
                self._note(need, "", meaning.value)
                return length
        if need.kind is Kind.CARDS and following:
            self._note(need, "", " ".join(words[at:]))
            return len(words) - at
        return None

    def _named_seats(self, need: Need, words: list[str], at: int) -> int | None:
        """The names that follow, one after the other, or nobody."""
        if words[at : at + 1] == ["nobody"]:
            self._note(need, "", "nobody")
            return 1
        names: list[str] = []
        end = at
        while end < len(words):
            seats = (
                (n, one) for n, one in self.phrases.find(words, end) if one.kind == "who" and one.number > 0
            )
            length, meaning = next(seats, (0, None))
            if meaning is None:
                break
            names.append(
                meaning.name.replace("-", " ")
                if meaning.name not in self.rules.seating.names
                else meaning.name
            )
            end += length
        if names:
            self._note(need, "", " ".join(names))
        return end - at if names else None

    def _need(self, name: str) -> Need:
        need = self.needs.named(name)
        assert need is not None
        return need

    def _note(self, need: Need, who: str, value: str) -> None:
        self._said.append(_Said(need, who, value))

    # --- whose it is

    def _settle_declarer(self) -> None:
        if self._caller and not self.told.is_passed:
            self.told.declarer = self._caller.bit_length() - 1

    def _settle_bare(self) -> None:
        """Gives each bare number to the first thing of that seat or side that is still open."""
        self._settle_declarer()
        open_needs = [need for need in self.needs.asked if need.kind is Kind.NUMBER]
        for who, value in self._bare:
            taken = {said.need.name for said in self._said if said.who == who or not said.need.whose}
            need = next((need for need in open_needs if need.name not in taken), None)
            if need is None:
                raise CaseError(f"what is the {value}? Say what it is the number of")
            self._note(need, who, value)

    def _keep(self, said: _Said) -> None:
        need = said.need
        who = self._owner(need, said.who)
        values = self.told.values.setdefault(need.name, {})
        before = values.get(who)
        if before is not None and before != said.value:
            whose = f" of {who}" if who else ""
            raise CaseError(f"{need.name}{whose} is said twice: {before} and {said.value}")
        values[who] = said.value

    def _owner(self, need: Need, who: str) -> str:
        """The name under which a value is kept: the side, the account or the seat."""
        if not need.whose:
            return ""
        declarer = self.told.declarer
        if not who and self.needs.call and not self.told.is_passed and need.whose != "seat":
            return "declarers"
        if not who:
            raise CaseError(f"whose {need.name}? Say it, as in `{self._example(need)}`")
        seating = self.rules.seating
        if who in SIDES or need.whose == "seat":
            return who
        teams = {name: seating.teams[index] for index, name in enumerate(seating.team_names)}
        seat = seating.names.index(who) if who in seating.names else -1
        team = teams.get(who, seating.teams[seating.team_of[seat]] if seat >= 0 else 0)
        if need.whose == "side" and declarer >= 0 and self.rules.declarers is None:
            if team == seating.teams[seating.team_of[declarer]]:
                return "declarers"
            if len(seating.teams) == 2:
                return "defenders"
        return seating.team_names[seating.teams.index(team)]

    def _example(self, need: Need) -> str:
        names = self.rules.seating.names if need.whose == "seat" else self.rules.seating.team_names
        return f"{names[0]} yes" if need.kind is Kind.YESNO else f"{names[0]} 3 {need.name}"


def _words(part: str) -> list[str]:
    """The words of a part of a line; a number below nothing is one word."""
    words: list[str] = []
    for word in fold(part).split():
        if words and words[-1] == "minus" and _NUMBER.fullmatch(word):
            words[-1] = f"-{word}"
        else:
            words.append(word)
    return words
