-- Why: people look at a month day by day. `day_slot` holds what a namespace was charged for the answers of a UTC day, in
-- four slots a day, since fewer charges meet in a day's row than in a month's. Days are deleted after 400 days; the month keeps its
-- sums. An earlier build writes no days: what it charges is a month's charge without a day.
-- Locks: a new table only.

create table day_slot (
  organization text collate "C" not null,
  day date not null,
  namespace text collate "C" not null,
  slot smallint not null,
  units numeric not null,
  tokens bigint not null,
  cost_usd numeric not null,
  primary key (organization, day, namespace, slot)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index day_slot_by_day on day_slot (day);
