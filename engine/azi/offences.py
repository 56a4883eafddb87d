"""What a game of Azi remembers of what goes against its rules, beside what every game does (`engine/cardgame/offences.py`)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cardgame import offences as cardgame


@dataclass(frozen=True, slots=True)
class Doubt:
    """AZI-DEAL-9: how things stood when a card was played of a hand that nobody else sees, as long as that card is not judged.

    trick: the cards before it, as (seat, card). down: the cards that its player had laid down before, and not taken back. spared:
    AZI-RAZ-2, he need not have beaten with the ace of trumps.
    """

    trick: tuple[tuple[int, str], ...]
    down: tuple[str, ...]
    spared: bool


@dataclass(frozen=True, slots=True)
class Laid(cardgame.Laid):
    """doubt: None if nothing that comes up can change `broken`."""

    trick: int
    doubt: Doubt | None = None

    @property
    def open(self) -> bool:
        """Whether it may have gone against the rules, and nothing shows it so far."""
        return self.doubt is not None and not self.broken


@dataclass(frozen=True, slots=True)
class Fine:
    """A penalty that was imposed. counts: towards two in a row (AZI-VIOL-4)."""

    deal: int
    seat: int
    offence: str
    counts: bool


@dataclass(frozen=True)
class Offences(cardgame.Offences[Laid]):
    """uncut (dealt without a due cut), gone (cards that are out): of this deal. out: seats put out of the game. claimants: who has
    claimed, as (seat, player), without being in the game."""

    uncut: bool = False
    gone: tuple[str, ...] = ()
    fines: tuple[Fine, ...] = ()
    out: tuple[int, ...] = ()
    claimants: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PastDeal(cardgame.PastDeal[Laid]):
    """unseen: first hand, if it never saw its own cards, else 0. finished: it ended in azi, or took the pot. uncut: as in the
    Offences."""

    unseen: int = 0
    finished: bool = False
    uncut: bool = False


NO_OFFENCES = Offences()
