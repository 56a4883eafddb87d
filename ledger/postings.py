"""Which events move chips, between which accounts. Exactly one event of a movement posts; the others that tell of it are mirrors.

POSTING holds a function for every event that moves chips; MIRRORS names the events that tell of chips which another event has
moved; SILENT names those that move none. Every event of the house is in exactly one of the three (tested), so a new event can
not be forgotten. An entry is made of transfers from one account to another: so it sums to zero by its making, and every line
knows its counter-account. The event and its stream id are enough: no earlier event is needed.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.azi import events as azi
from engine.azi import offence_events as offences
from engine.casino import events as casino
from engine.casino import offence_events as casino_offences
from engine.disputes import events as disputes
from engine.parts import Stake
from engine.room import events as room
from ledger.accounts import HOUSE_CASH, HOUSE_DIFFERENCES, HOUSE_PENALTIES, pot, stack, wallet
from ledger.ids import game_of_dispute, table_of_game


class Line(NamedTuple):
    """One line of an entry: `chips` (whole units, signed, never 0) come to `account`, out of `counter`."""

    account: str
    counter: str
    chips: int
    kind: str


Entry = tuple[Line, ...]
NOTHING: Entry = ()


def transfer(source: str, target: str, chips: int, kind: str) -> Entry:
    """The two lines by which `chips` go from source to target; none if there is nothing to move."""
    if chips == 0:
        return NOTHING
    return Line(source, target, -chips, kind), Line(target, source, chips, kind)


def _pot(stream: str) -> str:
    return pot(stream.removeprefix("game-"))


def _stakes(kind: str) -> Callable[[str, Any], Entry]:
    """Chips that one player puts into the pot: events with `player` and `chips`."""

    def post(stream: str, event: Any) -> Entry:
        return transfer(stack(event.player, table_of_game(stream)), _pot(stream), event.chips, kind)

    return post


def _everybodys(kind: str) -> Callable[[str, Any], Entry]:
    """Chips that several players put into the pot at once: events with `stakes`."""

    def post(stream: str, event: Any) -> Entry:
        table, into = table_of_game(stream), _pot(stream)
        return tuple(line for stake in event.stakes for line in transfer(stack(stake.player, table), into, stake.chips, kind))

    return post


def _winnings(stream: str, event: azi.PotAwarded | casino.PotAwarded) -> Entry:
    table, out = table_of_game(stream), _pot(stream)
    return tuple(line for share in event.shares for line in transfer(out, stack(share.player, table), share.chips, "winnings"))


def _penalty(stream: str, event: offences.PenaltyImposed) -> Entry:
    """AZI-VIOL: a penalty goes into the pot, whatever the stack holds."""
    kind = f"penalty_{event.offence}"
    return transfer(stack(event.player, table_of_game(stream)), _pot(stream), event.chips, kind if kind in WORDS else "penalty")


def _given_back(kind: str, stream: str, stakes: tuple[Stake, ...]) -> Entry:
    """Chips that come back out of the pot to who had put them in."""
    table, out = table_of_game(stream), _pot(stream)
    return tuple(line for stake in stakes for line in transfer(out, stack(stake.player, table), stake.chips, kind))


def _refunds(stream: str, event: offences.DealAnnulled | offences.GameVoided | casino_offences.GameVoided) -> Entry:
    """AZI-VOID-1, CAS-VOID-1; in any other case of a deal that counts no more, nothing is returned."""
    return _given_back("refund", stream, event.returned)


def _corrected(stream: str, event: offences.EntryCorrected | casino_offences.EntryCorrected) -> Entry:
    """AZI-REC-1, CAS-REC-1: what mistyped entries had moved goes back; what they had taken out of the pot goes into it again."""
    table, into = table_of_game(stream), _pot(stream)
    taken = (line for stake in event.taken for line in transfer(stack(stake.player, table), into, stake.chips, "correction"))
    return (*_given_back("correction", stream, event.returned), *taken)


def _ruled(stream: str, event: disputes.Ruled) -> Entry:
    """DISPUTE-5, DISPUTE-6: what the end of the earlier ruling moves, and what this one moves; through the pot of the game, which
    it leaves as empty as it was, or to the penalties of the house."""
    through = pot(game_of_dispute(stream))
    moves = [(move, "ruling_reversed") for move in event.returned] + [(move, "ruling") for move in event.moved]
    return tuple(line for move, kind in moves for line in _moved(move, through, kind))


def _moved(move: disputes.Movement, through: str, kind: str) -> Entry:
    own, fined = wallet(move.player), kind if kind == "ruling_reversed" else "penalty_ruling"
    match move.way:
        case "taken":
            return transfer(own, through, move.chips, kind)
        case "given":
            return transfer(through, own, move.chips, kind)
        case "fined":
            return transfer(own, HOUSE_PENALTIES, move.chips, fined)
    return transfer(HOUSE_PENALTIES, own, move.chips, kind)


def _deposited(_stream: str, event: room.Deposited) -> Entry:
    return transfer(HOUSE_CASH, wallet(event.player), event.chips, "deposit")


def _withdrawn(_stream: str, event: room.Withdrawn) -> Entry:
    return transfer(wallet(event.player), HOUSE_CASH, event.chips, "withdrawal")


def _settled(_stream: str, event: room.DebtSettled) -> Entry:
    return transfer(HOUSE_CASH, wallet(event.player), event.chips, "settlement")


def _cash_corrected(_stream: str, event: room.CashEntryCorrected) -> Entry:
    """WALLET-6: what the entry should have brought or taken besides."""
    return transfer(HOUSE_CASH, wallet(event.player), room.brought(event), "correction")


def _counted(_stream: str, event: room.CashCounted) -> Entry:
    """DESK-2: cash that is too much comes out of the desk's account, which is below zero by the cash in it."""
    return transfer(HOUSE_CASH, HOUSE_DIFFERENCES, event.counted - event.booked, "difference")


def _to_table(_stream: str, event: room.MovedToTable) -> Entry:
    return transfer(wallet(event.player), stack(event.player, event.table), event.chips, "to_table")


def _from_table(_stream: str, event: room.MovedFromTable) -> Entry:
    return transfer(stack(event.player, event.table), wallet(event.player), event.chips, "from_table")


def _debt(_stream: str, event: room.DebtAssumed) -> Entry:
    return transfer(wallet(event.player), stack(event.player, event.table), event.chips, "debt")


POSTING: Mapping[str, Callable[[str, Any], Entry]] = {
    "wallet.deposited": _deposited,
    "wallet.withdrawn": _withdrawn,
    "wallet.debt_settled": _settled,
    "wallet.entry_corrected": _cash_corrected,
    "desk.counted": _counted,
    "wallet.moved_to_table": _to_table,
    "wallet.moved_from_table": _from_table,
    "wallet.debt_assumed": _debt,
    "dispute.ruled": _ruled,
    "azi.antes_posted": _everybodys("ante"),
    "azi.blind_bet": _stakes("blind_bet"),
    "azi.bet_opened": _stakes("bet"),
    "azi.called": _stakes("call"),
    "azi.raised": _stakes("raise"),
    "azi.bought_in": _stakes("buy_in"),
    "azi.pot_awarded": _winnings,
    "azi.penalty_imposed": _penalty,
    "azi.deal_annulled": _refunds,
    "azi.game_voided": _refunds,
    "azi.entry_corrected": _corrected,
    "casino.stakes_posted": _everybodys("stake"),
    "casino.points_posted": _everybodys("points"),
    "casino.pot_awarded": _winnings,
    "casino.game_voided": _refunds,
    "casino.entry_corrected": _corrected,
}

# Chips that the wallet's event has moved, or stacks that go from table to game and back without leaving their account.
MIRRORS = frozenset(
    {
        "wallet.ruling_credited",
        "wallet.ruling_charged",
        "table.chips_taken",
        "table.chips_returned",
        "table.game_finished",
        "azi.game_started",
        "azi.topped_up",
        "azi.game_ended",
        "casino.game_started",
        "casino.topped_up",
        "casino.game_ended",
    }
)

# Nothing moves; figures in them (a price, the pot that stays) are what a decision rested on.
SILENT = frozenset(
    {
        "wallet.opened",
        "wallet.credit_limit_set",
        "dispute.opened",
        "dispute.answered",
        "dispute.appealed",
        "dispute.withdrawn",
        "branch.begun",
        "branch.played_on",
        "table.opened",
        "table.steward_assigned",
        "table.player_seated",
        "table.player_unseated",
        "table.game_begun",
        "table.sitting_ended",
        "table.closed",
        "azi.lot_drawn",
        "azi.deck_committed",
        "azi.deck_shuffled",
        "azi.cut_offered",
        "azi.deck_cut",
        "azi.cards_dealt",
        "azi.dealt_unseen",
        "azi.blind_declined",
        "azi.hand_looked",
        "azi.stayed",
        "azi.checked",
        "azi.folded",
        "azi.deal_thrown_in",
        "azi.card_discarded",
        "azi.raznomast_declared",
        "azi.na_azi_invited",
        "azi.na_azi_answered",
        "azi.card_played",
        "azi.cards_shown",
        "azi.trick_taken",
        "azi.azi_occurred",
        "azi.buy_in_declined",
        "azi.player_left",
        "azi.end_time_reached",
        "azi.deck_revealed",
        "azi.card_exposed",
        "azi.exposed_card_kept",
        "azi.card_replaced",
        "azi.claim_made",
        "azi.claim_upheld",
        "azi.claim_unfounded",
        "azi.claim_lapsed",
        "azi.offence_found",
        "azi.play_restored",
        "azi.player_put_out",
        "casino.lot_drawn",
        "casino.deck_committed",
        "casino.deck_shuffled",
        "casino.deck_cut",
        "casino.last_announced",
        "casino.cards_dealt",
        "casino.dealt_unseen",
        "casino.card_trailed",
        "casino.cards_captured",
        "casino.build_made",
        "casino.build_doubled",
        "casino.build_raised",
        "casino.last_cards_taken",
        "casino.deck_scored",
        "casino.target_claimed",
        "casino.player_put_out",
        "casino.game_decided",
        "casino.deck_revealed",
        "casino.player_left",
        "casino.end_time_reached",
        "casino.card_exposed",
        "casino.exposed_card_kept",
        "casino.deal_annulled",
        "casino.card_played_out_of_turn",
        "casino.claim_made",
        "casino.claim_upheld",
        "casino.claim_unfounded",
        "casino.claim_lapsed",
        "casino.offence_found",
        "casino.play_restored",
        "casino.points_deducted",
        "casino.missing_last_claimed",
    }
)

# What a statement calls each kind of line, for people.
WORDS: Mapping[str, str] = {
    "deposit": "Deposit at the cash desk",
    "withdrawal": "Withdrawal at the cash desk",
    "settlement": "Debt paid at the cash desk",
    "difference": "Difference found when the cash desk was counted",
    "to_table": "From the wallet to the table",
    "from_table": "From the table to the wallet",
    "debt": "Debt at the table taken over by the wallet",
    "ante": "Ante",
    "blind_bet": "Blind bet",
    "bet": "Bet",
    "call": "Call",
    "raise": "Raise",
    "buy_in": "Buy-in after an azi",
    "stake": "Stake",
    "points": "Points lost to the winner, into the pot",
    "winnings": "Pot won",
    "penalty_renege": "Penalty for a renege, into the pot",
    "penalty_exposed_card": "Penalty for an exposed card, into the pot",
    "penalty_missing_cut": "Penalty for a missing cut, into the pot",
    "penalty_false_claim": "Penalty for a false claim, into the pot",
    "penalty": "Penalty, into the pot",
    "refund": "Returned: the deal or the game was made void",
    "correction": "Correction of a mistyped entry",
    "ruling": "By a ruling on a dispute",
    "ruling_reversed": "Taken back: a later ruling took the place of an earlier one",
    "penalty_ruling": "Penalty by a ruling, to the house",
}


def lines(stream: str, topic: str, event: Any) -> Entry:
    """The entry of an event in `stream` (id with its prefix), `topic` being its stable name; empty where nothing is posted.

    Raises KeyError for an event that none of the three lists knows.
    """
    post = POSTING.get(topic)
    if post is not None:
        return post(stream, event)
    if topic in MIRRORS or topic in SILENT:
        return NOTHING
    raise KeyError(topic)
