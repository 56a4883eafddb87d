"""What the pages behind the sign-in say in each language: to sign in and out, and when something goes wrong."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class SessionWords:
    """title, about, key, enter: of the sign-in and its form. signed_in: stands before the name of a role. leave: signs out.

    unknown, too_often: why a key was not taken. onward: leads on where the browser does not go by itself. detail: stands before
    what the interface says in English. problems: by the name of a kind of problem, its title and what to do about it.
    """

    title: str
    about: str
    key: str
    enter: str
    signed_in: str
    leave: str
    roles: Mapping[str, str]
    unknown: str
    too_often: str
    onward: str
    detail: str
    problems: Mapping[str, tuple[str, str]]


SESSION_WORDS: Mapping[str, SessionWords] = MappingProxyType(
    {
        "en": SessionWords(
            title="Sign in",
            about="These pages open with an API key, the same that a program sends. It is not kept; the browser gets "
            "a pass for 12 hours at most, which ends when you sign out or the key is revoked.",
            key="API key",
            enter="Sign in",
            signed_in="Signed in:",
            leave="Sign out",
            roles={
                "admin": "admin",
                "auditor": "auditor",
                "cashier": "cashier",
                "player": "player",
                "room": "online room",
                "steward": "steward",
            },
            unknown="This key is not known, or it has been revoked. Copy it anew, whole: it begins with cl_.",
            too_often="This key asks faster than it may. Wait a moment, then try again.",
            onward="Go on",
            detail="In detail:",
            problems={
                "not-allowed": (
                    "You may not see that",
                    "Audits are for auditors and admins, and for stewards at the tables of which they are stewards. If you have "
                    "another key, sign out and sign in with that one.",
                ),
                "form-refused": (
                    "This form was not taken",
                    "It was too old, or it was sent from another site. Nothing was done. Open the page anew and send it once more.",
                ),
                "not-found": ("There is no such thing", "Look at the address, or at the id of the table or game."),
                "malformed": ("This can not be read", "Go back, and look at what was filled in."),
                "method-not-allowed": ("Not in this way", "This address is not meant for that. Begin at one of the pages above."),
                "too-many-requests": ("Too many requests", "This key asks faster than it may. Wait a moment, then try again."),
                "body-too-large": ("Too much at once", "The form holds more than the service takes."),
                "busy": ("Not at this moment", "Somebody else is having it done just now. Try again in a moment."),
                "not-yet": ("Not up to date yet", "Try again in a moment."),
                "unavailable": ("Not at this moment", "The database can not be reached. Try again in a moment."),
                "server-fault": ("The service has failed", "It was not your fault. Tell whoever runs the service."),
            },
        ),
        "ru": SessionWords(
            title="Вход",
            about="Эти страницы открываются ключом API, тем же, что посылают программы. Он нигде не сохраняется; браузер получает "
            "пропуск не больше чем на 12 часов, который кончается, когда вы выходите или ключ отозван.",
            key="Ключ API",
            enter="Войти",
            signed_in="Вы вошли:",
            leave="Выйти",
            roles={
                "admin": "администратор",
                "auditor": "аудитор",
                "cashier": "кассир",
                "player": "игрок",
                "room": "онлайн-зал",
                "steward": "распорядитель",
            },
            unknown="Такого ключа нет, или он отозван. Скопируйте его заново целиком: он начинается с cl_.",
            too_often="С этим ключом запросы идут слишком часто. Подождите немного и попробуйте снова.",
            onward="Дальше",
            detail="Подробнее:",
            problems={
                "not-allowed": (
                    "Вам это не открыто",
                    "Проверки открыты аудиторам и администраторам, а распорядителям — за их столами. Если у вас есть другой ключ, "
                    "выйдите и войдите с ним.",
                ),
                "form-refused": (
                    "Форма не принята",
                    "Она устарела или послана с другого сайта. Ничего не сделано. Откройте страницу заново и пошлите ещё раз.",
                ),
                "not-found": ("Такого нет", "Посмотрите, верны ли адрес и обозначение стола или кона."),
                "malformed": ("Этого не понять", "Вернитесь и посмотрите, что вписано."),
                "method-not-allowed": ("Так нельзя", "Этот адрес не для того. Начните с одной из страниц наверху."),
                "too-many-requests": (
                    "Слишком много запросов",
                    "С этим ключом запросы идут слишком часто. Подождите немного и попробуйте снова.",
                ),
                "body-too-large": ("Слишком много сразу", "В форме больше, чем принимает сервис."),
                "busy": ("Не сейчас", "Этим как раз занят кто-то другой. Попробуйте через минуту."),
                "not-yet": ("Ещё не готово", "Попробуйте через минуту."),
                "unavailable": ("Не сейчас", "База данных недоступна. Попробуйте через минуту."),
                "server-fault": ("Сбой сервиса", "Вы ни в чём не виноваты. Скажите тому, кто ведёт сервис."),
            },
        ),
        "de": SessionWords(
            title="Anmelden",
            about="Diese Seiten öffnet ein API-Schlüssel, derselbe, den Programme senden. Er wird nirgends aufbewahrt; der Browser "
            "bekommt einen Ausweis für höchstens 12 Stunden. Er endet, wenn du dich abmeldest oder der Schlüssel widerrufen wird.",
            key="API-Schlüssel",
            enter="Anmelden",
            signed_in="Angemeldet:",
            leave="Abmelden",
            roles={
                "admin": "Administrator",
                "auditor": "Prüfer",
                "cashier": "Kassierer",
                "player": "Spieler",
                "room": "Online-Raum",
                "steward": "Spielleiter",
            },
            unknown="Diesen Schlüssel gibt es nicht, oder er ist widerrufen. Kopiere ihn neu und ganz: Er beginnt mit cl_.",
            too_often="Dieser Schlüssel fragt öfter, als er darf. Warte einen Augenblick und versuche es noch einmal.",
            onward="Weiter",
            detail="Genauer:",
            problems={
                "not-allowed": (
                    "Das darfst du nicht sehen",
                    "Prüfungen sind für Prüfer und Administratoren, und für Spielleiter an ihren eigenen Tischen. Wenn du einen "
                    "anderen Schlüssel hast, melde dich ab und mit ihm wieder an.",
                ),
                "form-refused": (
                    "Das Formular wurde nicht angenommen",
                    "Es war zu alt, oder es kam von einer fremden Seite. Es ist nichts geschehen. Öffne die Seite neu und sende es "
                    "noch einmal.",
                ),
                "not-found": ("Das gibt es nicht", "Sieh nach der Adresse oder nach der Kennung von Tisch oder Partie."),
                "malformed": ("Das ist nicht zu lesen", "Geh zurück und sieh nach, was ausgefüllt ist."),
                "method-not-allowed": ("Nicht auf diese Weise", "Dafür ist die Adresse nicht da. Beginne mit einer Seite oben."),
                "too-many-requests": (
                    "Zu viele Anfragen",
                    "Dieser Schlüssel fragt öfter, als er darf. Warte einen Augenblick und versuche es noch einmal.",
                ),
                "body-too-large": ("Zu viel auf einmal", "Das Formular enthält mehr, als der Dienst annimmt."),
                "busy": ("Nicht in diesem Augenblick", "Jemand anders lässt es gerade tun. Versuche es gleich noch einmal."),
                "not-yet": ("Noch nicht so weit", "Versuche es gleich noch einmal."),
                "unavailable": (
                    "Nicht in diesem Augenblick",
                    "Die Datenbank ist nicht zu erreichen. Versuche es gleich noch einmal.",
                ),
                "server-fault": ("Der Dienst hat versagt", "Es lag nicht an dir. Sag es dem, der den Dienst betreibt."),
            },
        ),
    }
)
