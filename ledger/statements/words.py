"""What a statement says to people, in English, Russian and German: what each line was for, groups of kinds, headings.

English words of kinds stand beside the postings that make them (`ledger.postings.WORDS`). A kind that a language lacks is said in
English, and one without a group is counted under "other"; a test says which are missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ledger.postings import WORDS

# Which kinds are counted together in the totals of a statement, in the order in which they are told.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "deposits": ("deposit",),
    "withdrawals": ("withdrawal",),
    "settlements": ("settlement",),
    "table": ("to_table", "from_table"),
    "debts": ("debt",),
    "antes": ("ante",),
    "stakes": ("stake", "points"),
    "bets": ("blind_bet", "bet", "call", "raise"),
    "buy_ins": ("buy_in",),
    "winnings": ("winnings",),
    "penalties": (
        "penalty_renege",
        "penalty_exposed_card",
        "penalty_missing_cut",
        "penalty_false_claim",
        "penalty",
        "penalty_ruling",
    ),
    "refunds": ("refund",),
    "corrections": ("correction",),
    "rulings": ("ruling", "ruling_reversed"),
    "other": ("difference",),
}
GROUP_OF: Mapping[str, str] = {kind: group for group, kinds in GROUPS.items() for kind in kinds}


@dataclass(frozen=True, slots=True)
class Wording:
    """One language. tag: as in `?lang=`. kinds, groups: words by name. The others are headings and
    labels; day: how `strftime` writes a day; mark: before the digits behind the point.
    """

    tag: str
    kinds: Mapping[str, str]
    groups: Mapping[str, str]
    scopes: Mapping[str, str]
    bases: Mapping[str, str]
    title: str
    player: str
    period: str
    since: str
    until: str
    so_far: str
    always: str
    time: str
    what: str
    amount: str
    balance: str
    opening: str
    closing: str
    brought: str
    carried: str
    totals: str
    received: str
    paid: str
    net: str
    lines: str
    none: str
    game: str
    table: str
    page: str
    taken: str
    units: str
    account: str
    recorded: str
    effective: str
    day: str
    mark: str

    def kind(self, kind: str) -> str:
        """What a line of this kind was for."""
        return self.kinds.get(kind) or WORDS.get(kind, kind)

    def scope(self, scope: str) -> str:
        """Which accounts a statement of this scope is about."""
        word, _, table = scope.partition(":")
        return self.scopes[word].format(table=table)

    def where(self, game: str | None, step: int, table: str | None) -> str:
        """Where it happened: the game and its step, or the table; "" at the cash desk."""
        if game is not None:
            return self.game.format(game=game, step=step)
        return self.table.format(table=table) if table is not None else ""


ENGLISH = Wording(
    tag="en",
    kinds=WORDS,
    groups={
        "deposits": "Deposits",
        "withdrawals": "Withdrawals",
        "settlements": "Debts paid",
        "table": "Between wallet and tables",
        "debts": "Debts taken over by the wallet",
        "antes": "Antes",
        "stakes": "Stakes and points",
        "bets": "Bets",
        "buy_ins": "Buy-ins",
        "winnings": "Winnings",
        "penalties": "Penalties",
        "refunds": "Refunds",
        "corrections": "Corrections",
        "rulings": "Rulings",
        "other": "Other",
    },
    scopes={"all": "wallet and stacks", "wallet": "wallet", "stacks": "stacks at tables", "stack": "stack at table {table}"},
    bases={"recorded": "by the time recorded", "effective": "by the time at the table"},
    title="Statement of account",
    player="Player",
    period="Period",
    since="from {start}",
    until="to {end} (that moment not included)",
    so_far="to {end}",
    always="from the beginning",
    time="Time",
    what="What for",
    amount="Amount",
    balance="Balance",
    opening="Opening balance",
    closing="Closing balance",
    brought="Brought forward",
    carried="Carried forward",
    totals="Totals",
    received="Received",
    paid="Paid",
    net="Net",
    lines="Lines",
    none="Nothing was moved in this period.",
    game="game {game}, step {step}",
    table="table {table}",
    page="Page {page} of {pages}",
    taken="Position {position} of the ledger, {moment}",
    units="Amounts in {unit}. Times in {tz}, {basis}.",
    account="Account",
    recorded="recorded {moment}",
    effective="at the table {moment}",
    day="%Y-%m-%d",
    mark=".",
)
RUSSIAN = Wording(
    tag="ru",
    kinds={
        "deposit": "Взнос в кассу",
        "withdrawal": "Выплата из кассы",
        "to_table": "Из кошелька на стол",
        "from_table": "Со стола в кошелёк",
        "debt": "Долг за столом, принятый кошельком",
        "ante": "Коновые",
        "stake": "Ставка",
        "points": "Проигранные очки, в банк",
        "blind_bet": "Ставка втёмную",
        "bet": "Ставка",
        "call": "Уравнял",
        "raise": "Поднял",
        "buy_in": "Вкуп после ази",
        "winnings": "Выигранный банк",
        "penalty_renege": "Штраф за ренонс, в банк",
        "penalty_exposed_card": "Штраф за засвеченную карту, в банк",
        "penalty_missing_cut": "Штраф за пропущенное снятие, в банк",
        "penalty_false_claim": "Штраф за напрасное заявление, в банк",
        "penalty": "Штраф, в банк",
        "refund": "Возврат: сдача или кон недействительны",
        "correction": "Исправление ошибки в записи",
        "settlement": "Долг, уплаченный в кассу",
        "difference": "Разница при пересчёте кассы",
        "ruling": "По решению спора",
        "ruling_reversed": "Отменено: вместо прежнего решения вынесено новое",
        "penalty_ruling": "Штраф по решению, заведению",
    },
    groups={
        "deposits": "Взносы",
        "withdrawals": "Выплаты",
        "settlements": "Уплаченные долги",
        "table": "Между кошельком и столами",
        "debts": "Долги, принятые кошельком",
        "antes": "Коновые",
        "stakes": "Ставки партий и очки",
        "bets": "Ставки",
        "buy_ins": "Вкупы",
        "winnings": "Выигрыши",
        "penalties": "Штрафы",
        "refunds": "Возвраты",
        "corrections": "Исправления",
        "rulings": "Решения по спорам",
        "other": "Прочее",
    },
    scopes={"all": "кошелёк и стеки", "wallet": "кошелёк", "stacks": "стеки за столами", "stack": "стек за столом {table}"},
    bases={"recorded": "по времени записи", "effective": "по времени за столом"},
    title="Выписка по счёту",
    player="Игрок",
    period="Период",
    since="с {start}",
    until="до {end} (не включая)",
    so_far="по {end}",
    always="с самого начала",
    time="Время",
    what="За что",
    amount="Сумма",
    balance="Остаток",
    opening="Начальный остаток",
    closing="Конечный остаток",
    brought="Перенос с прошлой страницы",
    carried="Перенос на следующую страницу",
    totals="Итоги",
    received="Получено",
    paid="Отдано",
    net="Всего",
    lines="Строк",
    none="За этот период ничего не двигалось.",
    game="кон {game}, шаг {step}",
    table="стол {table}",
    page="Страница {page} из {pages}",
    taken="Позиция {position} книги, {moment}",
    units="Суммы в единицах «{unit}». Время: {tz}, {basis}.",
    account="Счёт",
    recorded="записано {moment}",
    effective="за столом {moment}",
    day="%d.%m.%Y",
    mark=",",
)
GERMAN = Wording(
    tag="de",
    kinds={
        "deposit": "Einzahlung an der Kasse",
        "withdrawal": "Auszahlung an der Kasse",
        "to_table": "Vom Konto an den Tisch",
        "from_table": "Vom Tisch aufs Konto",
        "debt": "Schuld am Tisch, vom Konto übernommen",
        "ante": "Grundeinsatz",
        "stake": "Einsatz der Partie",
        "points": "Verlorene Punkte, in den Topf",
        "blind_bet": "Blindeinsatz",
        "bet": "Einsatz",
        "call": "Mitgegangen",
        "raise": "Erhöhung",
        "buy_in": "Einkauf nach einem Azi",
        "winnings": "Gewonnener Topf",
        "penalty_renege": "Strafe für eine Renonce, in den Topf",
        "penalty_exposed_card": "Strafe für eine aufgedeckte Karte, in den Topf",
        "penalty_missing_cut": "Strafe für fehlendes Abheben, in den Topf",
        "penalty_false_claim": "Strafe für eine falsche Reklamation, in den Topf",
        "penalty": "Strafe, in den Topf",
        "refund": "Zurück: Runde oder Partie ungültig",
        "correction": "Berichtigung eines Tippfehlers",
        "settlement": "Schuld, an der Kasse bezahlt",
        "difference": "Differenz beim Zählen der Kasse",
        "ruling": "Durch Schiedsspruch",
        "ruling_reversed": "Zurückgenommen: ein späterer Schiedsspruch gilt",
        "penalty_ruling": "Strafe durch Schiedsspruch, an das Haus",
    },
    groups={
        "deposits": "Einzahlungen",
        "withdrawals": "Auszahlungen",
        "settlements": "Bezahlte Schulden",
        "table": "Zwischen Konto und Tischen",
        "debts": "Vom Konto übernommene Schulden",
        "antes": "Grundeinsätze",
        "stakes": "Einsätze der Partien und Punkte",
        "bets": "Einsätze",
        "buy_ins": "Einkäufe",
        "winnings": "Gewinne",
        "penalties": "Strafen",
        "refunds": "Rückzahlungen",
        "corrections": "Berichtigungen",
        "rulings": "Schiedssprüche",
        "other": "Sonstiges",
    },
    scopes={"all": "Konto und Stacks", "wallet": "Konto", "stacks": "Stacks an Tischen", "stack": "Stack an Tisch {table}"},
    bases={"recorded": "nach dem Zeitpunkt der Aufzeichnung", "effective": "nach der Zeit am Tisch"},
    title="Kontoauszug",
    player="Spieler",
    period="Zeitraum",
    since="von {start}",
    until="bis {end} (ausschließlich)",
    so_far="bis {end}",
    always="von Anfang an",
    time="Zeit",
    what="Wofür",
    amount="Betrag",
    balance="Saldo",
    opening="Anfangssaldo",
    closing="Endsaldo",
    brought="Übertrag von der vorigen Seite",
    carried="Übertrag auf die nächste Seite",
    totals="Summen",
    received="Erhalten",
    paid="Gezahlt",
    net="Gesamt",
    lines="Zeilen",
    none="In diesem Zeitraum wurde nichts bewegt.",
    game="Partie {game}, Schritt {step}",
    table="Tisch {table}",
    page="Seite {page} von {pages}",
    taken="Position {position} der Bücher, {moment}",
    units="Beträge in {unit}. Zeiten in {tz}, {basis}.",
    account="Konto",
    recorded="aufgezeichnet {moment}",
    effective="am Tisch {moment}",
    day="%d.%m.%Y",
    mark=",",
)
WORDINGS: Mapping[str, Wording] = MappingProxyType({each.tag: each for each in (ENGLISH, RUSSIAN, GERMAN)})
