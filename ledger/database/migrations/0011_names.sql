-- Names are looked for without regard to case and accents, by what the service makes of them; null: not made yet, for a name that a
-- release before this one has written. A player can be handed from one registrar to another.
alter table people add column sought text collate "C";
create index people_unfolded on people (player) where sought is null;

do $$
declare
    service text := quote_ident(current_setting('cardledger.service'));
begin
    execute format('grant update (sought, registrar) on people to %s', service);
end $$;
