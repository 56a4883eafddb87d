-- What bulk imports have brought in, each thing once, under whatever name it came. Kept as long as the events are, unlike answers.

create table imported (
    digest      text collate "C" primary key check (digest ~ '^[0-9a-f]{64}$'),  -- SHA-256 of its content
    kind        text not null check (kind in ('game', 'deposit')),
    source      text collate "C" not null check (length(source) between 1 and 1000),    -- the name it came under
    became      text collate "C" not null,      -- the game, "{table}-{number}"; of a deposit the player
    own         boolean not null default false, -- the table was opened by the import, which closes it
    imported_at timestamptz not null default clock_timestamp()
);
create index imported_source on imported (source);

do $$
declare
    service text := quote_ident(current_setting('cardledger.service'));
begin
    execute format('grant select, insert on imported to %s', service);
end $$;
