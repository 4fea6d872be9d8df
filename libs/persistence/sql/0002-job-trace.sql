-- Why: a job's work belongs to the trace of the request that made the job.
-- Locks: `job` for a moment.

alter table job add column traceparent text;
