"""Read model "pots": what the pot of every game holds, the step of the game that changed it, and what went out of it last. The
database refuses a pot below zero, and one that is not zero when its game is over."""

from collections.abc import Sequence

from engine.declared import Role
from engine.room.events import of_wallet
from ledger.money.postings import POSTING
from ledger.projections.model import Cursor, Model, Place, Seen, array
from ledger.store.kinds import doing

ENDS, CORRECTS = doing(Role.ENDS), doing(Role.CORRECTS)  # a correction takes a game up again that was over


def fold(cursor: Cursor, place: Place, seen: Sequence[Seen]) -> None:
    """Add what goes into each pot and take what comes out. New pots begin empty: the database judges every row it is given."""
    # The third: what went out of it last, the fourth: whether the game is over now; None: as before.
    pots: dict[str, tuple[int, int, int | None, bool | None]] = {}
    for one in seen:
        game = one.stream.removeprefix("game-")
        name = f"game:{game}:pot"
        ended = True if one.topic in ENDS else False if one.topic in CORRECTS else None
        into = sum(line.chips for line in one.entry if line.account == name)
        if into or ended is not None:
            before, version, paid, over = pots.get(game, (0, 0, None, None))
            paid = -into if into < 0 else paid
            pots[game] = (before + into, one.version if into else version, paid, over if ended is None else ended)
    if pots:
        games = array(pots)
        chips, versions, outs, ends = zip(*pots.values(), strict=True)
        cursor.execute(
            f"insert into {place('pots')} (game, chips, version) select name, 0, 0 from unnest(%s::text[]) name"
            " on conflict do nothing",
            (games,),
            prepare=True,
        )
        cursor.execute(
            f"update {place('pots')} held set chips = held.chips + come.chips, version = greatest(held.version, come.version),"
            " paid = coalesce(come.paid, held.paid), ended = coalesce(come.ended, held.ended)"
            " from unnest(%s::text[], %s::numeric[], %s::bigint[], %s::numeric[], %s::boolean[])"
            " come (game, chips, version, paid, ended) where held.game = come.game",
            (games, array(chips), array(versions), array(outs), array(ends)),
            prepare=True,
        )


POTS = Model(
    name="pots",
    form=3,
    tables={
        "pots": """
            game text collate "C" primary key,
            chips numeric(38) not null check (chips >= 0),
            version bigint not null,
            paid numeric(38) not null default 0,
            ended boolean not null default false,
            check (chips = 0 or not ended)"""
    },
    topics=(frozenset(POSTING) - frozenset(of_wallet.events)) | ENDS,
    fold=fold,
)
