-- Why: fan-out may spend a share of a namespace's budget only. `budget.fanout_share` copies the share from the namespace's
-- settings, `reservation.fanout` marks asks that fan-out alone wants, and `namespace_slot.fanout_cost_usd` is what such
-- asks were charged in the month.
-- Locks: each table for a moment; no row is rewritten. An earlier build leaves the columns alone.

alter table budget add column fanout_share numeric not null default 0.5;
alter table reservation add column fanout boolean not null default false;
alter table namespace_slot add column fanout_cost_usd numeric not null default 0;
