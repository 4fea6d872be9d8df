-- Why: exactly one reply carries the cost of an answer, whichever replica judged it and however many readers waited for
-- it. `told` says that one did. `tokens` and `cost_usd` are the answer's share of its ask.
-- Locks: a moment of `answer`; the defaults are constant, so no row is written.

alter table answer add column tokens int not null default 0, add column cost_usd float8 not null default 0,
  add column told boolean not null default false;
