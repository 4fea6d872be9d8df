-- Why: `outbox_standing` takes its place. With both, Postgres may take the one that lacks the stream and read every row that
-- stands in another stream before the first that is meant.
-- Locks: `outbox` for a moment.

-- Exempt drop: no statement of an older build finds rows by it. They ask `subject like $1`, which is no condition of an
-- index, and read either index whole.
drop index outbox_passed;
