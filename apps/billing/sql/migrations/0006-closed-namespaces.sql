-- Why: a closed month was one row with every namespace of its organization in one jsonb: it grew without a bound, and a
-- page of it could not be read alone. Now each namespace has a row. An earlier build goes on with `closed_month`: it
-- closes a month a second time, from the same counters; a later release drops that table.
-- Locks: new tables only; months that are closed are copied once.

create table closed_usage (
  organization text collate "C" not null,
  month text not null,
  closed_at timestamptz not null default app.now(),
  fees jsonb not null,
  primary key (organization, month)
);

create table closed_namespace (
  organization text collate "C" not null,
  month text not null,
  namespace text collate "C" not null,
  units numeric not null,
  tokens numeric not null,
  cost_usd numeric not null,
  by_judgment jsonb not null,
  active boolean not null,
  byte_seconds numeric not null,
  primary key (organization, month, namespace)
);

insert into closed_usage (organization, month, closed_at, fees)
select organization, month, closed_at, fees from closed_month;

insert into closed_namespace (organization, month, namespace, units, tokens, cost_usd, by_judgment, active, byte_seconds)
select c.organization, c.month, n.namespace, n.units, n.tokens, n.cost_usd, n.by_judgment, n.active, n.byte_seconds
from closed_month c,
  jsonb_to_recordset(c.namespaces) as n(
    namespace text, units numeric, tokens numeric, cost_usd numeric, by_judgment jsonb, active boolean,
    byte_seconds numeric
  );
