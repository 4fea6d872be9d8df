-- Why: a report says what stood behind its engine's name in the epoch that it shows. Each epoch of the broker has one row here, and a
-- judgment keeps the name of its engine, since two engines may have epochs of one name; null until judgments announces it again.
-- Locks: `judgment` for the moment of an added column without a default; the other table is new.

create table engine_epoch (
  engine text not null,
  epoch text not null,
  source text not null,
  noted_at timestamptz not null default app.now(),
  constraint engine_epoch_pkey primary key (engine, epoch)
);
create index engine_epoch_by_epoch on engine_epoch (epoch);
alter table judgment add column engine text;
