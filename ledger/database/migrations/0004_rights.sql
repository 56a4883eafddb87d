-- The service reads events and answers and may append; of the ledger nothing else is open to it. The runner sets
-- `cardledger.service`; where the database has a single role it is that one, and only the triggers protect the events.
do $$
declare
    service text := quote_ident(current_setting('cardledger.service'));
begin
    execute format('revoke all on all functions in schema %I from public', current_schema());
    execute format('grant usage on schema %I to %s', current_schema(), service);
    execute format('grant select on events, answers, club, migrations to %s', service);
    execute format('grant execute on function append_events, purge_answers to %s', service);
    execute format('grant select, insert on references_used to %s', service);
    execute format('grant select, insert, update (revoked_at) on keys to %s', service);
    execute format('grant select, insert, update (name), delete on people to %s', service);
end $$;
