"""How a game begins: who plays, and the lot for the first dealer."""

from engine import lot, seats
from engine.cardgame.commands import DrawLot, StartGame
from engine.cardgame.events import AntesPosted, GameStarted, LotDrawn, StakesPosted
from engine.cardgame.house import House
from engine.cardgame.offences import Laid
from engine.cardgame.particulars import Particulars
from engine.cardgame.state import CardGame, G
from engine.changed import changed
from engine.chips import Chips
from engine.parts import Draw, Seated, Stake, without_stakes
from engine.rules import require


def start_game(game: CardGame[Laid], command: StartGame) -> tuple[GameStarted | LotDrawn, ...]:
    """GameStarted, and LotDrawn if the lot comes with the command.

    Refuses a game that has begun, seats or players that come twice, more players than the house takes or fewer than it needs who
    can pay, and neither dealer nor lot where the service deals. A dealer who does not sit here is followed by the nearest seat
    clockwise.
    """
    by, house = game.by, command.house
    require(game.phase == "new", by.order, "This game has begun already.")
    seated = tuple(sorted(command.seats, key=lambda player: player.seat))
    _may_play(by, house, seated)
    numbers = tuple([player.seat for player in seated])
    dealer = command.dealer
    if dealer is not None and dealer not in numbers:
        dealer = seats.next_clockwise(numbers, dealer)
    started = by.family.own(GameStarted)(command.table, command.number, house, command.unit, command.scale, seated, dealer)
    if dealer is not None:
        return (started,)
    if command.lot is None:
        require(house.deck != "service", by.lot, "The first dealer is drawn by lot, and no lot has come.")
        return (started,)
    whole = by.pack(house)
    require(len(command.lot) == len(whole) and set(command.lot) == set(whole), by.cards, "The lot is drawn from the whole pack.")
    return (started, by.family.own(LotDrawn)(*lot.drawn(numbers, command.lot)))


def _may_play(by: Particulars, house: House, seated: tuple[Seated, ...]) -> None:
    numbers, players = {player.seat for player in seated}, {player.player for player in seated}
    once = len(numbers) == len(players) == len(seated) and min(numbers, default=1) > 0
    require(once, by.seats, "Each seat and each player comes once, and seats are numbered from 1.")
    says = "At most {most} play here, not {seated}."
    require(len(seated) <= house.players_max, by.crowd, says, most=house.players_max, seated=len(seated))
    enough(by, house, [player.stack for player in seated])


def enough(by: Particulars, house: House, stacks: list[int]) -> None:
    """Refuse a game of fewer players than the house needs who can post the stake; or as the game says."""
    if by.enough is not None:
        by.enough(house, stacks)
        return
    price = by.stake(house)
    able = len([stack for stack in stacks if stack >= price])
    says = "A game needs {needed} players who can post the stake of {price}; here are {able}."
    require(able >= house.players_min, by.stakes, says, needed=house.players_min, price=price, able=able)


def stakes(game: CardGame[Laid], due: tuple[int, ...]) -> tuple[int, tuple[Stake, ...], tuple[int, ...], Chips]:
    """What an event of stakes tells (`StakesPosted`): whoever can pay puts the stake in, whoever cannot is out; nobody is out
    if nobody can pay. due: seats, ascending."""
    price, stacks = game.by.stake(game.house), game.stacks
    paying = tuple([seat for seat in due if stacks[seat] >= price])
    out = tuple([seat for seat in due if stacks[seat] < price]) if paying else ()
    posted = tuple([Stake(seat, game.players[seat], price) for seat in paying])
    return game.deal, posted, out, game.pot + price * len(paying)


def draw_lot(game: CardGame[Laid], command: DrawLot) -> tuple[LotDrawn]:
    """LotDrawn, from the draws of a real table, given one after the other; the highest rank deals, ace high.

    Refuses another phase, a card that is not in the pack or comes twice in a round, and a round in which not exactly those draw who
    have to.
    """
    by = game.by
    require(game.phase == "lot", by.order, "No lot is due in this game.", phase=game.phase)
    draws = tuple([Draw(draw.seat, draw.card) for draw in command.draws])
    return (by.family.own(LotDrawn)(*lot.entered(game.staying, draws, by.lot, by.cards, by.pack(game.house))),)


def started(game: G, event: GameStarted, **more: object) -> G:
    """The state after the beginning."""
    house = event.house
    stacks = {player.seat: player.stack for player in event.seats}
    return changed(
        game,
        phase="lot" if event.dealer is None else game.by.first_phase,
        house=house,
        table=event.table,
        number=event.number,
        unit=event.unit,
        scale=event.scale,
        seats=tuple(stacks),
        players={player.seat: player.player for player in event.seats},
        stacks=stacks,
        brought=stacks,
        dealer=event.dealer or 0,
        deal=1,
        offences=changed(game.offences, recorded=True) if house.enforcement == "record" else game.offences,
        **{"active": tuple(stacks), **more},
    )


def lot_drawn(game: G, event: LotDrawn, **more: object) -> G:
    """It has named the dealer."""
    return changed(game, phase=game.by.first_phase, dealer=event.dealer, **more)


def staked(game: G, event: StakesPosted) -> G:
    """Who has paid plays; if that is not the dealer, the nearest clockwise of him deals."""
    paying = tuple([stake.seat for stake in event.stakes])
    dealer = game.dealer if game.dealer in paying else seats.next_clockwise(paying, game.dealer)
    stacks = without_stakes(game.stacks, event.stakes)
    return changed(game, stacks=stacks, pot=event.pot, active=paying, dealer=dealer, first_dealer=dealer)


def antes_posted(game: G, event: StakesPosted) -> G:
    """The dealer shuffles for those who have paid."""
    game = staked(game, event)
    return changed(game, phase="shuffle", turn=game.dealer)


def post_antes(game: CardGame[Laid]) -> AntesPosted:
    """Of everybody who can pay."""
    return game.by.family.own(AntesPosted)(*stakes(game, game.active))
