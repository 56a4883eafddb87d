"""House rules of Azi: whatever groups differ on. They travel with every game, whole, so an old game replays by its own rules.

The shape is complete for all presets of the family; `PLAYED` says which values this release plays.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from engine import options
from engine.azi.rulebook import AZI_BID4_2, AZI_BID4_3, AZI_BID_1, AZI_BID_4, AZI_SEAT_1
from engine.cardgame.house import recorded_if_unseen
from engine.chips import Chips, Rounding
from engine.deeds import values
from engine.options import idle, plain, refuse
from engine.saying import Saying

__all__ = ["HouseRules", "house_rules", "plain", "playable"]


@dataclass(frozen=True, slots=True, kw_only=True)
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


# What this release plays, where the shape knows more.
PLAYED: dict[str, tuple[object, ...]] = {"cards_dealt": (2, 3, 4), "cards_kept": (2, 3)}
# Options that say what follows from an offence, at their default where it cannot happen.
UNCLAIMED: dict[str, object] = {"undertrump_is_renege": True, "restore": "until_next_trick", "false_claim_penalty": "none"}
UNSHOWN: dict[str, object] = {"exposed_card": "owner_chooses"}
# Options about the bidding, at their default where there is none of that kind.
UNBID: dict[str, dict[str, object]] = {
    "blind": {},
    "stay_raise": {"blind_counts_double": True, "all_pass_dealer": "same"},
    "none": {
        "cap": None,
        "open_max": None,
        "raise_limit_with_cap": "cap",
        "raises_max": None,
        "blind_counts_double": True,
        "all_pass_dealer": "same",
    },
}
# Options about the price of a buy-in, at their default where no price is part of the pot, or none has to be rounded.
FLAT, EVEN = frozenset({"ante"}), frozenset({"ante", "1"})
KEPT = {2: 2, 3: 3, 4: 3}
SEATS_MAX = 7
RAZNOMAST_CARDS = 3
RAISES_MOST = 100
FRACTION = re.compile(r"[1-9][0-9]{0,2}/[1-9][0-9]{0,2}")


def house_rules(mapping: Mapping[str, object]) -> HouseRules:
    """The house rules of a mapping, as `engine/options.py` reads them.

    Refuses (TABLE-1, AZI-SEAT-1, AZI-BID-1, AZI-BID-4) an option that is unknown, missing, of the wrong type, senseless beside the
    others, or not played by this release; the refusal names the option, its value and what is possible.
    """
    house = options.read(HouseRules, mapping, {"buy_in_no_trick": _price, "buy_in_folded": _price})
    playable(house)
    return house


def playable(house: HouseRules) -> None:
    """Refuse house rules that contradict each other, or that this release does not play."""
    recorded_if_unseen(house)
    if house.deck == "unseen" and house.reveal == "all":
        says = "Where nobody but the players sees the hands there is nothing to reveal: {option} is {possible}, not {value}."
        refuse("reveal", house.reveal, ("played", "shown"), says)
    told = values(house)
    for name, played in PLAYED.items():
        if (value := told[name]) not in played:
            refuse(name, value, played, "This release plays {option} = {possible}, not {value}.")
    _offences_fit(house)
    _cards_fit(house)
    _bidding_fits(house)
    _buy_ins_fit(house)
    if house.raznomast and house.cards_kept != RAZNOMAST_CARDS:
        says = "Raznomast is of three cards, so with {kept} it cannot be played."
        refuse("raznomast", house.raznomast, (False,), says, kept=house.cards_kept)
    _seats_fit(house)
    if house.ante < 1:
        refuse("ante", house.ante, (Saying("{least} or more", least=1),))
    if house.bidding == "blind" and house.cap is not None and house.cap < 2 * house.ante:
        says = "With a cap of {value} nobody could bet blind: a blind bet is at least the ante and makes a price of twice as much."
        refuse("cap", house.cap, (Saying("{least} or more", least=2 * house.ante),), says, rule=AZI_BID_1)
    if house.bidding == "stay_raise" and house.cap is not None and house.cap < house.ante:
        says = "With a cap of {value} nobody could bet: an opening bet is at least the ante."
        refuse("cap", house.cap, (Saying("{least} or more", least=house.ante),), says, rule=AZI_BID4_2)
    if house.open_max is not None:
        if house.open_max < house.ante:
            says = "An opening bet is at least the ante, so open_max cannot be {value}."
            refuse("open_max", house.open_max, (Saying("{least} or more", least=house.ante),), says, rule=AZI_BID_1)
        if house.cap is not None and house.open_max > house.cap:
            says = "No price goes above the cap, so open_max cannot be {value}."
            refuse("open_max", house.open_max, (Saying("{most} or less", most=house.cap),), says, rule=AZI_BID_4)


def _offences_fit(house: HouseRules) -> None:
    """Options about an offence stay at their default where it cannot happen (AZI-VIOL-1, AZI-CLAIM-1)."""
    if house.enforcement == "refuse":
        idle(house, UNCLAIMED, "Under enforcement = refuse no card goes against the rules, so {option} cannot be {value}.")
        if house.deck == "service":
            idle(house, UNSHOWN, "Where the service deals and refuses, nobody shows a card, so {option} cannot be {value}.")
    if house.exposed_card == "owner_chooses":
        says = "Under exposed_card = owner_chooses there is no such penalty, so {option} cannot be {value}."
        idle(house, {"exposed_penalty": "ante"}, says)


def _cards_fit(house: HouseRules) -> None:
    """AZI-DISC-1: whoever is dealt four cards plays with three of them, and nobody else puts any away."""
    kept = KEPT[house.cards_dealt]
    if house.cards_kept != kept:
        says = "Of {dealt} cards dealt {possible} are played, so {option} cannot be {value}."
        refuse("cards_kept", house.cards_kept, (kept,), says, dealt=house.cards_dealt)


def _bidding_fits(house: HouseRules) -> None:
    """Options about a kind of bidding that is not played stay at their default, and nobody leads by it (AZI-ROUL-1)."""
    says = "Under bidding = {bidding} that plays no part, so {option} cannot be {value}."
    idle(house, UNBID[house.bidding], says, bidding=house.bidding)
    if house.cap is None:
        says = "Without a cap that plays no part, so {option} cannot be {value}."
        idle(house, {"raise_limit_with_cap": "cap"}, says)
    if house.raises_max is not None and not 1 <= house.raises_max <= RAISES_MOST:
        says = "Somebody has to be able to bet: {option} is {possible}, not {value}."
        refuse("raises_max", house.raises_max, (Saying("{least} to {most}", least=1, most=RAISES_MOST), "none"), says, AZI_BID4_3)
    if house.bidding == "none" and house.first_lead not in ("left_of_dealer", "dealer"):
        says = "Under bidding = none nobody has won it: first_lead is {possible}, not {value}."
        refuse("first_lead", house.first_lead, ("left_of_dealer", "dealer"), says)


def _buy_ins_fit(house: HouseRules) -> None:
    """AZI-AZI-2, AZI-AZI-4: what a price is part of, and how it is rounded, stay at their default where no price differs by it."""
    prices = {house.buy_in_no_trick, house.buy_in_folded}
    if prices <= FLAT:
        idle(house, {"buy_in_base": "at_azi"}, "A buy-in of one ante does not depend on the pot, so {option} cannot be {value}.")
    if prices <= EVEN:
        says = "No buy-in is a fraction of the pot and has to be rounded, so {option} cannot be {value}."
        idle(house, {"round_buy_in": "up"}, says)


def _seats_fit(house: HouseRules) -> None:
    """AZI-SEAT-1: two to seven players, and cards for all of them and a trump."""
    most = min(SEATS_MAX, 26 // house.cards_dealt)
    fewest, many = house.players_min, house.players_max
    for name, value, low, high in (("players_min", fewest, 2, most), ("players_max", many, max(2, fewest), most)):
        if not low <= value <= high:
            refuse(name, value, (Saying("{least} to {most}", least=low, most=high),), rule=AZI_SEAT_1)


def _price(name: str, value: object) -> str:
    """What a buy-in costs, as the house rules tell it."""
    share = isinstance(value, str) and FRACTION.fullmatch(value) and Fraction(value) < 1
    if not share and value not in ("1", "ante"):
        refuse(name, value, (Saying("a fraction of the pot such as 1/3"), "1", "ante"))
    return str(value)
