-- With a name the words go too that say what the person's keys are for. Work on findings has streams of its own.

do $$
declare
    service text := quote_ident(current_setting('cardledger.service'));
begin
    execute format('grant update (name) on keys to %s', service);
    -- The function stays as it is, its owner and rights too, but for the names that a stream may have.
    execute replace(pg_get_functiondef('append_events'::regproc), '(table|game|wallet|dispute|branch|desk)-',
                    '(table|game|wallet|dispute|branch|desk|finding)-');
end $$;
