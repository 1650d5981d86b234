"""What people say of a deal, read in the words of the rules: `south 4 hearts, 5 tricks`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.errors import CaseError
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.reading.suggest import choices_text, did_you_mean, quoted
from hasenpfeffer.seats import members
from hasenpfeffer.study.sheets.owners import Bare, Owners, Said, whole
from hasenpfeffer.study.sheets.phrases import SIDES, Meaning, Phrases
from hasenpfeffer.study.sheets.telling import DECLARER, Telling
from hasenpfeffer.study.sheets.words import NUMBER, parts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.study.sheets.needs import Need, Needs

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


class NotUnderstood(CaseError):
    """Something in a line means nothing in these rules."""


class LineReader:
    """Reads lines for one ruleset, in which players may be called by their own names."""

    def __init__(self, rules: CompiledRules, needs: Needs, names: Sequence[str] = ()) -> None:
        self.rules = rules
        self.needs = needs
        self.phrases = Phrases(rules, needs, names)

    def read(self, line: str) -> Telling:
        """What a line tells. Raises CaseError for what is not understood, or said twice."""
        return _Reading(self, line).telling()


class _Reading:
    """One line, word for word. Who is named in a part of it is meant by all that follows in that part."""

    def __init__(self, reader: LineReader, line: str) -> None:
        self.phrases = reader.phrases
        self.rules = reader.rules
        self.needs = reader.needs
        self._line = line
        self._said: list[Said] = []
        self._bare: list[Bare] = []
        self._call = -1
        self._others: list[int] = []
        self._lone: list[tuple[str, int]] = []
        """Who was named, and which seats these are, where somebody is said to have gone alone."""
        self._is_passed = self._is_thrown_in = self._is_forced = self._has_partner = False
        self._who = ""
        self._seats = 0
        self._caller = 0

    def telling(self) -> Telling:
        for part in parts_of(self._line, self.phrases.words):
            self._part(part)
        return self._settle()

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
        if NUMBER.fullmatch(words[at]):
            return self._number(words, at), False
        for length, meaning in self.phrases.find(words, at):
            taken = self._take(meaning, words, at + length)
            if taken is not None:
                return length + taken, meaning.kind == "who"
        if words[at] in _FILLERS:
            return 1, False
        word = words[at]
        if any(meaning.kind == "need" for _, meaning in self.phrases.find(words, at)):
            raise NotUnderstood(f"{word}: what is it? Say it right after, as in `{word} 3`")
        if word in ("yes", "no"):
            raise NotUnderstood(f"`{word}` to what? Say the name of it first")
        hint = did_you_mean(word, self.phrases.said) or " To see what can be said: ?"
        raise NotUnderstood(f"{quoted(word)} is not understood.{hint}")

    def _take(self, meaning: Meaning, words: list[str], at: int) -> int | None:
        """Notes what a phrase means; how many words after it belong to it, or None where it cannot be meant."""
        match meaning.kind:
            case "who":
                self._who, self._seats = meaning.name, meaning.number if meaning.number > 0 else 0
            case "call":
                return 0 if self._called(meaning.number) else None
            case "value":
                self._note(self._need(meaning.name), "", meaning.value)
            case "need":
                return self._named(self._need(meaning.name), words, at)
            case "alone":
                self._lone.append((self._who, self._seats))
            case "forced":
                self._is_forced = True
            case "pass":
                self._is_passed = True
                self._caller = self._caller or self._seats
            case "thrown in":
                self._is_thrown_in = True
            case "with partner":
                self._has_partner = True
        return 0

    def _number(self, words: list[str], at: int) -> int:
        """A number: of what follows it, a call that begins with it, or of what is still open."""
        for length, meaning in self.phrases.find(words, at + 1):
            if meaning.kind == "need" and self._need(meaning.name).kind is Kind.NUMBER:
                self._note(self._need(meaning.name), self._who, words[at])
                return 1 + length
        for length, meaning in self.phrases.find(words, at):
            if meaning.kind != "call":
                continue
            if self._seats.bit_count() > 1 and length == 1 and self._call < 0:
                self._bare.append(Bare(self._who, words[at], might_call=True))
                return 1
            if self._called(meaning.number):
                return length
        if self._is_no_call(words[at]):
            texts = [call.text for call in self.rules.calls]
            there_is = (
                f"there are {choices_text(texts, '')}" if len(texts) > 1 else f"there is only {texts[0]}"
            )
            raise CaseError(f"there is no call {words[at]} in these rules; {there_is}")
        self._bare.append(Bare(self._who, words[at]))
        return 1

    def _is_no_call(self, number: str) -> bool:
        """Whether a number stands where a call is meant, and there is none like it."""
        if not self.needs.call or self._call >= 0 or self._seats.bit_count() != 1:
            return False
        return any(NUMBER.match(call.text) for call in self.rules.calls)

    def _called(self, index: int) -> bool:
        """Notes a call: the standing one, or one over it. False where there is one already."""
        call = self.rules.calls[index]
        if call.height is None:
            self._others.append(index)
            return True
        if self._call >= 0:
            if NUMBER.fullmatch(call.text):
                return False
            if call.text == _ALONE:  # said of whoever called something else, or once more
                return self._call == index and self._seats in (0, self._caller)
            raise CaseError(f"two calls are named, {self.rules.calls[self._call].text} and {call.text}")
        self._call = index
        if self._seats.bit_count() > 1:
            raise CaseError(f"{self._who} cannot call together: say which of them did")
        self._caller = self._seats or self._caller
        return True

    def _named(self, need: Need, words: list[str], at: int) -> int | None:
        """What follows the name of something: its value, or nothing where its name says it all."""
        following = words[at] if at < len(words) else ""
        if need.kind is Kind.NUMBER:
            if not NUMBER.fullmatch(following):
                return None
            self._note(need, self._who, following)
            again = (n for n, one in self.phrases.find(words, at + 1) if one == Meaning("need", need.name))
            return 1 + next(again, 0)
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
        self._said.append(Said(need, who, value))

    # --- what all of it comes to

    def _settle(self) -> Telling:
        """The whole line as what it tells."""
        if self._is_passed or self._is_thrown_in:
            self._check_nobody_called()
        declarer = self._caller.bit_length() - 1
        self._check_joint_call()
        lone = tuple(dict.fromkeys(self._lone_seat(name, seats) for name, seats in self._lone))
        if self._has_partner and declarer in lone:
            raise CaseError("`alone` and `with partner` are both said: which of them?")
        owners = Owners(
            self.rules, declarer, has_calls=self.needs.call and not (self._is_passed or self._is_thrown_in)
        )
        return Telling(
            is_thrown_in=self._is_thrown_in,
            is_passed=self._is_passed,
            declarer=declarer,
            call=self._call,
            others=tuple(self._others),
            lone=lone,
            is_forced=self._is_forced,
            values=owners.values(whole(self.needs, self._said, self._bare)),
        )

    def _check_nobody_called(self) -> None:
        """CaseError where somebody is said to have done something in a deal without calls."""
        calls = [*([self._call] if self._call >= 0 else []), *self._others]
        found = [self.rules.calls[call].text for call in calls]
        found += [self.rules.seating.names[seat] for seat in members(self._caller)]
        found += ["alone"] * bool(self._lone) + ["forced"] * self._is_forced
        if found:
            word, meaning = "pass", "that nobody called"
            if self._is_thrown_in:
                word, meaning = "thrown in", "that nobody played"
            raise CaseError(f"{quoted(found[0])} and `{word}` do not go together: `{word}` means {meaning}")

    def _check_joint_call(self) -> None:
        """CaseError where the only number that can be the call is said of several players together."""
        joint = next((one for one in self._bare if one.might_call), None)
        if joint is None or self._caller:
            return
        if self._call >= 0 or sum(one.who in ("", joint.who) for one in self._bare) > 1:
            raise CaseError(f"{joint.who} cannot call together: say which of them did")

    def _lone_seat(self, name: str, seats: int) -> int:
        """The seat that went alone, where one was named or the declarer is meant."""
        if self._caller and (not name or name == SIDES[0] or seats & self._caller):
            seats = self._caller
        if seats.bit_count() == 1:
            return seats.bit_length() - 1
        if not name and not self._caller and self.needs.call:
            return DECLARER
        raise CaseError(f"who went alone? Say it, as in `{self.rules.seating.names[0]} alone`")
