-- Concurrently: rows of the outbox are written all the time, and a backlog may be millions of them.
-- Why: the relay reads what stands in a stream a batch at a time, by subject, stream and sequence. By `outbox_passed`,
-- which lacks the stream, it would read every row that stands to find those of a stream that is gone.
-- Locks: none that writers wait for.

create index concurrently if not exists outbox_standing on outbox (subject, stream_created, stream_seq)
  where stream_seq is not null;
