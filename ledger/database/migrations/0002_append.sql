-- The one way in. What is expected comes back as a row, so none of it fills the server's log:
--   appended    everything was written; position of the last event
--   answered    the key is known: position, status, body and etag as they were first given; nothing was written
--   key_reused  the key is known with another fingerprint; nothing was written
--   conflict    a stream that the decision rests on has moved on; nothing was written
-- _read names every stream that was read, changed or not. A refusal (_rule is given, no events) takes no lock.
create function append_events(
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
    now_at  timestamptz := clock_timestamp();
    known   answers;
begin
    if current_setting('transaction_isolation') <> 'read committed' then
        raise exception 'append_events sees the newest versions only under read committed' using errcode = 'invalid_transaction_state';
    end if;
    if many > 0 then
        -- From here to the commit nobody else appends to this schema.
        perform pg_advisory_xact_lock('events'::regclass::oid::bigint);
    end if;
    if _key is not null then
        select * into known from answers a where a.scope = _scope and a.key = _key;
    end if;
    if known.key is null then
        -- One statement, so one moment, for all of them: a refusal must not rest on a mixture of two moments either.
        if exists (select from unnest(_read, _read_versions) as r (stream, version)
                   where r.version <> coalesce((select e.originator_version from events e where e.originator_id = r.stream
                                                order by e.originator_version desc limit 1), 0)) then
            outcome := 'conflict';
            return;
        end if;
        if many > 0 then
            select e.notification_id, e.recorded_at into before, last_at from events e order by e.notification_id desc limit 1;
            before := coalesce(before, 0);
            now_at := greatest(clock_timestamp(), last_at);
            position := before + many;
        end if;
        if _key is not null then
            -- A refusal under this key may have come since the look above, for it takes no lock: then that one counts.
            insert into answers values (_scope, _key, _fingerprint, _status, _body, _etag, position, _rule, _stream, _actor, now_at)
                on conflict do nothing;
            if not found then
                select * into strict known from answers a where a.scope = _scope and a.key = _key;
            end if;
        end if;
    end if;
    if known.key is not null then
        outcome := case when known.fingerprint = _fingerprint then 'answered' else 'key_reused' end;
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
        insert into events values (_streams[i], _versions[i], _topics[i], _states[i], _sealed[i], now_at, before + i);
    end loop;
    if many > 0 then
        perform pg_notify(current_schema() || '_events', position::text);
    end if;
    outcome := 'appended'; status := _status; body := null; etag := _etag;
end $$;

-- Answers are kept for 30 days at least; a refusal is kept for ever.
create function purge_answers(older interval default interval '30 days') returns bigint
language plpgsql security definer set search_path from current as $$
declare
    gone bigint;
begin
    delete from answers where rule is null and at < clock_timestamp() - greatest(older, interval '30 days');
    get diagnostics gone = row_count;
    return gone;
end $$;
