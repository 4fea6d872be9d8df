-- Why: a run of alternatives holds its money before it asks, at the prices of its quote. `spend_block` has a row for each
-- namespace that pays; `used_before` is the place of the whole block in the organization's month, the same in each row.
-- `drawn_*` is what asks of the block hold or were charged. `reservation.block` is the block from which an ask was drawn.
-- Locks: `reservation` for a moment; its index is built over at most a few thousand rows. An earlier build leaves both alone.

create table spend_block (
  block text collate "C" not null,
  organization text collate "C" not null,
  namespace text collate "C" not null,
  units numeric not null,
  cost_usd numeric not null,
  used_before numeric not null,
  drawn_units numeric not null default 0,
  drawn_usd numeric not null default 0,
  expires_at timestamptz not null,
  closed_at timestamptz,
  primary key (block, namespace)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index spend_block_live on spend_block (organization, expires_at);
create index spend_block_by_time on spend_block (expires_at);

alter table reservation add column block text collate "C";
create index reservation_of_block on reservation (block) where block is not null;
