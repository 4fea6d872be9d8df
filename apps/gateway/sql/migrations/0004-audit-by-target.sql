-- Why: `GET /organization/audit` finds the changes of one thing, newest first, however many others there are.
-- Concurrently: the audit has a row for each sign-in of 400 days, and those who sign in write it.
-- Locks: nothing for long.
create index concurrently if not exists audit_by_target on audit (organization_id, target, id);
