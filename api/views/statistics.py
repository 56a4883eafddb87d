"""Statistics as JSON."""

from api.http.answers import Members, money
from ledger.registers.statistics import Statistics


def statistics(item: Statistics, unit: str, scale: int) -> Members:
    """Those of one player, table, or both."""
    return {
        "player": item.player,
        "table": item.table,
        "games": item.games,
        "void": item.void,
        "won": item.won,
        "void_played": item.void_played,
        "won_played": item.won_played,
        "azis": item.azis,
        "net": money(item.net, unit, scale),
        "rulings": money(item.rulings, unit, scale),
        "claims_right": item.claims_right,
        "claims_wrong": item.claims_wrong,
        "claims_open": item.claims_open,
        "penalties": [
            {"offence": offence, "count": cost.count, "amount": money(cost.chips, unit, scale), "points": cost.points}
            for offence, cost in sorted(item.penalties.items())
        ],
        "disputes": [{"outcome": outcome, "count": count} for outcome, count in sorted(item.disputes.items())],
    }
