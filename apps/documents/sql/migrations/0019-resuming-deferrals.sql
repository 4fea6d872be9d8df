-- When the fan-outs of a deferred judgment go on.
alter table deferral add column resumes_at timestamptz;
