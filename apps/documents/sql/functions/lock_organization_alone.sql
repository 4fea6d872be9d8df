-- Takes the lock of an organization alone until the transaction ends. No write of the organization runs meanwhile.
create or replace function lock_organization_alone(p_organization text) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_organization, 0));
end $$;
