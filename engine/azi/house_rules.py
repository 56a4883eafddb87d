"""House rules of Azi: whatever groups differ on. They travel with every game, whole, so an old game replays by its own rules.

The shape is complete for all presets of the family; `require_playable` says which values this release plays.
"""

from dataclasses import dataclass
from typing import Literal

from engine.chips import Chips, Rounding


@dataclass(frozen=True, slots=True)
class HouseRules:
    """One field a house rule, named as in the rules. Amounts in whole chips, None: no limit.

    buy_in_no_trick, buy_in_folded: a fraction of the pot as "1/3", "1" for the whole pot, or "ante" for one ante.
    raises_max: raises a deal by all players together, None: no limit (AZI-BID4-3).
    """

    preset: str
    players_min: int
    players_max: int
    cards_dealt: int
    cards_kept: int
    missing_suit: Literal["C", "D", "H", "S"]
    ante: Chips
    cap: Chips | None
    open_max: Chips | None
    raise_limit_with_cap: Literal["cap", "double"]
    raises_max: int | None
    bidding: Literal["blind", "stay_raise", "none"]
    blind_counts_double: bool
    all_pass_dealer: Literal["same", "next"]
    first_lead: Literal["bid_winner", "right_of_bid_winner", "left_of_dealer", "dealer"]
    trump_from: Literal["stock", "dealer_last"]
    dealer_rule: Literal["winner", "rotate"]
    buy_in_no_trick: str
    buy_in_folded: str
    buy_in_base: Literal["at_azi", "running"]
    round_buy_in: Rounding
    play_out: bool
    must_overtrump: bool
    raznomast: bool
    na_azi: bool
    deck: Literal["service", "entered", "unseen"]
    enforcement: Literal["refuse", "record"]
    exposed_card: Literal["owner_chooses", "redeal_and_penalty"]
    exposed_penalty: Literal["ante", "twice_pot"]
    undertrump_is_renege: bool
    restore: Literal["until_next_trick", "always", "never"]
    false_claim_penalty: Literal["none", "ante"]
    reveal: Literal["played", "all", "shown"]
    at_end_time: Literal["finish_game", "split_pot"]
