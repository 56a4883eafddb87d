"""What the page of audits says in each language. The findings themselves are in English, as the interface gives them."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class AuditWords:
    """The furniture of the page.

    audits: by the name of an audit, what people call it and a sentence on what it looks for. severities: words by severity.
    about to table_hint, run, again: of the form; own_table stands there for stewards in place of every_table, and
    which_own tells one who chose none.

    in_order, notes_only, faulty: headlines; the last two take the numbers of {faults} and {notes}. looked: heading of what has been
    looked at; games to head: its lines; whole: for the money, of which all is. columns: of the findings, in their order.
    step, position, account: what stands before the number in a place. withheld, more, following, older, csv: sentences and links.
    """

    title: str
    about: str
    audits: Mapping[str, tuple[str, str]]
    which: str
    table: str
    every_table: str
    own_table: str
    which_own: str
    game: str
    game_hint: str
    table_hint: str
    run: str
    again: str
    in_order: str
    notes_only: str
    faulty: str
    looked: str
    games: str
    running: str
    events: str
    unread: str
    head: str
    whole: str
    findings: str
    columns: tuple[str, str, str, str, str, str]
    severities: Mapping[str, str]
    step: str
    position: str
    account: str
    withheld: str
    more: str
    following: str
    older: str
    csv: str


AUDIT_WORDS: Mapping[str, AuditWords] = MappingProxyType(
    {
        "en": AuditWords(
            title="Audits",
            about="An audit looks for what is not as it should be in the record, and changes nothing. A fault is a wrong record; a "
            "note is a right record of something that somebody should know of.",
            audits={
                "standing": (
                    "The standing audit",
                    "What has been found so far: every game is audited when it has ended, and again when a ruling on it comes.",
                ),
                "games": ("Games", "Every act is carried out again, and what comes of it is compared with what is stored."),
                "penalties": ("Penalties", "Was each penalty due, of the right amount and paid by the right player?"),
                "misdeals": ("Misdeals", "Short or missing cuts, cards that are there twice, exposed cards handled otherwise."),
                "money": ("Money", "Every entry, pot, stack and account of the club, and whether the books say the same."),
            },
            which="What is to be audited?",
            table="Table",
            every_table="Every table",
            own_table="Choose one of your tables",
            which_own="Choose one of your tables, or name a game at one: a steward audits those.",
            game="Or one game",
            game_hint="Its id, such as abcdefgh-3: the table's id, a dash, the number of the game.",
            table_hint="Its id.",
            run="Audit",
            again="Another audit",
            in_order="In order",
            notes_only="In order. Notes: {notes}",
            faulty="Faults: {faults}. Notes: {notes}",
            looked="What has been looked at",
            games="Games",
            running="of them not over yet",
            events="Events",
            unread="of them not to be evaluated",
            head="Position of the last event",
            whole="The books of the whole club, from the first event to the last.",
            findings="Findings",
            columns=("Severity", "Rule", "Where", "Expected", "Found", "What it says"),
            severities={"fault": "Fault", "note": "Note"},
            step="step",
            position="position",
            account="account",
            withheld="What differs here is withheld: it tells of cards that you may not see.",
            more="There are more findings than these first ones.",
            following="The next games",
            older="What was found before that",
            csv="These findings as a file (CSV)",
        ),
        "ru": AuditWords(
            title="Проверки",
            about="Проверка ищет в записях то, чего быть не должно, и ничего не меняет. Ошибка — запись неверна; замечание — "
            "запись верна, но о ней кому-то надо знать.",
            audits={
                "standing": (
                    "Постоянная проверка",
                    "Что найдено до сих пор: каждый кон проверяется, как только кончился, и снова после решения о нём.",
                ),
                "games": ("Коны", "Каждое действие выполняется заново, и что из него выходит, сличается с записанным."),
                "penalties": ("Штрафы", "Был ли каждый штраф положен, верна ли сумма, тот ли игрок заплатил?"),
                "misdeals": ("Сдачи", "Неполные и пропущенные съёмы, карты, которых две, засвеченные карты не по правилам."),
                "money": ("Деньги", "Каждая проводка, банк, стек и счёт зала, и то же ли говорят книги."),
            },
            which="Что проверить?",
            table="Стол",
            every_table="Все столы",
            own_table="Выберите один из своих столов",
            which_own="Выберите один из своих столов или назовите кон за ним: распорядитель проверяет их.",
            game="Или один кон",
            game_hint="Его обозначение, например abcdefgh-3: обозначение стола, дефис и номер кона.",
            table_hint="Его обозначение.",
            run="Проверить",
            again="Другая проверка",
            in_order="Всё в порядке",
            notes_only="Всё в порядке. Замечаний: {notes}",
            faulty="Ошибок: {faults}. Замечаний: {notes}",
            looked="Что просмотрено",
            games="Коны",
            running="из них ещё идут",
            events="События",
            unread="из них не разобрать",
            head="Место последнего события",
            whole="Книги всего зала, от первого события до последнего.",
            findings="Что найдено",
            columns=("Важность", "Правило", "Где", "Должно быть", "Записано", "Объяснение"),
            severities={"fault": "Ошибка", "note": "Замечание"},
            step="шаг",
            position="место",
            account="счёт",
            withheld="Что здесь не так, не показано: это выдало бы карты, которых вам видеть нельзя.",
            more="Найдено больше, чем показано здесь.",
            following="Следующие коны",
            older="Найденное раньше",
            csv="Найденное файлом (CSV)",
        ),
        "de": AuditWords(
            title="Prüfungen",
            about="Eine Prüfung sucht in den Aufzeichnungen, was nicht so ist, wie es sein soll, und ändert nichts. Ein Fehler ist "
            "eine falsche Aufzeichnung; ein Hinweis ist eine richtige, von der jemand wissen sollte.",
            audits={
                "standing": (
                    "Die laufende Prüfung",
                    "Was bisher gefunden wurde: Jede Partie wird am Ende geprüft, und wieder nach einer Entscheidung über sie.",
                ),
                "games": (
                    "Partien",
                    "Jede Handlung wird noch einmal ausgeführt und ihr Ergebnis mit dem Gespeicherten verglichen.",
                ),
                "penalties": ("Strafen", "War jede Strafe fällig, ihr Betrag richtig, und hat der Richtige gezahlt?"),
                "misdeals": ("Geben", "Zu knapp oder gar nicht abgehoben, doppelte Karten, aufgedeckte Karten falsch behandelt."),
                "money": ("Geld", "Jede Buchung, jeder Topf, Stack und jedes Konto des Raums, und ob die Bücher dasselbe sagen."),
            },
            which="Was soll geprüft werden?",
            table="Tisch",
            every_table="Alle Tische",
            own_table="Wähle einen deiner Tische",
            which_own="Wähle einen deiner Tische oder nenne eine Partie an einem: Ein Spielleiter prüft diese.",
            game="Oder eine Partie",
            game_hint="Ihre Kennung, etwa abcdefgh-3: die Kennung des Tisches, ein Strich, die Nummer der Partie.",
            table_hint="Seine Kennung.",
            run="Prüfen",
            again="Noch eine Prüfung",
            in_order="In Ordnung",
            notes_only="In Ordnung. Hinweise: {notes}",
            faulty="Fehler: {faults}. Hinweise: {notes}",
            looked="Was angesehen wurde",
            games="Partien",
            running="davon noch nicht vorbei",
            events="Ereignisse",
            unread="davon nicht auszuwerten",
            head="Stelle des letzten Ereignisses",
            whole="Die Bücher des ganzen Raums, vom ersten Ereignis bis zum letzten.",
            findings="Befunde",
            columns=("Schwere", "Regel", "Wo", "Erwartet", "Gefunden", "Erklärung"),
            severities={"fault": "Fehler", "note": "Hinweis"},
            step="Schritt",
            position="Stelle",
            account="Konto",
            withheld="Was hier abweicht, bleibt verborgen: Es verriete Karten, die du nicht sehen darfst.",
            more="Es gibt mehr Befunde als diese ersten.",
            following="Die nächsten Partien",
            older="Frühere Befunde",
            csv="Diese Befunde als Datei (CSV)",
        ),
    }
)
