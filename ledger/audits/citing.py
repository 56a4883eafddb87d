"""Which rule stands behind each event of a game, and behind those of its fields that have one of their own: what a finding cites.

By the stable name of the event without the game before it. An audit is named where it is not that of games.
"""

from collections.abc import Mapping
from typing import Any

from ledger.audits.findings import GAMES, MISDEALS, PENALTIES

AZI: Mapping[str, str] = {
    "game_started": "AZI-DEAL-2",
    "lot_drawn": "AZI-DEAL-1",
    "antes_posted": "AZI-ANTE-1",
    "deck_committed": "AZI-DEAL-8",
    "deck_shuffled": "AZI-DEAL-3",
    "cut_offered": "AZI-DEAL-3",
    "deck_cut": "AZI-DEAL-4",
    "cards_dealt": "AZI-DEAL-5",
    "cards_dealt.trump": "AZI-DEAL-6",
    "cards_dealt.trump_from": "AZI-DEAL-6",
    "cards_dealt.dealer": "AZI-DEAL-2",
    "dealt_unseen": "AZI-DEAL-9",
    "dealt_unseen.dealer": "AZI-DEAL-2",
    "blind_bet": "AZI-BID-1",
    "blind_bet.price": "AZI-BID-2",
    "blind_declined": "AZI-BID-7",
    "hand_looked": "AZI-BID-1",
    "stayed": "AZI-BID4-1",
    "bet_opened": "AZI-BID-7",
    "checked": "AZI-BID-7",
    "called": "AZI-BID-5",
    "raised": "AZI-BID-3",
    "folded": "AZI-BID-5",
    "deal_thrown_in": "AZI-BID-8",
    "card_discarded": "AZI-DISC-1",
    "raznomast_declared": "AZI-RAZ-1",
    "na_azi_invited": "AZI-NAZI-1",
    "na_azi_answered": "AZI-NAZI-1",
    "card_played": "AZI-PLAY-1",
    "cards_shown": "AZI-DEAL-9",
    "trick_taken": "AZI-PLAY-5",
    "azi_occurred": "AZI-AZI-1",
    "azi_occurred.next_dealer": "AZI-DEAL-2",
    "azi_occurred.offers": "AZI-AZI-3",
    "bought_in": "AZI-AZI-2",
    "bought_in.chips": "AZI-AZI-3",
    "buy_in_declined": "AZI-AZI-4",
    "buy_in_declined.price": "AZI-AZI-3",
    "topped_up": "AZI-BID-11",
    "player_left": "AZI-LEAVE-1",
    "end_time_reached": "AZI-TIME-1",
    "pot_awarded": "AZI-PLAY-6",
    "deck_revealed": "AZI-DEAL-8",
    "game_ended": "AZI-SETTLE-1",
    "game_ended.next_dealer": "AZI-DEAL-2",
    "card_exposed": "AZI-VIOL-1",
    "exposed_card_kept": "AZI-VIOL-1",
    "card_replaced": "AZI-VIOL-1",
    "claim_made": "AZI-CLAIM-1",
    "claim_upheld": "AZI-VIOL-2",
    "claim_unfounded": "AZI-CLAIM-1",
    "claim_lapsed": "AZI-DEAL-9",
    "offence_found": "AZI-VIOL-2",
    "penalty_imposed": "AZI-VIOL-2",
    "play_restored": "AZI-VIOL-3",
    "player_put_out": "AZI-VIOL-4",
    "deal_annulled": "AZI-VIOL-3",
    "deal_annulled.returned": "AZI-VOID-1",
    "entry_corrected": "AZI-REC-1",
    "game_voided": "AZI-VOID-1",
}
CASINO: Mapping[str, str] = {
    "game_started": "CAS-DEAL-4",
    "lot_drawn": "CAS-DEAL-4",
    "stakes_posted": "CAS-POT-1",
    "deck_committed": "CAS-DEAL-6",
    "deck_shuffled": "CAS-DEAL-4",
    "deck_cut": "CAS-DEAL-4",
    "last_announced": "CAS-DEAL-3",
    "cards_dealt": "CAS-DEAL-1",
    "cards_dealt.table": "CAS-DEAL-2",
    "cards_dealt.dealer": "CAS-DEAL-4",
    "dealt_unseen": "CAS-DEAL-6",
    "dealt_unseen.dealer": "CAS-DEAL-4",
    "card_trailed": "CAS-TRAIL-1",
    "cards_captured": "CAS-CAP-6",
    "cards_captured.sweep": "CAS-CAP-4",
    "build_made": "CAS-BUILD-1",
    "build_doubled": "CAS-BUILD-3",
    "build_raised": "CAS-BUILD-4",
    "last_cards_taken": "CAS-LAST-1",
    "deck_scored": "CAS-SCORE-4",
    "deck_scored.next_dealer": "CAS-DEAL-4",
    "target_claimed": "CAS-CLAIM-1",
    "player_put_out": "CAS-OUT-1",
    "game_decided": "CAS-CLAIM-2",
    "points_posted": "CAS-POT-1",
    "pot_awarded": "CAS-POT-1",
    "deck_revealed": "CAS-DEAL-6",
    "game_ended": "CAS-POT-1",
    "game_ended.next_dealer": "CAS-DEAL-4",
    "topped_up": "TABLE-4",
    "player_left": "CAS-OUT-1",
    "end_time_reached": "TABLE-1",
    "card_exposed": "CAS-VIOL-3",
    "exposed_card_kept": "CAS-VIOL-3",
    "deal_annulled": "CAS-VIOL-3",
    "card_played_out_of_turn": "CAS-VIOL-4",
    "claim_made": "CAS-VIOL-1",
    "claim_upheld": "CAS-VIOL-1",
    "claim_unfounded": "CAS-VIOL-1",
    "offence_found": "CAS-VIOL-1",
    "play_restored": "CAS-VIOL-1",
    "points_deducted": "CAS-VIOL-1",
    "missing_last_claimed": "CAS-DEAL-3",
    "entry_corrected": "CAS-REC-1",
    "game_voided": "CAS-VOID-1",
}
RULES: Mapping[str, Mapping[str, str]] = {"azi": AZI, "casino": CASINO}
# Events that tell on their own by which rule they are: the field, and what a value of another field stands for.
BECAUSE: Mapping[str, str] = {
    "two_tricks": "AZI-PLAY-6",
    "last_left": "AZI-LAST-1",
    "split": "AZI-TIME-1",
    "claim": "CAS-CLAIM-1",
    "false_claim": "CAS-VIOL-2",
    "false_build": "CAS-VIOL-1",
    "left": "CAS-OUT-1",
    "target": "CAS-CLAIM-2",
    "decks": "CAS-SCORE-6",
}

FINES = frozenset({"penalty_imposed", "points_deducted"})
AUDIT_OF: Mapping[str, str] = {
    **dict.fromkeys((*FINES, "claim_made", "claim_upheld", "claim_unfounded", "claim_lapsed", "offence_found"), PENALTIES),
    **dict.fromkeys(("play_restored", "player_put_out", "missing_last_claimed", "target_claimed"), PENALTIES),
    **dict.fromkeys(("deck_committed", "deck_shuffled", "cut_offered", "deck_cut", "cards_dealt", "dealt_unseen"), MISDEALS),
    **dict.fromkeys(("card_exposed", "exposed_card_kept", "card_replaced", "deal_annulled", "last_announced"), MISDEALS),
}


def audit_of(name: str) -> str:
    """The audit whose matter an event is, by its name without the game."""
    return AUDIT_OF.get(name, GAMES)


def rule_of(game: str, name: str, event: Any, field: str | None = None) -> str | None:
    """The rule behind an event of this game, or behind this field of it. Where the event itself cites one, that; where it says
    because of what it came, the rule of that."""
    known = RULES.get(game, {})
    if field is not None and f"{name}.{field}" in known:
        return known[f"{name}.{field}"]
    cited = getattr(event, "rule", None)
    if cited:
        return str(cited)
    return BECAUSE.get(getattr(event, "because", ""), known.get(name))
