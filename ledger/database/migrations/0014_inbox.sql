-- What people have read of their inbox, and where they want to be written to. The inbox itself is a read model: these are no part of
-- it, since no event tells them. A notice is known by the position of its event, so marks stay right when the model is rebuilt.

create table inbox_reads (
    subject  text collate "C" not null,
    position bigint not null,
    read_at  timestamptz not null default clock_timestamp(),
    primary key (subject, position)
);

-- Mail: an address is used for notices only once its owner has sent back the code that was mailed to it.
alter table receivers add column code text;
alter table receivers add column code_until timestamptz;
alter table receivers add column code_tries int not null default 0;
alter table receivers add column confirmed_at timestamptz;
alter table receivers add constraint receivers_mail_language check (channel <> 'mail' or language is not null);
create unique index receivers_mail on receivers (subject) where channel = 'mail';

-- An address is what is kept about a person, as his name is: whatever erases the name erases it.
create function erase_address() returns trigger language plpgsql set search_path from current as $$
begin
    delete from receivers where channel = 'mail' and subject = old.player;
    return null;
end $$;
create trigger erased_people_have_no_address after update of name on people
    for each row when (new.name = '' and old.name <> '') execute function erase_address();
create trigger gone_people_have_no_address after delete on people for each row execute function erase_address();

do $$
declare
    service text := quote_ident(current_setting('cardledger.service'));
begin
    execute format('grant select, insert, delete on inbox_reads to %s', service);
    execute 'revoke all on function erase_address from public';
    execute format('grant execute on function erase_address to %s', service);
end $$;
