-- Why: a subscription stands on a namespace or on a template prefix; its members are set by walks with a cursor; a
-- membership has moments at which time moves it (the end of `min_hold`, a bound of `within`). `membership.matching` is
-- what the filter said last; `held_until` is set while `entered` is not told yet; `next_at` is when time may change
-- what the filter says; a row that is no member stands for its `next_at` alone.
-- Locks: exclusive on subscription and membership for the columns; the constraint and the index read what is there.

alter table subscription add column scope text collate "C", add column revision bigint not null default 1,
  add column min_hold text, add column min_hold_ms bigint;
update subscription s set scope = n.name from namespace n where n.id = s.namespace_id;
delete from subscription where scope is null;
alter table subscription alter column scope set not null, alter column namespace_id drop not null,
  drop constraint subscription_namespace_id_name_key;
drop index subscription_by_organization;
create unique index subscription_by_scope on subscription (organization, scope, name);
alter table membership alter column entered_at drop not null,
  add column matching boolean not null default true,
  add column held_until timestamptz,
  add column next_at timestamptz,
  add column cause text,
  add column due_at timestamptz generated always as (least(held_until, next_at)) stored;
create index membership_by_due on membership (due_at) where due_at is not null;
create table subscription_walk (
  id bigint generated always as identity primary key,
  organization text collate "C" not null,
  subscription_id bigint not null,
  scope text collate "C" not null,
  kind text not null,
  quiet boolean not null default false,
  judgment_id text collate "C",
  low float8,
  high float8,
  namespace text collate "C" not null default '',
  cursor jsonb,
  looked bigint not null default 0,
  lease_until timestamptz,
  created_at timestamptz not null default app.now()
);
create index subscription_walk_by_subscription on subscription_walk (subscription_id);
