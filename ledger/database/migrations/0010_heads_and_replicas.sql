-- The one way in, whose guard compares histories and not versions alone; and an answer given twice is as durable as at first.
--
-- After a failover or a restore that lost events, a stream may stand at a version that somebody remembers and hold something else
-- there. _read_heads names, beside the version, the SHA-256 of the last event of each stream that was read; null: it had none.
-- The four outcomes are those of 0002.

-- A commit of whoever calls this waits for the synchronous replicas, if there are any, also if it has nothing else to write: and
-- with it everything that was committed before and perhaps never reached them, since the wait for that was cut.
create function await_replicas() returns void language plpgsql set search_path from current as $$
begin
    if current_setting('synchronous_standby_names') <> '' then
        if pg_is_in_recovery() then
            raise exception 'a replica can not wait for replicas' using errcode = 'read_only_sql_transaction';
        end if;
        perform pg_logical_emit_message(true, 'cardledger', ''::text);      -- for no reader: what counts is its commit record
    end if;
end $$;

drop function append_events(
    text, text, bytea, int, bytea, text, text, text, text, text[], bigint[], text[], bigint[], text[], bytea[], bytea[]);

create function append_events(
    _scope text, _key text, _fingerprint bytea, _status int, _body bytea, _etag text, _rule text, _stream text, _actor text,
    _read text[], _read_versions bigint[], _read_heads bytea[],
    _streams text[], _versions bigint[], _topics text[], _states bytea[], _sealed bytea[],
    out outcome text, out "position" bigint, out status int, out body bytea, out etag text)
language plpgsql security definer set search_path from current as $$
#variable_conflict use_column
declare
    many    int := cardinality(_streams);
    before  bigint;
    last_at timestamptz;
    now_at  timestamptz;
    stands  bigint;     -- version of the first stream that was read, and its last event
    last    bytea;
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
        select e.notification_id, e.recorded_at, s.originator_version, s.state
            into before, last_at, stands, last
            from events e left join lateral (select r.originator_version, r.state from events r where r.originator_id = _read[1]
                                             order by r.originator_version desc limit 1) s on true
            order by e.notification_id desc limit 1;
        position := coalesce(before, 0) + many;
        moved := coalesce(stands, 0) <> _read_versions[1] or sha256(last) is distinct from _read_heads[1];
    end if;
    if _rule is not null and cardinality(_read) = 1 then
        -- A refusal that rests on one stream alone rests on a moment that there was; it may have gone on since, on the same history.
        moved := _read_versions[1] > 0 and not exists (select from events e where e.originator_id = _read[1]
                                                       and e.originator_version = _read_versions[1] and sha256(e.state) = _read_heads[1]);
    elsif many = 0 or cardinality(_read) > 1 then
        -- One statement, so one moment, for all of them: a refusal must not rest on a mixture of two moments.
        moved := exists (select from unnest(_read, _read_versions, _read_heads) as r (stream, version, head)
                         left join lateral (select e.originator_version, e.state from events e where e.originator_id = r.stream
                                            order by e.originator_version desc limit 1) s on true
                         where r.version <> coalesce(s.originator_version, 0) or sha256(s.state) is distinct from r.head);
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
        if known.key is not null then
            perform await_replicas();
        end if;
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

do $$
declare
    service text := quote_ident(current_setting('cardledger.service'));
begin
    revoke all on function append_events, await_replicas from public;
    execute format('grant execute on function append_events, await_replicas to %s', service);
end $$;
