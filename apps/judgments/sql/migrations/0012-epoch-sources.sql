-- Why: an answer tells by its epoch what answered. Each epoch of the broker has one row here, so no row of an answer grows.
-- Locks: none; the table is new.

create table engine_epoch (
  engine text not null,
  epoch text not null,
  source text not null,
  probability_source text,
  noted_at timestamptz not null default app.now(),
  constraint engine_epoch_pkey primary key (engine, epoch)
);
