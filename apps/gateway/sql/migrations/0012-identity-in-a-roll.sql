-- Why: what a build before 0011 writes while both run must open no other organization later (docs/identity.md).
--   A password of an account whose address is not proved opens one membership. Where it stood at the account alone, it passed to
-- the person's next organization when the first one removed them. It stands at the membership from now on, and this build reads
-- no other; the account's copy is for older builds. One that an older build sets is copied where the person has one membership.
--   Older builds let every session act in all organizations of its person. One that they make for a person of several, whose
-- address is not proved, could be anybody's of these organizations: `opens_nothing` marks it, and this build takes it for none.
-- Locks: `member` for one update of the people whose address is not proved; `account` and `session` for changes of the catalogue.

update member m
set password_hash = a.password_hash
from account a
where a.id = m.account_id and a.verified_at is null and a.password_hash is not null and m.password_hash is null
  and m.id = (
    select first.id from member first
    where first.account_id = a.id and first.accepted_at is not null order by first.created_at, first.id limit 1);

alter table session add column opens_nothing boolean not null default false;

create function keep_password() returns trigger language plpgsql as $$
begin
  update member set password_hash = new.password_hash
  where account_id = new.id and (select count(*) from member every where every.account_id = new.id) = 1;
  return null;
end;
$$;

create function mark_session() returns trigger language plpgsql as $$
begin
  new.opens_nothing := (
    select a.verified_at is null and (select count(*) from member m where m.account_id = a.id) > 1
    from account a where a.id = new.account_id);
  return new;
end;
$$;

-- Exempt kind: it writes a column that an older build does not know, and changes nothing that one reads.
create trigger account_password_kept after update of password_hash on account for each row
  when (new.verified_at is null and new.password_hash is not null and new.password_hash is distinct from old.password_hash)
  execute function keep_password();
-- Only older builds stamp `revision` with the row.
-- Exempt kind: it writes a column that an older build does not know, and changes nothing that one reads.
create trigger session_marked before insert on session for each row when (new.revision <> 0) execute function mark_session();
