-- Why: a provider answers under one name in two versions in turn, and each has an epoch of its own that is remembered for a day.
-- `answered_at` is when an epoch answered last, `numbers` are the canary's answers when it was young, `canary_at` is when its version
-- was asked last. `epoch_answer` counts the answers of each minute of the last hour: the epoch of most of them is in force.
-- `canary.epoch` and `canary.numbers` stay for a build that runs beside this one.
-- Locks: `epoch` for a moment; it has one row an epoch.

alter table epoch add column answered_at timestamptz;
alter table epoch add column numbers jsonb;
alter table epoch add column canary_at timestamptz;

update epoch set answered_at = opened_at;
update epoch set numbers = canary.numbers
from canary
where canary.engine = epoch.engine and canary.epoch = 'current+' || epoch.day::text || '.' || epoch.n;
-- An engine that stood still for a day goes on in the epoch that it was in.
update epoch set answered_at = app.now()
from engine
where engine.name = epoch.engine and engine.epoch = 'current+' || epoch.day::text || '.' || epoch.n;

alter table epoch alter column answered_at set default app.now();
alter table epoch add constraint epoch_answered check (answered_at is not null) not valid;
alter table epoch validate constraint epoch_answered;
create index epoch_by_answer on epoch (engine, answered_at);

create table epoch_answer (
  engine text not null,
  day date not null,
  n integer not null,
  minute timestamptz not null,
  answers integer not null,
  primary key (engine, day, n, minute),
  foreign key (engine, day, n) references epoch (engine, day, n)
);
