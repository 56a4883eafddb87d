"""What is wrong with a set-up, and how to mend it: one finding for each thing that is looked at."""

from __future__ import annotations

import errno
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import psycopg
from psycopg import sql
from psycopg.rows import TupleRow

from ledger.database import migrate
from ledger.database.account import server_account
from ledger.database.binaries import MISSING, found
from ledger.database.cluster import check_reach, make_folder, unmade
from ledger.running.models import EVERY
from ledger.running.opening import database_at
from ledger.settings import VIEWS, Settings, SetupFault

LAG_MAX = 1000
PYTHON_LEAST = (3, 11)


@dataclass(frozen=True, slots=True)
class Finding:
    """about: what was looked at. grade: "good", "note" (works, with less protection) or "wrong". mend: what to do, or ""."""

    about: str
    grade: str
    says: str
    mend: str = ""


def examined(settings: Settings) -> Iterator[Finding]:
    """Everything that can be examined, each thing after those it depends on; it may start the embedded PostgreSQL."""
    yield _python()
    yield _port(settings.host, settings.port)
    with ExitStack() as stack:
        if settings.database_url is None:
            data = settings.data
            try:
                settings = replace(settings, data=stack.enter_context(_trial(data)))
                embedded = [_programs(), _folder(settings.data, data)]
            except OSError as fault:
                embedded = [_programs(), _unfit(unmade(data, fault))]
            yield from embedded
            if any(finding.grade == "wrong" for finding in embedded):
                return
        try:
            url = stack.enter_context(database_at(settings))
            connection = stack.enter_context(psycopg.connect(url, autocommit=True))
        except (SetupFault, psycopg.OperationalError) as fault:
            yield Finding("connection", "wrong", " ".join(str(fault).split()), "Start the server, or correct DATABASE_URL.")
            return
        yield from _database(connection, settings)


def _python() -> Finding:
    """Python's version."""
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] < PYTHON_LEAST:
        return Finding("python", "wrong", f"This is Python {version}.", "Install Python 3.11 or newer and run ./run setup.")
    return Finding("python", "good", f"Python {version}")


def _port(host: str, port: int) -> Finding:
    """Whether the service could listen."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as fault:
        if fault.errno != errno.EADDRINUSE:
            mend = "Set CARDLEDGER_HOST to an address of this machine, CARDLEDGER_PORT to a port you may use."
            return Finding("port", "wrong", f"{host}:{port} cannot be listened on: {fault.strerror}.", mend)
        return Finding(
            "port", "note", f"{host}:{port} cannot be listened on: {fault.strerror}.",
            "If that is not cardledger itself, set CARDLEDGER_PORT to a free one.",
        )  # fmt: skip
    return Finding("port", "good", f"{host}:{port} is free")


def _programs() -> Finding:
    """Whether there is a PostgreSQL to run."""
    programs = found()
    if not programs:
        return Finding("postgresql", "wrong", "There is no PostgreSQL to run.", MISSING)
    return Finding("postgresql", "good", f"PostgreSQL {programs[0].version} in {programs[0].folder}")


@contextmanager
def _trial(data: Path) -> Iterator[Path]:
    """The data folder, or while there is none a temporary one in its place: looking leaves nothing behind.

    Raises OSError: the data folder could not be made.
    """
    if data.exists():
        yield data
        return
    trial = Path(mkdtemp(prefix="cardledger-doctor-", dir=next(folder for folder in data.parents if folder.exists())))
    trial.chmod(0o755 if os.geteuid() == 0 else 0o700)
    try:
        yield trial
    finally:
        rmtree(trial, ignore_errors=True)


def _unfit(fault: SetupFault) -> Finding:
    """A data folder that will not do."""
    says, _, mend = str(fault).partition(": ")
    mend = mend or "set CARDLEDGER_DATA to another folder."
    return Finding("data folder", "wrong", f"{says}.", mend[0].upper() + mend[1:])


def _folder(data: Path, told: Path) -> Finding:
    """Whether the data folder can be used by us and by the server's account. told: the name it is reported under."""
    try:
        make_folder(data)
        account = server_account(data / "postgres")
        check_reach(data, account)
    except SetupFault as fault:
        return _unfit(SetupFault(str(fault).replace(str(data), str(told))))
    free = os.statvfs(data).f_bavail * os.statvfs(data).f_frsize // 1_000_000
    if free < 500:
        return Finding(
            "data folder", "note", f"{told} has only {free} MB left.", "Make room, or set CARDLEDGER_DATA to a larger disk."
        )
    return Finding("data folder", "good", f"{told}, server as {account.name}, {free // 1000} GB free")


def _database(connection: psycopg.Connection[TupleRow], settings: Settings) -> Iterator[Finding]:
    """The server, the club's schema and what protects it."""
    version = connection.info.server_version
    if version < migrate.VERSION_LEAST:
        yield Finding("connection", "wrong", f"The server is PostgreSQL {version // 10000}.", "Use PostgreSQL 15 or newer.")
        return
    yield Finding("connection", "good", f"PostgreSQL {version // 10000}.{version % 10000} answers")
    schema = settings.schema
    files = {int(file.name.partition("_")[0]) for file in migrate.FILES.glob("*.sql")}
    if _value(connection, "SELECT to_regclass(%s)", f"{schema}.migrations") is None:
        yield Finding(
            "migrations", "note", f"There is no club in the schema {schema} yet.", "The next `cardledger serve` makes it."
        )
        yield _roles_to_come(connection)
        return
    try:
        applied = {
            number
            for (number,) in connection.execute(sql.SQL("SELECT number FROM {}").format(sql.Identifier(schema, "migrations")))
        }
        yield _migrations(files, applied)
        yield _unit(connection, settings)
        yield _roles(connection, schema)
        yield _lag(connection, schema)
        yield _letters(connection, schema)
    except psycopg.Error as fault:
        mend = "Give the role of DATABASE_URL the right to read the club's schema, or run `cardledger migrate`."
        yield Finding("schema", "wrong", " ".join(str(fault).split()), mend)


def _migrations(files: set[int], applied: set[int]) -> Finding:
    """Whether the schema is of this release."""
    if missing := sorted(files - applied):
        return Finding("migrations", "wrong", f"Not applied yet: {', '.join(map(str, missing))}.", "Run `cardledger migrate`.")
    if newer := sorted(applied - files):
        return Finding(
            "migrations", "wrong", f"The schema has migrations that this release lacks: {newer}.", "Install the newer cardledger."
        )
    return Finding("migrations", "good", f"all {len(files)} applied")


def _unit(connection: psycopg.Connection[TupleRow], settings: Settings) -> Finding:
    """Whether the settings name what the club counts."""
    unit, scale = connection.execute(
        sql.SQL("SELECT unit, scale FROM {}").format(sql.Identifier(settings.schema, "club"))
    ).fetchone() or ("", 0)
    if (unit, scale) != (settings.unit, settings.scale):
        return Finding(
            "club", "wrong", f"The club counts in {unit}, scale {scale}; the settings say {settings.unit}, scale {settings.scale}.",
            f"Set CARDLEDGER_UNIT={unit} and CARDLEDGER_SCALE={scale}.",
        )  # fmt: skip
    return Finding("club", "good", f"counts in {unit}, scale {scale}")


def _roles_to_come(connection: psycopg.Connection[TupleRow]) -> Finding:
    """Whether the first migration can make roles of its own for the events and for the service."""
    if _value(connection, "SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user"):
        return Finding("roles", "good", "the first migration can make a role that may append and read events, nothing else")
    who = connection.info.user
    return Finding(
        "roles", "note", f"The role {who} may not make roles: it will own the events and serve too; only a trigger protects them.",
        f"Say ALTER ROLE {who} CREATEROLE as an administrator before the first start; later it changes nothing.",
    )  # fmt: skip


def _roles(connection: psycopg.Connection[TupleRow], schema: str) -> Finding:
    """Whether rights protect the events, or only the trigger."""
    owner = _value(connection, "SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = %s", schema)
    if owner != migrate.OWNER:
        return Finding(
            "roles", "note", f"The role {owner} owns the events and serves too, so only the trigger protects them.",
            "Give the role of DATABASE_URL the right CREATEROLE before a club's first migration.",
        )  # fmt: skip
    rights = _value(
        connection,
        "SELECT string_agg(word, ', ') FROM unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS word"
        " WHERE has_table_privilege(%s, %s, word)",
        migrate.SERVICE,
        f"{schema}.events",
    )
    if rights:
        return Finding(
            "roles", "wrong", f"The service's role has the rights {rights} on events.", f"Revoke them from {migrate.SERVICE}."
        )
    return Finding("roles", "good", "the service may append and read events, nothing else")


def _lag(connection: psycopg.Connection[TupleRow], schema: str) -> Finding:
    """How far the read models are behind the events."""
    head = _one(connection, sql.SQL("SELECT coalesce(max(notification_id), 0) FROM {}").format(sql.Identifier(schema, "events")))
    if _value(connection, "SELECT to_regclass(%s)", f"{schema}{VIEWS}.tracking") is None:
        return Finding("read models", "note", "There are none yet.", "`cardledger serve` or `cardledger worker` makes them.")
    reached: dict[str, int] = dict(
        connection.execute(
            sql.SQL("SELECT model, position FROM {}").format(sql.Identifier(f"{schema}{VIEWS}", "tracking"))
        ).fetchall()
    )
    behind = {name: head - reached.get(name, 0) for name in EVERY}
    last, lag = max(behind.items(), key=lambda pair: pair[1])
    if lag > LAG_MAX:
        mend = "Run `cardledger serve` or `cardledger worker`; if one runs, read its log."
        return Finding("read models", "wrong", f"{last} is {lag} events behind.", mend)
    return Finding("read models", "good", f"at most {lag} events behind {head}")


def _letters(connection: psycopg.Connection[TupleRow], schema: str) -> Finding:
    """Whether everybody has been told what he is to be told."""
    tables = {name: sql.Identifier(schema, name) for name in ("receivers", "outbox")}
    count = "SELECT count(*) FROM {outbox} WHERE dead_at IS NOT NULL"
    dead = _one(connection, sql.SQL(count).format(**tables))
    stopped = _one(connection, sql.SQL("SELECT count(*) FROM {receivers} WHERE state <> 'on'").format(**tables))
    if dead or stopped:
        mend = "`cardledger webhook list` names them; `resend` sends dead letters again, `resume` tells a webhook again."
        return Finding("notices", "note", f"{dead} dead letters; {stopped} webhooks were suspended or have answered 410.", mend)
    waiting = _one(connection, sql.SQL("SELECT count(*) FROM {outbox}").format(**tables))
    return Finding("notices", "good", f"{waiting} wait to be sent, none was given up")


def _value(connection: psycopg.Connection[TupleRow], statement: str, *values: str) -> object:
    """One value of one row, or None."""
    row = connection.execute(statement.encode(), values).fetchone()
    return row[0] if row else None


def _one(connection: psycopg.Connection[TupleRow], statement: sql.Composed) -> int:
    """One whole number."""
    row = connection.execute(statement).fetchone()
    return int(row[0]) if row else 0
