-- Concurrently: rows of the outbox are written all the time, and a backlog may be millions of them.
-- Why: the gauge of the oldest row is measured each few seconds, and read every row.
-- Locks: none that writers wait for.

create index concurrently if not exists outbox_by_time on outbox (created_at);
