-- The events, and what was answered. One schema is one club. Run by the owner of the schema, never by the service.
-- The search path is the club's schema, set by the runner for each of these files.

create table events (
    originator_id      text collate "C" not null       -- "C": an order that no upgrade of a locale can change under an index
                       check (originator_id ~ '^(table|game|wallet|dispute|branch)-[a-z0-9-]+$'),
    originator_version bigint not null check (originator_version > 0),
    topic              text collate "C" not null,       -- stable name of the event
    state              bytea not null,                  -- canonical JSON without anything hidden; hashed as it stands here
    sealed             bytea,                           -- the hidden parts and their salts
    recorded_at        timestamptz not null,            -- taken under the lock: does not run back along the positions
    notification_id    bigint not null check (notification_id > 0),     -- position among all events: 1, 2, 3 ... without a gap
    primary key (originator_id, originator_version)
);
create unique index events_position on events (notification_id);

create function forbid_change() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception '% on % is forbidden: what was recorded is never changed', tg_op, tg_table_name
        using errcode = 'insufficient_privilege';
end $$;

create trigger events_are_kept before update or delete on events for each row execute function forbid_change();
create trigger events_are_kept_whole before truncate on events for each statement execute function forbid_change();

create table answers (
    scope       text collate "C" not null,      -- within what a key is new: the caller
    key         text collate "C" not null check (length(key) between 1 and 255),
    fingerprint bytea not null,                 -- SHA-256 of method, path and body
    status      int not null,
    body        bytea not null,
    etag        text,
    position    bigint,                         -- of the last event that the request caused
    rule        text,                           -- of a refusal: the rule broken, and the stream that was to change
    stream      text collate "C",
    actor       text,
    at          timestamptz not null,
    primary key (scope, key),
    check ((status between 200 and 299 and rule is null) or (status = 409 and rule is not null))
);
create index answers_refused on answers (at) where rule is not null;
create index answers_by_age on answers using brin (at);     -- for purging; costs writers nothing, since answers come by age

-- Refusals are the audit log: they stay.
create trigger refusals_are_kept before update or delete on answers for each row when (old.rule is not null)
    execute function forbid_change();
create trigger answers_are_kept_whole before truncate on answers for each statement execute function forbid_change();
