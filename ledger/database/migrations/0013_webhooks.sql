-- Who is told of events without asking. A receiver is a place that messages go to; `outbox` holds what has yet to reach it. Neither is
-- a read model: what was delivered cannot be derived from the events.

create table receivers (
    id            text collate "C" primary key,
    channel       text not null check (channel in ('webhook', 'mail')),
    key           text collate "C" references keys (id),     -- of a webhook: the key that registered it, by whose rights it is told
    subject       text collate "C" not null,                 -- who is told
    address       text not null,                             -- a URL, or of mail a person's address, which is erased with its row
    types         text[] not null,                           -- names of events, or "wallet.*"
    language      text,
    position      bigint not null check (position >= 0),     -- of the last event that was looked at for it
    mark          bytea,                                     -- SHA-256 of that event: was the ledger restored beneath it?
    state         text not null default 'on' check (state in ('on', 'suspended', 'ended')),
    why           text,                                      -- it is not on
    lease         text,                                      -- of whoever sends to it at this moment
    leased_until  timestamptz,
    rest_until    timestamptz,                               -- after a failure nothing is sent for a while
    failures      int not null default 0,                    -- since the last delivery; error: what the last one was
    error         text,
    failing_since timestamptz,
    delivered     bigint not null default 0,
    delivered_at  timestamptz,
    made_at       timestamptz not null default clock_timestamp(),
    check ((channel = 'webhook') = (key is not null))
);
create index receivers_key on receivers (key);

-- Needed in clear to sign with, so sealed as hidden cards are: beside, where only what signs reads it. Shown once, in no list.
create table receiver_secrets (
    receiver text collate "C" not null references receivers (id) on delete cascade,
    number   int not null check (number > 0),
    sealed   text not null,
    until    timestamptz,                                    -- of one that was replaced: signs as well until then
    primary key (receiver, number)
);

create table outbox (
    receiver  text collate "C" not null references receivers (id) on delete cascade,
    position  bigint not null,
    attempts  int not null default 0,
    due       timestamptz not null default clock_timestamp(),
    error     text,
    dead_at   timestamptz,                                   -- given up then: a dead letter, until it is sent again
    primary key (receiver, position)
);
create index outbox_due on outbox (receiver, due) where dead_at is null;

do $$
declare
    service text := quote_ident(current_setting('cardledger.service'));
begin
    execute format('grant select, insert, update, delete on receivers, receiver_secrets, outbox to %s', service);
end $$;
