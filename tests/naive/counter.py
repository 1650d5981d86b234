"""Hasenpfeffer once more, in plain lists and texts, to check the interpreter's counts and scores.

Nothing here is shared with the package: the rules are written out by hand, house rules are names in a list.
A card is its short form (`9H`, `10S`, `Jo`), a seat its name, an action the text that a player would type.

    >>> deal = {"north": ["AH"], "east": ["AS"], "south": ["AC"], "west": ["AD"], "widow": ["Jo"]}
    >>> legal(deal, "south", ["highest-bid=1"], [])
    ['pass', '1']
    >>> [perft(deal, "south", ["highest-bid=1"], depth) for depth in range(4)]
    [1, 2, 6, 14]

House rules go by the names of their patches: alone-as-bid, alone-discard, alone-double, alone-exchange,
bidder-leads, big-pepper, bump, dealer-may-equal, dealer-must-bid, defenders-get-bid, defenders-score, discard-first,
exact-bid, forced-half, hoyle, joker-forced-when-void, joker-may-not-be-discarded, joker-must-bid, no-alone,
no-bowers, no-defence-alone, no-trump, one-round, partners-side-by-side, re-entry, score-bid-only, set-by-bid,
set-by-six, suit-in-bid, trump-first, widow-unused, worthless-joker; pepper, pepper-night and
double-hasenpfeffer are whole games. With a number after `=`: lowest-bid, highest-bid, forced-bid, exchanged.

Small packs: deal fewer cards each and lower `highest-bid` to the number of tricks.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Deal = dict[str, "list[str] | str"]  # cards by seat, and the widow; a text has spaces between them
    Call = dict[str, Any]
    Trick = list[tuple[str, str]]  # (seat, card) in the order of play
    Points = int | Fraction
    Result = tuple[Points, Points] | str  # points of north's side and of the other, or "thrown in"

SEATS = ["north", "east", "south", "west"]
SUITS = ["clubs", "diamonds", "hearts", "spades"]
LETTERS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANKS = ["9", "10", "J", "Q", "K", "A"]
SISTER = {"clubs": "spades", "spades": "clubs", "diamonds": "hearts", "hearts": "diamonds"}

BUNDLES = {
    "hoyle": ["joker-must-bid", "one-round", "set-by-bid", "defenders-score"],
    "pepper": [
        "big-pepper",
        "re-entry",
        "bidder-leads",
        "set-by-six",
        "defenders-score",
        "widow-unused",
        "no-alone",
        "no-trump",
        "no-low",
    ],
    "pepper-night": [
        "big-pepper",
        "set-by-bid",
        "defenders-score",
        "dealer-must-bid",
        "forced-half",
        "alone-double",
    ],
    "double-hasenpfeffer": [
        "one-round",
        "dealer-must-bid",
        "forced-half",
        "set-by-bid",
        "alone-double",
        "alone-discard",
        "no-defence-alone",
        "no-bowers",
        "widow-unused",
        "lowest-bid=3",
        "highest-bid=12",
    ],
    "worthless-joker": ["no-trump", "joker-loses"],
    "joker-forced-when-void": ["no-trump", "joker-forced"],
}


EXCHANGE = ("partner gives", "declarer gives", "declarer puts away")


# ---------------------------------------------------------------- what callers use


def perft(deal: Deal, dealer: str, options: list[str], depth: int) -> int:
    """How many different sequences of `depth` actions can begin this deal."""
    return count_lines(start(deal, dealer, options), depth)


def count_lines(position: Position, depth: int) -> int:
    """How many different sequences of `depth` actions go on from a position; a deal that is over has none."""
    if depth == 0:
        return 1
    actions = position.actions()
    if depth == 1:
        return len(actions)
    return sum(count_lines(position.after(action), depth - 1) for action in actions)


def scores_histogram(deal: Deal, dealer: str, options: list[str]) -> Counter[Result]:
    """How often each result comes out if every line of the deal is played to its end.

    A result is (points of north's side, points of the other), or "thrown in".
    """
    return Counter(results(start(deal, dealer, options)))


def results(position: Position) -> Iterator[Result]:
    """The result of every line that goes on from a position."""
    if position.step == "over":
        yield position.result()
        return
    for action in position.actions():
        yield from results(position.after(action))


def legal(deal: Deal, dealer: str, options: list[str], actions: list[str]) -> list[str]:
    """What the seat in turn may do after some actions."""
    return play(deal, dealer, options, actions).actions()


def play(deal: Deal, dealer: str, options: list[str], actions: list[str]) -> Position:
    """The position after some actions. An action that is not legal raises ValueError."""
    position = start(deal, dealer, options)
    for action in actions:
        if action not in position.actions():
            raise ValueError(f"{position.turn} cannot {action!r}, only {position.actions()}")
        position = position.after(action)
    return position


def start(deal: Deal, dealer: str, options: list[str]) -> Position:
    """The position before the first call."""
    names, numbers = house_rules(options)
    return Position(deal, dealer, names, numbers)


# ---------------------------------------------------------------- house rules


def house_rules(options: list[str]) -> tuple[list[str], dict[str, int]]:
    """The names of the house rules in force, bundles opened, and the numbers set."""
    names = []
    numbers = {"lowest-bid": 1, "highest-bid": 6, "forced-bid": 3, "exchanged": 2}
    for option in options:
        for part in BUNDLES.get(option, [option]):
            if "=" in part:
                name, number = part.split("=")
                numbers[name] = int(number)
            else:
                names.append(part)
    return names, numbers


def ladder(names: list[str], numbers: dict[str, int]) -> list[Call]:
    """All calls from low to high. Calls of one height have one `height`."""
    top = numbers["highest-bid"]
    calls: list[Call] = []
    for number in range(1, top + 1):
        if number == top and "big-pepper" in names:
            break
        if "suit-in-bid" in names:
            for suit in SUITS:
                calls.append({"text": f"{number} {suit}", "bid": number, "trump": suit})
        else:
            calls.append({"text": str(number), "bid": number})
    if "big-pepper" in names:
        calls.append({"text": "little pepper", "bid": top})
        calls.append({"text": "big pepper", "bid": top, "stakes": 2})
    if "alone-as-bid" in names:
        calls.append({"text": "alone", "bid": top, "alone": True, "lone stakes": 2})
    height = 0
    before: Call = {}
    for call in calls:
        same_number = call["bid"] == before.get("bid") and "trump" in call and "trump" in before
        height += not same_number  # suits have no rank among themselves
        call["height"] = height
        before = call
    return [call for call in calls if call["bid"] >= numbers["lowest-bid"]]


def steps_after_the_auction(names: list[str]) -> list[str]:
    """The order of what follows once somebody has won the auction."""
    steps = ["pick up", "trump", "alone", "defend alone", "discard", "tricks"]
    if "widow-unused" in names:
        steps.remove("pick up")
        steps.remove("discard")
    if "trump-first" in names and "pick up" in steps:
        steps = ["trump", "pick up", "alone", "defend alone", "discard", "tricks"]
    if "discard-first" in names and "discard" in steps:
        steps.remove("discard")
        steps.insert(steps.index("trump"), "discard")
    if "no-alone" in names:
        steps.remove("alone")
        steps.remove("defend alone")
    if "no-defence-alone" in names and "defend alone" in steps:
        steps.remove("defend alone")
    if "alone-as-bid" in names and "alone" in steps:
        steps.remove("alone")
    if "alone-exchange" in names:
        place = steps.index("tricks")
        steps[place:place] = ["partner gives", "declarer gives"]
    if "alone-discard" in names:
        place = steps.index("tricks")
        steps[place:place] = ["declarer puts away", "partner gives"]
    return steps


def partner_of(seat: str, names: list[str]) -> str:
    """Across the table, or the neighbour where partners sit side by side."""
    if "partners-side-by-side" in names:
        return {"north": "east", "east": "north", "south": "west", "west": "south"}[seat]
    return SEATS[(SEATS.index(seat) + 2) % 4]


def left_of(seat: str) -> str:
    """The next seat clockwise."""
    return SEATS[(SEATS.index(seat) + 1) % 4]


def from_left_of(seat: str) -> list[str]:
    """All four seats, the one at the left of `seat` first."""
    place = SEATS.index(seat) + 1
    return [SEATS[(place + step) % 4] for step in range(4)]


# ---------------------------------------------------------------- cards


def cards(listed: list[str] | str) -> list[str]:
    """Cards given as a list or as one text."""
    return listed.split() if isinstance(listed, str) else list(listed)


def pack_order(card: str) -> int:
    """Where a card stands in a new pack."""
    if card == "Jo":
        return 100
    return SUITS.index(LETTERS[card[-1]]) * 10 + RANKS.index(card[:-1])


def suit_of(card: str, trump: str | None, names: list[str]) -> str:
    """The suit that a card belongs to in this deal; a joker without trumps is a suit of its own."""
    if card == "Jo":
        return trump if trump in SUITS else "joker"
    printed = LETTERS[card[-1]]
    if card[:-1] == "J" and trump in SUITS and printed == SISTER[trump] and "no-bowers" not in names:
        return trump
    return printed


def strength(card: str, led: str | None, trump: str | None, names: list[str]) -> int:
    """The higher number takes the trick; 0 never does."""
    if card == "Jo":
        return 0 if "joker-loses" in names and trump not in SUITS else 1000
    suit = suit_of(card, trump, names)
    if suit == trump:
        if card[:-1] == "J" and "no-bowers" not in names:
            return 900 if LETTERS[card[-1]] == trump else 800
        return 500 + high_ace(card)
    if suit != led:
        return 0
    return 20 - high_ace(card) if trump == "low" else high_ace(card)


def high_ace(card: str) -> int:
    """9 is 1 and the ace is 6."""
    return RANKS.index(card[:-1]) + 1


def winner_of(trick: Trick, trump: str | None, names: list[str]) -> str:
    """Who takes a trick, a list of (seat, card) in the order of play."""
    led = suit_led(trick, trump, names)
    return max(trick, key=lambda laid: strength(laid[1], led, trump, names))[0]  # the first of equals


def suit_led(trick: Trick, trump: str | None, names: list[str]) -> str | None:
    """The suit to follow; a worthless joker leads none, so the next card does."""
    if trick[0][1] == "Jo" and "joker-loses" in names and trump not in SUITS:
        trick = trick[1:]
    return suit_of(trick[0][1], trump, names) if trick else None


def playable(hand: list[str], trick: Trick, trump: str | None, names: list[str]) -> list[str]:
    """The cards of a hand that may be laid next, equal ones once."""
    different = list(dict.fromkeys(hand))
    led = suit_led(trick, trump, names) if trick else None
    if led is None:
        return different
    following = [card for card in different if suit_of(card, trump, names) == led]
    if not following and "joker-forced" in names and trump not in SUITS and "Jo" in different:
        return ["Jo"]
    return following or different


# ---------------------------------------------------------------- a deal in progress


class Position:
    """A deal in progress. `after` gives a new one; nothing else changes it."""

    def __init__(self, deal: Deal, dealer: str, names: list[str], numbers: dict[str, int]) -> None:
        self.names = names
        self.numbers = numbers
        self.dealer = dealer
        self.hands = {seat: sorted(cards(deal[seat]), key=pack_order) for seat in SEATS}
        self.widow = cards(deal.get("widow", []))
        self.calls = ladder(names, numbers)
        self.steps_left = steps_after_the_auction(names)
        self.step = "auction"
        self.turn = left_of(dealer)
        self.spoken: list[str] = []  # seats that had a turn
        self.out: list[str] = []  # seats whose pass was final
        self.passes_in_a_row = 0
        self.standing: Call = {}  # the call that stands
        self.declarer = ""
        self.forced = False
        self.trump: str | None = None
        self.lone: list[str] = []  # seats that go alone
        self.resting: list[str] = []  # their partners
        self.to_ask: list[str] = []  # defenders who have not yet said whether they go alone
        self.chosen: list[str] = []  # cards of an exchange so far
        self.trick: Trick = []
        self.tricks = dict.fromkeys(SEATS, 0)
        self.winners: list[str] = []
        self.thrown_in = False

    def copy(self) -> Position:
        """The same position again, so that the old one stays as it was."""
        new = Position.__new__(Position)
        new.__dict__.update(self.__dict__)
        new.hands = {seat: list(hand) for seat, hand in self.hands.items()}
        new.tricks = dict(self.tricks)
        for name in [
            "widow",
            "steps_left",
            "spoken",
            "out",
            "lone",
            "resting",
            "to_ask",
            "chosen",
            "trick",
            "winners",
        ]:
            setattr(new, name, list(getattr(self, name)))
        return new

    # what may be done

    def actions(self) -> list[str]:
        """Every action of the seat in turn, as texts; none when the deal is over."""
        if self.step == "over":
            return []
        if self.step == "auction":
            return ["pass"] + [call["text"] for call in self.open_calls(self.turn)]
        if self.step == "forced bid":
            return [call["text"] for call in self.forced_calls()]
        if self.step == "trump":
            return ["trump " + name for name in self.trump_choices()]
        if self.step in ("alone", "defend alone"):
            return ["alone", "with partner"]
        if self.step == "discard":
            return ["discard " + card for card in self.discards()]
        if self.step in EXCHANGE:
            return ["exchange " + card for card in self.gifts()]
        return playable(self.hands[self.turn], self.trick, self.trump, self.names)

    def open_calls(self, seat: str) -> list[Call]:
        """The calls that would beat the one that stands; the dealer may equal it in one house rule."""
        if not self.standing:
            return self.calls
        enough = self.standing["height"] + 1
        if "dealer-may-equal" in self.names and seat == self.dealer and seat != self.declarer:
            enough -= 1
        return [call for call in self.calls if call["height"] >= enough]

    def forced_calls(self) -> list[Call]:
        """The lowest calls that are at least the forced bid."""
        enough = [call for call in self.calls if call["bid"] >= self.forced_number()]
        return [call for call in enough if call["height"] == enough[0]["height"]]

    def forced_number(self) -> int:
        return 3 if "joker-must-bid" in self.names else self.numbers["forced-bid"]

    def trump_choices(self) -> list[str]:
        choices = list(SUITS)
        if "no-trump" in self.names:
            choices.append("no trump")
            if "no-low" not in self.names:
                choices.append("low")
        return choices

    def discards(self) -> list[str]:
        hand = self.hands[self.declarer]
        if "joker-may-not-be-discarded" in self.names:
            return [card for card in hand if card != "Jo"]
        return hand

    def gifts(self) -> list[str]:
        """One card at a time, in the order of the pack, and enough must be left for the rest."""
        hand = self.hands[self.turn]
        missing = self.numbers["exchanged"] - len(self.chosen)
        later = list(hand)
        if self.chosen:
            last = self.chosen[-1]
            later = hand[hand.index(last) + self.chosen.count(last) :]
        return list(dict.fromkeys(later[: len(later) - missing + 1]))

    # doing it

    def after(self, action: str) -> Position:
        """The position after an action, which must be one of `actions`."""
        new = self.copy()
        if self.step in ("auction", "forced bid"):
            new.say(action)
        elif self.step == "trump":
            new.trump = action.removeprefix("trump ")
            new.next_step()
        elif self.step in ("alone", "defend alone"):
            new.answer_alone(action)
        elif self.step == "discard":
            new.hands[new.declarer].remove(action.removeprefix("discard "))
            new.next_step()
        elif self.step in EXCHANGE:
            new.give(action.removeprefix("exchange "))
        else:
            new.lay(action)
        return new

    def say(self, action: str) -> None:
        """A pass or a call, and what it does to the auction."""
        if action == "pass":
            self.passes_in_a_row += 1
            if "re-entry" not in self.names:
                self.out.append(self.turn)
        else:
            self.passes_in_a_row = 0
            self.standing = next(call for call in self.calls if call["text"] == action)
            self.declarer = self.turn
        if self.step == "forced bid":
            self.auction_won()
            return
        self.spoken.append(self.turn)
        if self.auction_ends():
            if not self.standing:
                self.all_passed()
            else:
                self.auction_won()
            return
        self.turn = self.next_to_speak()

    def next_to_speak(self) -> str:
        """The next seat that is still in the auction."""
        seat = left_of(self.turn)
        while seat in self.out:
            seat = left_of(seat)
        return seat

    def auction_ends(self) -> bool:
        """Whether nobody will be asked any more."""
        if self.standing and not any(self.open_calls(seat) for seat in self.may_still_speak()):
            return True
        if len(set(self.spoken)) < 4:
            return False
        if "one-round" in self.names or not self.standing:
            return True
        if "re-entry" in self.names:
            return self.passes_in_a_row >= 3
        return len(self.out) >= 3

    def may_still_speak(self) -> list[str]:
        """Seats that could be asked again, but for whose own call stands."""
        seats = [seat for seat in SEATS if seat not in self.out and seat != self.declarer]
        if "one-round" in self.names:
            seats = [seat for seat in seats if seat not in self.spoken]
        return seats

    def all_passed(self) -> None:
        """Somebody is forced to bid, or the deal is thrown in."""
        seat = None
        if "joker-must-bid" in self.names:
            seat = next((seat for seat in SEATS if "Jo" in self.hands[seat]), None)
        elif "dealer-must-bid" in self.names:
            seat = self.dealer
        if seat is None:
            self.thrown_in = True
            self.step = "over"
            return
        self.forced = True
        self.turn = seat
        self.step = "forced bid"
        calls = self.forced_calls()
        if len(calls) == 1:
            self.say(calls[0]["text"])

    def auction_won(self) -> None:
        """The call that stands is the contract."""
        if self.standing.get("alone"):
            self.go_alone(self.declarer)
        if "trump" in self.standing:
            self.trump = self.standing["trump"]
        self.next_step()

    def next_step(self) -> None:
        """On to the next step in which somebody has something to decide."""
        self.step = self.steps_left.pop(0)
        self.turn = self.declarer
        lone_declarer = self.declarer in self.lone
        if self.step == "pick up":
            self.hands[self.declarer] = sorted(self.hands[self.declarer] + self.widow, key=pack_order)
            self.next_step()
        elif self.step == "trump" and self.trump is not None:
            self.next_step()
        elif self.step == "defend alone":
            ours = [self.declarer, partner_of(self.declarer, self.names)]
            self.to_ask = [seat for seat in from_left_of(self.dealer) if seat not in ours and lone_declarer]
            self.ask_next_defender()
        elif self.step in EXCHANGE:
            if not lone_declarer:
                self.next_step()
            elif self.step == "partner gives":
                self.turn = partner_of(self.declarer, self.names)
        elif self.step == "tricks":
            self.turn = self.first_leader()

    def ask_next_defender(self) -> None:
        if not self.to_ask:
            self.next_step()
            return
        self.turn = self.to_ask.pop(0)

    def answer_alone(self, action: str) -> None:
        """Whether the seat in turn goes alone; the first defender to say so has it."""
        if action == "alone":
            self.go_alone(self.turn)
            self.to_ask = []
        if self.step == "alone":
            self.next_step()
        else:
            self.ask_next_defender()

    def go_alone(self, seat: str) -> None:
        self.lone.append(seat)
        self.resting.append(partner_of(seat, self.names))

    def give(self, card: str) -> None:
        """One card of an exchange; the cards change hands when each side has chosen all of its own."""
        self.chosen.append(card)
        if len(self.chosen) < self.numbers["exchanged"]:
            return
        giver = self.turn
        receiver = partner_of(giver, self.names)
        for gift in self.chosen:
            self.hands[giver].remove(gift)
        if self.step != "declarer puts away":
            self.hands[receiver] = sorted(self.hands[receiver] + self.chosen, key=pack_order)
        self.chosen = []
        self.next_step()

    def first_leader(self) -> str:
        """Who leads to the first trick."""
        lone_defenders = [seat for seat in self.lone if seat != self.declarer]
        if "bidder-leads" in self.names:
            leader = self.declarer
        elif lone_defenders:
            leader = lone_defenders[0]
        elif self.lone:
            leader = left_of(self.declarer)
        else:
            leader = left_of(self.dealer)
        while leader in self.resting:
            leader = left_of(leader)
        return leader

    def lay(self, card: str) -> None:
        """A card to the trick, and the trick to its winner."""
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        if len(self.trick) < 4 - len(self.resting):
            self.turn = left_of(self.turn)
            while self.turn in self.resting:
                self.turn = left_of(self.turn)
            return
        self.turn = winner_of(self.trick, self.trump, self.names)
        self.tricks[self.turn] += 1
        self.winners.append(self.turn)
        self.trick = []
        if not self.hands[self.turn]:
            self.step = "over"

    # the end

    def result(self) -> Result:
        """The points of a deal that is over: north's side first."""
        if self.thrown_in:
            return "thrown in"
        ours = [self.declarer, partner_of(self.declarer, self.names)]
        taken = sum(self.tricks[seat] for seat in ours)
        other = sum(self.tricks.values()) - taken
        alone = self.declarer in self.lone
        points, others = deal_score(taken, other, self.standing, alone, self.forced, self.names)
        return (points, others) if "north" in ours else (others, points)


def deal_score(
    taken: int, other: int, call: Call, alone: bool, forced: bool, names: list[str]
) -> tuple[Points, Points]:
    """Points of the bidding side and of the other one."""
    bid = call["bid"]
    made = taken == bid if "exact-bid" in names else taken >= bid
    factor = call.get("stakes", 1) * call.get("lone stakes", 1)
    if "alone-double" in names and alone and "lone stakes" not in call:
        factor *= 2
    points: Points
    if made:
        points = factor * (bid if "score-bid-only" in names else taken)
    else:
        share: Points = Fraction(1, 2) if "forced-half" in names and forced else 1
        points = -factor * share * loss(taken, bid, names)
    others = 0
    if "defenders-score" in names:
        others = other
    if "defenders-get-bid" in names and not made:
        others = bid
    if "bump" in names:
        points -= 6 if taken == 0 else 0
        others -= 6 if other == 0 else 0
    return points, others


def loss(taken: int, bid: int, names: list[str]) -> int:
    """What a failed bid costs before any factor."""
    if "set-by-bid" in names:
        return bid
    if "set-by-six" in names:
        return 6
    if "defenders-get-bid" in names:
        return 0
    return taken
