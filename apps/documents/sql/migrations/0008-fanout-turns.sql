-- Why: fan-outs take turns between organizations and namespaces, and other walks between organizations
-- (docs/decisions/0237-fan-outs-take-turns.md).
-- Locks: `fanout_walk`, which is small, while its index is built: fan-outs wait for a moment. Older builds go on to claim
-- walks as before; a walk that one of them adds is found within a minute.

-- The order of turns: each gets the next number.
create sequence turn_place;

-- The last turn of an organization among the walks of one kind: `walk` is their table.
create table walk_turn (
  walk text collate "C" not null,
  organization text collate "C" not null,
  place bigint not null,
  primary key (walk, organization)
) with (fillfactor = 60);

-- A namespace with fan-outs. It stands in the line of its organization at `place`, or waits until `wakes_at`.
create table fanout_turn (
  namespace_id bigint not null primary key,
  organization text collate "C" not null,
  wakes_at timestamptz,
  place bigint,
  constraint fanout_turn_waits_or_stands check ((wakes_at is null) <> (place is null))
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index fanout_turn_wakes on fanout_turn (wakes_at) where place is null;
create index fanout_turn_line on fanout_turn (organization, place) where place is not null;

-- An organization with namespaces that stand in its line, at its own place among organizations.
create table fanout_organization (
  organization text collate "C" not null primary key,
  place bigint not null
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index fanout_organization_line on fanout_organization (place);

-- From when on a walk may be claimed, oldest first.
create index fanout_walk_line on fanout_walk (namespace_id, coalesce(lease_until, due_at));

insert into fanout_turn (namespace_id, organization, wakes_at)
select w.namespace_id, n.organization, min(w.due_at) from fanout_walk w join namespace n on n.id = w.namespace_id group by 1, 2;
