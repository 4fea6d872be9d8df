-- Why: answers of record had no end. A month of them that ended `ANSWER_RETENTION_MONTHS` ago is replaced by a partition that
-- holds those still in force at `answer_retention.in_force_at` (docs/decisions/0222-answers-have-an-end.md). `answer_keeping` is
-- that partition while it is being filled, and empty otherwise; it has the columns of `answer`, so a migration changes both.
-- The one row of `answer_retention` says before which moment answers may be gone, and how far the replacement under way has
-- come: `target` and what follows it are null without one. Nothing is replaced on the first day, so that processes of an
-- earlier build, which fill `answer` alone, have ended by then.
-- Locks: `answer` for a look at its columns; everything else is new. An earlier build finds what is kept in `answer`, as before.

create table answer_keeping (like answer including all);

create table answer_retention (
  is_only boolean primary key default true check (is_only),
  begins_at timestamptz not null default app.now() + interval '1 day',
  gone_before timestamptz not null default '-infinity',
  target text,
  sources text[],
  from_at timestamptz,
  to_at timestamptz,
  in_force_at timestamptz,
  source int,
  after_key text[],
  looked_at bigint,
  kept bigint,
  began_at timestamptz,
  touched_at timestamptz
);
insert into answer_retention default values;
