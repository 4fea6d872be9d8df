-- Takes the shared lock of an organization until the transaction ends. Every write holds it. A change of a judgment, of a
-- subscription or of a whole namespace takes the lock alone (lock_organization_alone.sql).
create or replace function lock_organization(p_organization text) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(p_organization, 0));
end $$;
