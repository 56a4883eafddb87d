"""Makes a club's schema and brings it up to date: numbered files of plain SQL, each in a transaction of its own, each once.

Any number of processes may migrate at once. Roles belong to the whole server and may be made by two databases at the same moment.
Where the connecting role may not make roles, everything belongs to it and it also serves.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import LiteralString

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import TupleRow
from psycopg.sql import SQL, Identifier

from ledger.database.address import with_settings
from ledger.settings import VIEWS, SetupFault, unfit_schema

OWNER, SERVICE = "cardledger_owner", "cardledger_service"
FILES = Path(__file__).parent / "migrations"
VERSION_LEAST = 150000
BEGAN = "select pg_postmaster_start_time()"
ROLE_TRIES = 5


class MigrationRefused(SetupFault):
    """The database is not as this release needs it, and migrating would not make it so."""


@dataclass(frozen=True, slots=True)
class Roles:
    """Who owns the ledger and who serves it; the same role where the database allows only one."""

    owner: str
    service: str


def migrate(admin_url: str, schema: str, unit: str = "chip", scale: int = 0) -> None:
    """Make or update the club's schema, and the schema of its read models beside it.

    unit, scale: what the club counts, fixed for ever by the first migration. Raises MigrationRefused: another unit or scale than
    the club has, a name that no club can have, a server that is too old, a file that was changed after it was applied, or
    missing rights.
    """
    if (fault := unfit_schema(schema)) is not None:
        raise MigrationRefused(f"The name of the club's schema {fault}")
    with psycopg.connect(admin_url, autocommit=True) as connection:
        if connection.info.server_version < VERSION_LEAST:
            raise MigrationRefused("The server is older than PostgreSQL 15.")
        try:
            roles = _roles(connection, schema)
            _begin(connection, schema, roles)
            for file in sorted(FILES.glob("*.sql")):
                _apply(connection, schema, roles, file)
            _fix_unit(connection, schema, roles, unit, scale)
        except psycopg.errors.InsufficientPrivilege as error:
            raise MigrationRefused(
                f"The role of the connection lacks a right that migrating needs: {error.diag.message_primary}."
            ) from error


def is_made(admin_url: str, schema: str) -> bool:
    """Whether there is a club in this schema. Raises psycopg.OperationalError."""
    with psycopg.connect(admin_url) as connection:
        return _one(connection, "select to_regclass(format('%%I.migrations', %s::text)) is not null", schema) is True


def service_url(admin_url: str) -> str:
    """The connection string for the service: to the same database, without the rights of an administrator.

    The service's role by itself where the server lets it in; else the administrator's login that has put that role on; else, in a
    database with a single role, the administrator's own connection string. Raises psycopg.OperationalError: the server is away.
    """
    with psycopg.connect(admin_url) as admin:
        if not _is_served(admin):
            return admin_url
        began = _one(admin, BEGAN)
        options = str(conninfo_to_dict(admin_url).get("options") or "")
        plain = re.sub(r"\s*-c\s*role=\S+", "", options).strip()
        for url in (
            with_settings(admin_url, user=SERVICE, options=plain),
            with_settings(admin_url, options=f"{plain} -c role={SERVICE}".strip()),
        ):
            try:
                with psycopg.connect(url) as connection:
                    if connection.execute("select current_user").fetchone() == (SERVICE,):
                        return url
            except psycopg.OperationalError:
                continue
    # Was the server away meanwhile, that was why nobody was let in. A new connection tells: the old one may outlive its server.
    with psycopg.connect(admin_url) as admin:
        if _one(admin, BEGAN) != began:
            raise psycopg.OperationalError("The server has been restarted meanwhile.")
    return admin_url


def _is_served(connection: psycopg.Connection[TupleRow]) -> bool:
    row = connection.execute(
        "select exists (select from pg_proc p join pg_roles r on r.rolname = %s"
        " where p.proname = 'append_events' and has_function_privilege(r.oid, p.oid, 'execute')"
        " and has_schema_privilege(r.oid, p.pronamespace, 'usage'))",
        (SERVICE,),
    ).fetchone()
    return bool(row and row[0])


def _roles(connection: psycopg.Connection[TupleRow], schema: str) -> Roles:
    """The two roles, made if they are missing; or the connecting role twice, if it may neither make them nor put them on."""
    me = str(_one(connection, "select current_user"))
    owner = _one(connection, "select pg_get_userbyid(nspowner) from pg_namespace where nspname = %s", schema)
    if owner is not None and owner != OWNER:
        return Roles(str(owner), str(owner))
    made = all([_make_role(connection, OWNER, ""), _make_role(connection, SERVICE, "login")])
    return Roles(OWNER, SERVICE) if made else Roles(me, me)


def _make_role(connection: psycopg.Connection[TupleRow], role: str, rights: LiteralString) -> bool:
    """Whether the role exists now and the connecting role may act as it."""
    for _ in range(ROLE_TRIES):
        try:
            if not _one(connection, "select 1 from pg_roles where rolname = %s", role):
                connection.execute(SQL("create role {} {}").format(Identifier(role), SQL(rights)))
            for login in ("current_user", "session_user"):  # two, where the connection string puts a role on
                if not _one(connection, f"select pg_has_role({login}, %s, 'usage')", role):
                    connection.execute(SQL("grant {} to {}").format(Identifier(role), SQL(login)))
        except (psycopg.errors.DuplicateObject, psycopg.errors.UniqueViolation, psycopg.errors.InternalError_):
            continue  # another database of this server does the same at this moment
        except psycopg.errors.InsufficientPrivilege:
            return False
        return True
    return False


@contextmanager
def _locked(connection: psycopg.Connection[TupleRow]) -> Iterator[None]:
    """One transaction, under the lock of all migrations of this database."""
    with connection.transaction():
        connection.execute("select pg_advisory_xact_lock(hashtextextended('cardledger migrate', 0))")
        yield


def _put_on(connection: psycopg.Connection[TupleRow], schema: str, roles: Roles) -> None:
    """For the rest of the transaction: act as the owner, in the club's schema."""
    connection.execute(SQL("set local role {}").format(Identifier(roles.owner)))
    connection.execute(SQL("set local search_path = {}, pg_temp").format(Identifier(schema)))
    connection.execute("select set_config('cardledger.service', %s, true)", (roles.service,))


def _begin(connection: psycopg.Connection[TupleRow], schema: str, roles: Roles) -> None:
    """The schemas, and the table in which applied files are noted."""
    with _locked(connection):
        for name, owner in ((schema, roles.owner), (f"{schema}{VIEWS}", roles.service)):
            connection.execute(SQL("create schema if not exists {} authorization {}").format(Identifier(name), Identifier(owner)))
        _put_on(connection, schema, roles)
        connection.execute(
            "create table if not exists migrations (number int primary key, name text not null,"
            " digest text not null, applied_at timestamptz not null default clock_timestamp())"
        )


def _apply(connection: psycopg.Connection[TupleRow], schema: str, roles: Roles, file: Path) -> None:
    """One file, unless it was applied before."""
    number, text = int(file.name.partition("_")[0]), file.read_text(encoding="utf-8")
    digest = sha256(text.encode()).hexdigest()
    with _locked(connection):
        _put_on(connection, schema, roles)
        known = _one(connection, "select digest from migrations where number = %s", number)
        if known is None:
            connection.execute(text.encode())
            connection.execute("insert into migrations (number, name, digest) values (%s, %s, %s)", (number, file.stem, digest))
        elif known != digest:
            raise MigrationRefused(f"{file.name} was changed after it was applied to {schema}: add a new file instead.")


def _fix_unit(connection: psycopg.Connection[TupleRow], schema: str, roles: Roles, unit: str, scale: int) -> None:
    """Write the club's unit and scale down, or compare them with what is written."""
    with _locked(connection):
        _put_on(connection, schema, roles)
        connection.execute("insert into club (unit, scale) values (%s, %s) on conflict do nothing", (unit, scale))
        fixed = connection.execute("select unit, scale from club").fetchone()
    if fixed is not None and fixed != (unit, scale):
        raise MigrationRefused(
            f"This club counts in {fixed[0]!r} with scale {fixed[1]} from its first day on, which cannot become"
            f" {unit!r} with scale {scale}: its amounts would change their meaning."
            f" Set CARDLEDGER_UNIT={fixed[0]} and CARDLEDGER_SCALE={fixed[1]}, or CARDLEDGER_SCHEMA to a new club."
        )


def _one(connection: psycopg.Connection[TupleRow], statement: str, *values: object) -> object:
    row = connection.execute(statement.encode(), values).fetchone()
    return row[0] if row else None
