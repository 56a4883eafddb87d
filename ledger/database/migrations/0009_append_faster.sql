-- The one way in, with less to do in the usual case; its four outcomes are those of 0002.
--
-- The table's own checks are compiled anew by each insert and took a tenth of an append. What they held is held here, where the
-- only way in is: a position follows the last one, a version the one that was read, and a stream's first event shows its name.
-- The key is looked up only when something is in the way: a key that is known makes the insert of its answer find it.
alter table events drop constraint events_originator_id_check;
alter table events drop constraint events_originator_version_check;
alter table events drop constraint events_notification_id_check;
alter table answers drop constraint answers_key_check;
alter table answers drop constraint answers_check;

create or replace function append_events(
    _scope text, _key text, _fingerprint bytea, _status int, _body bytea, _etag text, _rule text, _stream text, _actor text,
    _read text[], _read_versions bigint[],
    _streams text[], _versions bigint[], _topics text[], _states bytea[], _sealed bytea[],
    out outcome text, out "position" bigint, out status int, out body bytea, out etag text)
language plpgsql security definer set search_path from current as $$
#variable_conflict use_column
declare
    many    int := cardinality(_streams);
    before  bigint;
    last_at timestamptz;
    now_at  timestamptz;
    stands  bigint;     -- version of the first stream that was read
    moved   boolean;
    kept    boolean := true;
    known   answers;
begin
    if current_setting('transaction_isolation') <> 'read committed' then
        raise exception 'append_events sees the newest versions only under read committed' using errcode = 'invalid_transaction_state';
    end if;
    if many > 0 then
        -- From here to the commit nobody else appends to this schema.
        perform pg_advisory_xact_lock('events'::regclass::oid::bigint);
        -- Most decisions rest on one stream, and asking for the first one here saves them a statement.
        select e.notification_id, e.recorded_at,
               (select s.originator_version from events s where s.originator_id = _read[1] order by s.originator_version desc limit 1)
            into before, last_at, stands from events e order by e.notification_id desc limit 1;
        position := coalesce(before, 0) + many;
        moved := coalesce(stands, 0) <> _read_versions[1];
    end if;
    if many = 0 or cardinality(_read) > 1 then
        -- One statement, so one moment, for all of them: a refusal must not rest on a mixture of two moments.
        moved := exists (select from unnest(_read, _read_versions) as r (stream, version)
                         where r.version <> coalesce((select e.originator_version from events e where e.originator_id = r.stream
                                                      order by e.originator_version desc limit 1), 0));
    end if;
    now_at := greatest(clock_timestamp(), last_at);
    if not moved and _key is not null then
        if (_rule is null) <> (_status between 200 and 299) or _rule is not null and _status <> 409 or length(_key) not between 1 and 255 then
            raise exception 'status %, rule % and a key of % letters are no answer', _status, _rule, length(_key) using errcode = 'check_violation';
        end if;
        insert into answers values (_scope, _key, _fingerprint, _status, _body, _etag, position, _rule, _stream, _actor, now_at)
            on conflict do nothing;
        kept := found;
    end if;
    if moved or not kept then
        if _key is not null then
            select * into known from answers a where a.scope = _scope and a.key = _key;
        end if;
        outcome := case when known.key is null then 'conflict' when known.fingerprint = _fingerprint then 'answered' else 'key_reused' end;
        position := known.position; status := known.status; body := known.body; etag := known.etag;
        return;
    end if;
    for i in 1 .. many loop
        -- A version follows the one that was read; if it does not, one written further up.
        if _versions[i] is distinct from _read_versions[array_position(_read, _streams[i])] + 1 then
            if not exists (select from events e where e.originator_id = _streams[i] and e.originator_version = _versions[i] - 1) then
                raise exception '% has no version % to follow', _streams[i], _versions[i] - 1
                    using errcode = 'integrity_constraint_violation';
            end if;
        end if;
        if _versions[i] = 1 and _streams[i] !~ '^(table|game|wallet|dispute|branch|desk)-[a-z0-9-]+$' then
            raise exception '% is no name of a stream', _streams[i] using errcode = 'check_violation';
        end if;
        insert into events values (_streams[i], _versions[i], _topics[i], _states[i], _sealed[i], now_at, position - many + i);
    end loop;
    if many > 0 then
        perform pg_notify(current_schema() || '_events', position::text);
    end if;
    outcome := 'appended'; status := _status; etag := _etag;
end $$;
