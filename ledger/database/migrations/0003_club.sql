-- What is beside the events: the club's unit, keys of callers, names of people, references that were used.

create table club (
    only_one boolean primary key default true check (only_one),
    unit     text not null,             -- what is counted, e.g. "chip"
    scale    int not null check (scale between 0 and 18)        -- decimal places of a unit when it is shown; amounts are whole units
);

create table keys (
    id         text collate "C" primary key,
    digest     bytea not null unique,           -- SHA-256 of the secret, which is shown once and stored nowhere
    role       text not null check (role in ('admin', 'cashier', 'steward', 'player', 'auditor', 'room')),
    subject    text collate "C" not null,       -- opaque id of the person or service that holds the key
    name       text not null,
    issued_at  timestamptz not null default clock_timestamp(),
    revoked_at timestamptz
);
create index keys_subject on keys (subject);

-- The only place for names of people, so that they can be erased. Events hold opaque ids.
create table people (
    player        text collate "C" primary key,
    name          text not null,
    registered_at timestamptz not null default clock_timestamp()
);

create table references_used (
    kind      text collate "C" not null,
    reference text collate "C" not null,
    stream    text collate "C" not null,
    primary key (kind, reference)
);
