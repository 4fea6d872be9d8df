-- Takes the lock of an organization alone, until the end of the transaction: no write of it is under way meanwhile.
create or replace function lock_organization_alone(p_organization text) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_organization, 0));
end $$;
