-- Takes the shared lock of an organization until the end of the transaction. Every write holds it; what changes a
-- judgment, a subscription or a namespace as a whole takes the lock alone (lock_organization_alone.sql).
create or replace function lock_organization(p_organization text) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(p_organization, 0));
end $$;
