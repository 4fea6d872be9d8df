-- Why: an attempt belongs to the trace of the write that raised its event. Null while tracing is off.
-- Locks: `payload` for a moment.

alter table payload add column traceparent text;
