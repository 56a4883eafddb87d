-- Who registered a player: an online room's server speaks for its own players only. Opaque ids, kept when the name is erased.

alter table people add column registrar text collate "C" not null;
