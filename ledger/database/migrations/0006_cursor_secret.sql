-- Signs the cursors of statements, the same for every process of the service. Lost or changed, running pages have to begin anew.

alter table club add column cursor_secret bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
