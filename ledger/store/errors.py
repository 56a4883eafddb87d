"""What can stop a request besides a broken rule. Each has a sentence for the reader: `says` in English, `saying` for other
languages."""

from collections.abc import Iterator
from contextlib import contextmanager

from engine.room.signs import code
from engine.saying import Saying


class LedgerError(Exception):
    """Any failure that the ledger anticipates. index: which act of a list it was, from 0; None: it was no list."""

    sentence = Saying("The ledger could not do this.")
    index: int | None = None

    def __init__(self, saying: str | Saying | None = None) -> None:
        said = saying or self.sentence
        self.saying = said if isinstance(said, Saying) else Saying(said)
        self.says = str(self.saying)
        super().__init__(self.says)


class NotFound(LedgerError):
    """There is no such player, table, game or key. field: of the request that names it; None: its address does."""

    sentence = Saying("There is nothing under this id.")
    field: str | None = None


class NotAllowed(LedgerError):
    """The caller may not do this here, whatever the rules of the game say."""

    sentence = Saying("You may not do this.")


class Stale(LedgerError):
    """The version that the caller named is not the present one. version: the present one."""

    sentence = Saying("It has changed since you read it: read it again.")

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__()


class KeyReused(LedgerError):
    """The idempotency key was sent before, with another request."""

    sentence = Saying("This idempotency key belongs to another request: take a new one.")


class Conflict(LedgerError):
    """Others kept changing the same streams through every attempt. Nothing was written; asking again is safe."""

    sentence = Saying("Others are changing the same things at this moment: ask again.")


class OutcomeUnknown(LedgerError):
    """The connection was lost, or the commit not confirmed, and asking again did not tell whether the events were kept."""

    sentence = Saying("It is not known whether this was kept: ask again with the same idempotency key.")


class TooLarge(LedgerError):
    """An order would bring about more than one append may hold. Nothing was written."""

    sentence = Saying("This is too large to be kept at once.")


class UnfitText(LedgerError):
    """Somebody has written a sign that is not seen, or that turns the writing round. sign: the first one."""

    def __init__(self, sign: str) -> None:
        super().__init__(Saying("A sign that nobody sees, or that turns the writing round, stands in it: {sign}.", sign=code(sign)))


class NotYet(LedgerError):
    """A read model has not come as far as the reader asked. position: how far it has come."""

    sentence = Saying("The books have not come to this position yet: ask again.")

    def __init__(self, position: int) -> None:
        self.position = position
        super().__init__()


class BeyondEnd(LedgerError):
    """The caller names a position that the ledger does not have yet, or no longer has. newest: the position of its last event."""

    sentence = Saying(
        "The ledger ends at position {newest} and does not have the one that you name. If you were given it here, the ledger has"
        " been restored from an earlier state: read again what you keep of it."
    )

    def __init__(self, newest: int) -> None:
        self.newest = newest
        super().__init__(Saying(self.sentence.template, newest=newest))


class Unavailable(LedgerError):
    """The database cannot be reached, or did not answer in time. Nothing was written."""

    sentence = Saying("The database cannot be reached at this moment: ask again.")


class Unreadable(LedgerError):
    """A stored event cannot be understood: its name or version is unknown, or its bytes are damaged. cause: why, a part of a
    sentence."""

    def __init__(self, stream: str, version: int, cause: Saying) -> None:
        self.stream, self.version, self.cause = stream, version, cause
        super().__init__(Saying("Event {version} of {stream} cannot be read: {why}.", version=version, stream=stream, why=cause))


class Unreplayable(LedgerError):
    """A recorded step of a game is damaged or cannot have happened after the steps before it.

    step: its number. cause: why, a part of a sentence; why: the same in English. unread: the numbers of the steps that were
    therefore not evaluated, this one the first.
    """

    def __init__(self, game: str, step: int, last: int, cause: Saying) -> None:
        self.game, self.step, self.cause, self.why = game, step, cause, str(cause)
        self.unread = range(step, last + 1)
        template = "Step {step} of game {game} cannot be replayed: {why}; it was not evaluated."
        if last > step:
            template = "Step {step} of game {game} cannot be replayed: {why}; steps {step} to {last} were not evaluated."
        super().__init__(Saying(template, step=step, game=game, why=cause, last=last))


@contextmanager
def at_field(field: str) -> Iterator[None]:
    """Whatever is not found inside is named by this field of the request."""
    try:
        yield
    except NotFound as error:
        error.field = field
        error.saying = Saying("{name}: {says}", name=field, says=error.saying)
        raise
