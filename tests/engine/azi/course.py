"""The course of a game, retold from the rules: who deals and cuts, whose word it is, who leads, who pays the ante, is asked, shares
the pot.

Told from the rules alone, and followed by the events alone: of the engine it knows nothing but the classes of its events.
`Course.check(event, stacks)` raises AssertionError when something happens that is not due. What it costs, and which cards are
lawful, is told by `bookkeeper.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.azi import events, offence_events, unseen_events
from tests.engine.azi import course_of_dealing as dealing
from tests.engine.azi import course_of_play as play
from tests.engine.azi import course_of_pot as pot
from tests.engine.azi.course_of_dealing import after


class Course:
    """Where the game stands. Its values are replaced and never changed, so a shallow copy is a snapshot.

    stage: lot, antes; shuffle, cut, second (the dealer shuffles once more, or does not), last cut, deal; blind, stay, put away,
    words, play; no bet, tricks over; asked; alone (one is left), all back (it is void), given (the pot), over.
    """

    def __init__(self) -> None:
        self.stage = "new"
        self.house: Any = None
        self.seats: tuple[int, ...] = ()  # of all who were seated when the game began
        self.left: tuple[int, ...] = ()
        self.out: tuple[int, ...] = ()
        self.came: tuple[int, ...] = ()  # where somebody sat down since who has claimed something
        self.time_up = False
        self.must: tuple[type, int] | None = None  # the next event, and whose
        # Dealing
        self.first_dealer = 0
        self.own_dealer = 0  # whose deal this game is, under `rotate` also while somebody stands in for him
        self.dealer = 0
        self.players: tuple[int, ...] = ()  # who is in the deal that is prepared or played
        self.stands_in = False  # the dealer, for the game's own
        # How this deal was begun: by "antes", due from these, by "buy-ins" to a replay, free for these, or "again" with these.
        self.begun: tuple[str, tuple[int, ...]] = ("", ())
        self.replay = False
        self.anted: tuple[int, ...] = ()  # who paid, the last time that antes were due
        self.bought: tuple[int, ...] = ()
        self.settled = False  # who deals this replay
        self.asked: tuple[int, ...] = ()  # who has still to be asked, in that order
        self.shown: tuple[tuple[int, str], ...] = ()  # exposed cards that wait for a choice
        # Bidding
        self.active: tuple[int, ...] = ()  # clockwise from first hand
        self.dealt: tuple[int, ...] = ()
        self.first = 0
        self.spoke = 0  # who had the word last
        self.said: tuple[int, ...] = ()  # who has had his word while no bet stands
        self.stayed: tuple[int, ...] = ()
        self.put_by: tuple[int, ...] = ()
        self.price = 0
        self.paid: dict[int, int] = {}
        self.blind = 0  # who bet so
        self.raiser = 0
        # Play
        self.down: tuple[tuple[int, int, str], ...] = ()  # trick, seat, card
        self.takers: tuple[int, ...] = ()
        self.last_taker = 0  # of the deal before a replay
        self.partners: tuple[int, ...] = ()
        self.given: tuple[str, int] = ("", 0)  # how the game ended, and who took the pot alone
        self.pasts: tuple[dict[str, Any], ...] = ()
        self.log: tuple[Any, ...] = ()

    def check(self, event: Any, stacks: dict[int, int]) -> None:
        """Follow one event. stacks: before it. Raises AssertionError."""
        snapshot = {name: value for name, value in vars(self).items() if name not in {"pasts", "log"}}
        if self.must is not None:
            kind, seat = self.must
            assert isinstance(event, kind), f"{kind.__name__} is due, not {event}"
            assert not seat or event.seat == seat
            self.must = None
        follow = FOLLOW.get(event.__class__)
        if follow is not None:
            follow(self, event, stacks)
        self.pasts, self.log = (*self.pasts, snapshot), (*self.log, event)

    @property
    def seated(self) -> tuple[int, ...]:
        """Who has not left."""
        return tuple(seat for seat in self.seats if seat not in self.left)

    @property
    def turn(self) -> int | None:
        """Whose act is due: 0 nobody's, None: one of several, or the rules do not say."""
        if self.shown and self.stage not in ("alone", "all back", "given", "over"):
            return dealing.choosing(self)
        match self.stage:
            case "shuffle" | "second" | "deal":
                return self.dealer
            case "cut" | "last cut":
                return dealing.cutter(self)
            case "blind":
                return self.first
            case "stay":
                return next(seat for seat in self.active if seat not in self.stayed)
            case "words":
                return after(play.owing(self), self.spoke)
            case "play":
                return play.next_to_play(self)
            case "asked":
                return self.asked[0]
            case "put away":
                return None
        return 0

    def is_in(self, *stages: str) -> None:
        """It is time for this. Raises AssertionError."""
        assert self.stage in stages, f"it is time for {self.stage}"


def _started(course: Course, event: events.GameStarted, stacks: dict[int, int]) -> None:
    course.is_in("new")
    course.house, course.seats = event.house, tuple(sorted(one.seat for one in event.seats))
    course.stage = "lot"
    if event.dealer is not None:
        assert event.dealer in course.seats
        dealing.begin(course, event.dealer)


def _lot(course: Course, event: events.LotDrawn, stacks: dict[int, int]) -> None:
    """AZI-DEAL-1: the highest rank deals, who ties draws again; if only one is left, he (AZI-LAST-1)."""
    course.is_in("lot")
    drawing = set(course.seated)
    for drawn in event.rounds:
        assert {one.seat for one in drawn} == drawing
        best = max(dealing.RANKS.index(one.card[0]) for one in drawn)
        drawing = {one.seat for one in drawn if dealing.RANKS.index(one.card[0]) == best}
    assert drawing == {event.dealer}
    dealing.begin(course, event.dealer)


def _left(course: Course, event: events.PlayerLeft, stacks: dict[int, int], *, corrected: bool = False) -> None:
    """AZI-LEAVE-1, AZI-SEAT-3. corrected: the game goes on from before he left, without him."""
    seat = event.seat
    assert seat in course.seated
    course.left = (*course.left, seat)
    if course.stage == "asked":
        course.players = tuple(one for one in course.players if one != seat)
        assert course.players, "the last one with a claim has to wait"
    elif course.stage in dealing.RITUAL:
        before = dealing.cutter(course)
        course.players = tuple(one for one in course.players if one != seat)
        dealing.passed_by_leaving(course)
        dealing.alone(course, course.players)
        if course.stage in ("cut", "last cut") and dealing.cutter(course) != before:
            course.must = (events.CutOffered, dealing.cutter(course))
    else:
        if seat in course.active and corrected:
            play.gone(course, seat)
        assert seat not in course.active, "he has to fold, or to play on"
        course.players = tuple(one for one in course.players if one != seat)


def _came(course: Course, event: offence_events.ClaimantNamed, stacks: dict[int, int]) -> None:
    """AZI-CLAIM-1: anyone seated may claim, also who sat down while the game ran."""
    assert event.seat not in course.seats
    course.came = (*course.came, event.seat)


def _claimed(course: Course, event: offence_events.ClaimMade, stacks: dict[int, int]) -> None:
    """AZI-CLAIM-1: not who has left."""
    assert event.seat in (*course.seated, *course.came)


def _time(course: Course, event: events.EndTimeReached, stacks: dict[int, int]) -> None:
    course.time_up = True


def _corrected(course: Course, event: offence_events.EntryCorrected, stacks: dict[int, int]) -> None:
    """AZI-REC-1: as before that step, but for who has left since, and the time."""
    course.__dict__ |= course.pasts[event.step - 1]
    for kept in course.log[event.step - 1 :]:
        if isinstance(kept, events.PlayerLeft):
            _left(course, kept, stacks, corrected=True)
        if isinstance(kept, events.EndTimeReached):
            _time(course, kept, stacks)


FOLLOW: dict[type, Callable[[Course, Any, dict[int, int]], None]] = {
    events.GameStarted: _started,
    events.LotDrawn: _lot,
    events.AntesPosted: pot.antes,
    events.DeckCommitted: dealing.shuffled,
    events.DeckShuffled: dealing.shuffled,
    events.CutOffered: dealing.offered,
    events.DeckCut: dealing.cut,
    events.CardsDealt: play.dealt,
    unseen_events.DealtUnseen: play.dealt,
    offence_events.CardExposed: dealing.exposed,
    offence_events.ExposedCardKept: dealing.chosen,
    offence_events.CardReplaced: dealing.chosen,
    events.HandLooked: play.looked,
    events.BlindBet: play.blind_bet,
    events.BlindDeclined: play.declined,
    events.Stayed: play.stayed,
    events.BetOpened: play.bid,
    events.Called: play.bid,
    events.Raised: play.bid,
    events.Checked: play.checked,
    events.Folded: play.folded,
    events.CardDiscarded: play.put_away,
    events.InvitationAnswered: play.agreed,
    events.CardPlayed: play.played,
    events.TrickTaken: play.taken,
    offence_events.PlayRestored: play.restored,
    events.DealThrownIn: pot.thrown_in,
    events.AziOccurred: pot.azi,
    events.BoughtIn: pot.bought_in,
    events.BuyInDeclined: pot.declined,
    events.PlayerLeft: _left,
    events.EndTimeReached: _time,
    offence_events.ClaimantNamed: _came,
    offence_events.ClaimMade: _claimed,
    offence_events.PlayerPutOut: pot.put_out,
    offence_events.DealAnnulled: pot.annulled,
    offence_events.EntryCorrected: _corrected,
    offence_events.GameVoided: pot.voided,
    events.PotAwarded: pot.awarded,
    events.GameEnded: pot.ended,
}
