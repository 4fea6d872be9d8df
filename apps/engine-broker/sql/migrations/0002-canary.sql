-- Once a UTC day an engine is asked a few fixed questions; `numbers` are the answers that the epoch began with. A table
-- of its own and no columns of `engine`: running replicas hold a prepared `select *` of that one.
-- Locks: a new table only.

create table canary (
  engine text primary key references engine,
  after timestamptz not null,
  epoch text,
  numbers jsonb
);
