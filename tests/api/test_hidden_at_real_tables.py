"""At a real table too nobody is sent a card that he may not know: after exposed cards, claims, redeals and corrections."""

from __future__ import annotations

import re

from tests.api.real_table import RealTable
from tests.api.service import Client, Service

IS_CARD = re.compile(r"\b([6-9TJQKA][CDHS])\b")


class Watched(RealTable):
    """After every act each viewer is asked for everything, and no card may be there that he does not know. own: what each seat may
    know beside what is public."""

    def __init__(self, service: Service, players: int, **house: object) -> None:
        super().__init__(service, players, **house)
        self.own: dict[int, set[str]] = {seat: set() for seat in self.seats}
        self.looks = 0

    def do(self, word: str, **fields: object) -> list[dict[str, object]]:
        done = super().do(word, **fields)
        self.look()
        return done

    def knows(self, **cards: str) -> None:
        """What each seat, as "s3", has in hand from now on."""
        for seat, hand in cards.items():
            self.own[int(seat[1:])].update(hand.split())

    def look(self) -> None:
        if self.now()["over"]:  # now the auditor sees all, and players what the house reveals
            return
        history = self.service.ledger.history(f"game-{self.game}")
        public = set(IS_CARD.findall(" ".join(row.state.decode() for row in history)))
        viewers: list[tuple[Client, set[str]]] = [(self.table.of(seat), own) for seat, own in self.own.items()]
        viewers += [(client, set()) for client in (self.service.auditor, self.service.room, self.service.client("steward"))]
        for client, own in viewers:
            self.looks += 1
            for path in (
                f"/v1/games/{self.game}",
                f"/v1/games/{self.game}/events?after={max(0, len(history) - 90)}",
                f"/v1/games/{self.game}/replay?step={len(history)}",
                f"/v1/games/{self.game}/replay",
                f"/v1/penalties?game={self.game}",
            ):
                found = set(IS_CARD.findall(client.get(path).text))
                assert found <= public | own, (path, found - public - own)


def test_no_card_is_sent_to_who_may_not_know_it_through_all_that_can_go_wrong(service: Service) -> None:
    table = Watched(service, 4, dealer=4, false_claim_penalty="ante")
    table.start()
    # Seats 1 and 2 are changed by mistake: what was typed for them stays closed to both.
    table.ritual()
    right = {1: "KD 7H 6S", 2: "TD AH 8H", 3: "AD QS KH", 4: "6D 7D 8D"}
    table.knows(s3=right[3], s4=right[4], s2=right[1])  # known as long as nobody has corrected it
    typed = {"1": right[2].split(), "2": right[1].split(), "3": right[3].split(), "4": right[4].split()}
    table.do("deal", seat=4, hands=typed, trump="9S")
    table.own[2].clear()
    assert table.correct(table.step_of("cards_dealt"), "Seats 1 and 2 changed").status_code == 201
    table.look()
    table.knows(s2=right[2])
    table.do("deal", seat=4, hands={str(seat): cards.split() for seat, cards in right.items()}, trump="9S")
    table.do("expose", seat=2, card="TD")
    table.knows(s2="TS")
    table.do("replace_card", seat=2, card="TS")
    table.knows(s1=right[1])
    table.bids((1, "bet_blind", 5), (2, "call"), (3, "call"), (4, "fold"))
    table.plays("7H AH AD")
    table.do("claim", seat=1, deal=1, trick=1, card="AH")
    table.do("claim", seat=2, deal=1, trick=1, card="AD")
    again = {1: "JD 9H 8S", 2: "KD AH 8H", 3: "AD QS KH", 4: "6D 7D 8D"}
    assert table.events("play_restored")
    table.plays("KH")
    table.do("void_deal", reason="A card fell to the floor")
    table.ritual()
    table.knows(s2=again[2], s3=again[3], s4=again[4])
    table.do("deal", seat=4, hands={str(seat): cards.split() for seat, cards in again.items()}, trump="9S")
    table.knows(s1=again[1])
    table.do("decline_blind", seat=1)
    table.bids((2, "bet", 5), (3, "fold"), (4, "fold"), (1, "fold"))
    assert table.now()["over"]
    assert table.looks > 200
