-- Why: an organization must not become a person of another one (docs/identity.md). `account.verified_at` is the first proof of
-- the address for the account. A membership without `accepted_at` is an invitation that nobody used; `password_hash` opens it
-- alone. A session acts in its own organization alone unless `only_organization` is false, so one that an older build makes
-- while both run opens nothing else. `link_made_by` names who made the link by which a member came back.
--   Proved before today is an address that a mail showed: operators set `verified_at` with the row, and a provider's people
-- have an identity. A person of one organization keeps everything. Of an account that was not proved and is in several, the
-- first membership stays active, and every password and session ends.
--   `revision` is stamped when a transaction commits, by triggers: the row of `admission_revision` was locked from the first
-- change of a transaction on, so that one organization's changes kept all others waiting. An older build stamps its own.
-- Locks: seven tables for the length of changes of the catalogue; one update each of accounts, memberships and sessions.

alter table account add column verified_at timestamptz;
alter table member
  add column accepted_at timestamptz,
  add column password_hash text,
  add column link_made_by text;
alter table session add column only_organization boolean not null default true;
alter table audit add column link_made_by text;
alter table mail add column invites boolean not null default false;
alter table organization
  add column max_keys int,
  add column max_members int,
  add column max_invitations int,
  add column max_sessions_per_person int;

update account a
set verified_at = (select max(m.verified_at) from member m where m.account_id = a.id)
where exists (
    select from member m where m.account_id = a.id and m.verified_at is not null and m.verified_at <> m.created_at)
  and not exists (select from identity i where i.account_id = a.id);

update member m
set accepted_at = m.created_at
from account a
where a.id = m.account_id
  and (a.signed_in_at is not null or a.password_hash is not null)
  and (a.verified_at is not null
    or m.id = (select first.id from member first where first.account_id = a.id order by first.created_at, first.id limit 1));

update session s
set only_organization = false
from account a
where a.id = s.account_id and a.verified_at is not null and s.method <> 'oidc';

update admission_revision set value = value + 1;

update session s
set revoked_at = app.now(), revision = r.value
from admission_revision r
where s.revoked_at is null and s.account_id in (
  select a.id from account a join member m on m.account_id = a.id
  where a.verified_at is null group by a.id having count(*) > 1);

update account a
set password_hash = null, revision = r.value
from admission_revision r
where a.verified_at is null and a.password_hash is not null
  and (select count(*) from member m where m.account_id = a.id) > 1;

create function stamp_revision() returns trigger language plpgsql as $$
declare
  stamp bigint := nullif(current_setting('app.admission_revision', true), '')::bigint;
begin
  if stamp is null then
    update admission_revision set value = value + 1 returning value into stamp;
    perform set_config('app.admission_revision', stamp::text, true);
  end if;
  execute format('update %I set revision = $1 where id = $2', tg_table_name) using stamp, new.id;
  return null;
end;
$$;

alter table account alter column revision set default 0;
alter table member alter column revision set default 0;
alter table session alter column revision set default 0;
alter table api_key alter column revision set default 0;
alter table organization alter column revision set default 0;

-- Exempt kind: an older build stamps `revision` itself, so the trigger does nothing for its changes.
create constraint trigger account_made after insert on account deferrable initially deferred
  for each row when (new.revision = 0) execute function stamp_revision();
-- Exempt kind: an older build stamps `revision` itself, so the trigger does nothing for its changes.
create constraint trigger account_changed after update of email, name, password_hash, single_keys, verified_at on account
  deferrable initially deferred for each row when (new.revision = old.revision) execute function stamp_revision();
-- Exempt kind: an older build stamps `revision` itself, so the trigger does nothing for its changes.
create constraint trigger member_made after insert on member deferrable initially deferred
  for each row when (new.revision = 0) execute function stamp_revision();
-- Exempt kind: an older build stamps `revision` itself, so the trigger does nothing for its changes.
create constraint trigger member_changed after update of role, email, accepted_at on member
  deferrable initially deferred for each row when (new.revision = old.revision) execute function stamp_revision();
-- Exempt kind: an older build stamps `revision` itself, so the trigger does nothing for its changes.
create constraint trigger session_made after insert on session deferrable initially deferred
  for each row when (new.revision = 0) execute function stamp_revision();
-- Exempt kind: an older build stamps `revision` itself, so the trigger does nothing for its changes.
create constraint trigger session_changed after update of revoked_at on session
  deferrable initially deferred for each row when (new.revision = old.revision) execute function stamp_revision();
-- Exempt kind: an older build stamps `revision` itself, so the trigger does nothing for its changes.
create constraint trigger api_key_made after insert on api_key deferrable initially deferred
  for each row when (new.revision = 0) execute function stamp_revision();
-- Exempt kind: an older build stamps `revision` itself, so the trigger does nothing for its changes.
create constraint trigger api_key_changed after update of revoked_at, requests_per_second on api_key
  deferrable initially deferred for each row when (new.revision = old.revision) execute function stamp_revision();
-- Exempt kind: an older build stamps `revision` itself, so the trigger does nothing for its changes.
create constraint trigger organization_made after insert on organization deferrable initially deferred
  for each row when (new.revision = 0) execute function stamp_revision();
-- Admission reads no prefix, so prefixes alone stamp nothing.
-- Exempt kind: an older build stamps `revision` itself, so the trigger does nothing for its changes.
create constraint trigger organization_changed after update of name, plan, suggestions, members_may_label,
    requests_per_second_per_key, requests_per_second_per_org, concurrent_reads on organization
  deferrable initially deferred for each row when (new.revision = old.revision) execute function stamp_revision();
