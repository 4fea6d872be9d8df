-- Why: who may call: organizations, their keys, people and sessions, and the records of keyed requests.
-- Locks: none, the schema is new.

-- Whatever admission reads has a `revision`: gateways poll for greater ones, and drop what they have in memory within a
-- second. It is stamped when a transaction commits, by triggers, so that no row is locked from the first change of a
-- transaction on. The one row of `admission_revision` is moved under its lock: that orders commits, so a gateway misses
-- none (a sequence would have gaps in time).
create table admission_revision (single boolean primary key default true check (single), value bigint not null);
insert into admission_revision (value) values (1);

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

-- Organizations, with limits of their own; null: those of the plan.
create table organization (
  id text primary key,
  name text not null unique,
  plan text not null check (plan in ('developer', 'team', 'scale')),
  suggestions boolean not null default false,
  non_production_prefixes text[] not null default '{}',
  requests_per_second_per_key int check (requests_per_second_per_key > 0),
  requests_per_second_per_org int check (requests_per_second_per_org > 0),
  concurrent_reads int check (concurrent_reads > 0),
  revision bigint not null default 0,
  created_at timestamptz not null default app.now(),
  members_may_label boolean not null default false,
  max_keys int,
  max_members int,
  max_invitations int,
  max_sessions_per_person int
);
create index organization_by_revision on organization (revision);
-- Admission reads no prefix, so prefixes alone stamp nothing.
create constraint trigger organization_made after insert on organization deferrable initially deferred
  for each row when (new.revision = 0) execute function stamp_revision();
create constraint trigger organization_changed after update of name, plan, suggestions, members_may_label,
    requests_per_second_per_key, requests_per_second_per_org, concurrent_reads on organization
  deferrable initially deferred for each row when (new.revision = old.revision) execute function stamp_revision();

-- Keys. Gateways write the latest use of a key once a minute; that says nothing about admission.
create table api_key (
  id text primary key,
  organization_id text not null references organization (id),
  public_id text not null unique,
  hash bytea not null,
  role text not null check (role in ('read_write', 'read_only')),
  scope text not null,
  description text,
  requests_per_second int check (requests_per_second > 0),
  expires_at timestamptz,
  revoked_at timestamptz,
  revision bigint not null default 0,
  created_at timestamptz not null default app.now(),
  last_used_at timestamptz,
  made_by text
);
create index api_key_by_organization on api_key (organization_id, id);
create index api_key_by_revision on api_key (revision);
create index api_key_live on api_key (organization_id, id) where revoked_at is null;
create constraint trigger api_key_made after insert on api_key deferrable initially deferred
  for each row when (new.revision = 0) execute function stamp_revision();
create constraint trigger api_key_changed after update of revoked_at, requests_per_second on api_key
  deferrable initially deferred for each row when (new.revision = old.revision) execute function stamp_revision();

-- An account is a person, in any number of organizations by `member` (docs/identity.md). `verified_at` is the first proof
-- of the address for the account.
create table account (
  id text collate "C" primary key,
  email text not null,
  email_key text not null unique,
  name text,
  password_hash text,
  signed_in_at timestamptz,
  single_keys boolean not null default true,
  revision bigint not null default 0,
  created_at timestamptz not null default app.now(),
  verified_at timestamptz
);
create index account_by_revision on account (revision);
create constraint trigger account_made after insert on account deferrable initially deferred
  for each row when (new.revision = 0) execute function stamp_revision();
create constraint trigger account_changed after update of email, name, password_hash, single_keys, verified_at on account
  deferrable initially deferred for each row when (new.revision = old.revision) execute function stamp_revision();

-- A membership without `accepted_at` is an invitation that nobody used. While the account's address is not proved,
-- `password_hash` opens this membership alone. `link_made_by` names who made the link by which a member came back.
create table member (
  id text primary key,
  organization_id text not null references organization (id),
  email text not null,
  role text not null check (role in ('owner', 'admin', 'member')),
  created_at timestamptz not null default app.now(),
  verified_at timestamptz,
  account_id text references account (id),
  invited_by text,
  revision bigint not null default 0,
  accepted_at timestamptz,
  password_hash text,
  link_made_by text,
  constraint member_once unique (organization_id, account_id),
  unique (organization_id, email)
);
create index member_by_account on member (account_id);
create index member_by_person on member (organization_id, account_id collate "C");
create index member_by_revision on member (revision);
create constraint trigger member_made after insert on member deferrable initially deferred
  for each row when (new.revision = 0) execute function stamp_revision();
create constraint trigger member_changed after update of role, email, accepted_at on member
  deferrable initially deferred for each row when (new.revision = old.revision) execute function stamp_revision();

-- Sessions; a cookie is stored as SHA-256. One acts in its own organization alone unless `only_organization` is false.
-- `opens_nothing` marks sessions that gateways before 27 November 2026 made for people of several organizations whose
-- address nobody proved; a later release drops it, when those have ended.
create table session (
  hash bytea primary key,
  id text collate "C" not null unique,
  account_id text not null references account (id),
  organization_id text not null references organization (id),
  method text not null check (method in ('password', 'link', 'oidc')),
  proved_at timestamptz not null,
  seen_at timestamptz not null default app.now(),
  expires_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz,
  agent text,
  revision bigint not null default 0,
  created_at timestamptz not null default app.now(),
  only_organization boolean not null default true,
  opens_nothing boolean not null default false
);
create index session_by_account on session (account_id, id);
create index session_by_end on session (ends_at);
create index session_by_organization on session (organization_id, id);
create index session_by_revision on session (revision);
create index session_live on session (organization_id, id) where revoked_at is null;
create index session_live_of_person on session (account_id, id) where revoked_at is null;
create constraint trigger session_made after insert on session deferrable initially deferred
  for each row when (new.revision = 0) execute function stamp_revision();
create constraint trigger session_changed after update of revoked_at on session
  deferrable initially deferred for each row when (new.revision = old.revision) execute function stamp_revision();

-- Links that sign in, stored as SHA-256. `email` is the address that a link of purpose `change_email` proves; a link that
-- came by mail shows that the address is read.
create table sign_in_link (
  hash bytea primary key,
  account_id text not null references account (id),
  organization_id text not null references organization (id),
  purpose text not null check (purpose in ('sign_in', 'invite', 'change_email')),
  made_by text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default app.now(),
  mailed boolean not null default false,
  email text
);
create index sign_in_link_by_account on sign_in_link (account_id);
create index sign_in_link_by_end on sign_in_link (expires_at);

-- Sign-ins that failed, by address, whether or not it has an account, and by the network address of the client. `first_at`
-- is the begin of the ten minutes that a row of the latter counts.
create table sign_in_attempt (
  subject bytea primary key,
  failures int not null,
  latest_at timestamptz not null,
  blocked_until timestamptz,
  first_at timestamptz
);
create index sign_in_attempt_by_time on sign_in_attempt (latest_at);

-- People of an organization sign in with the OpenID Connect provider that its operator sets. A person is known by the
-- provider and its subject, not by an address, which providers hand on. Without `default_role` nobody signs in whom the map
-- gives no role. `spare_account_id` is the one owner for whom password and link stay while the provider is enforced. A
-- state that came back is kept until its time is over, so that no address of a callback signs in twice.
create table identity_provider (
  id text collate "C" primary key,
  organization_id text not null references organization (id),
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea,
  domains text[] not null,
  role_claim text,
  role_map jsonb not null default '{}',
  default_role text check (default_role in ('owner', 'admin', 'member')),
  enforced boolean not null default false,
  spare_account_id text references account (id),
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  check (not enforced or spare_account_id is not null),
  unique (organization_id, issuer)
);
create index identity_provider_by_domain on identity_provider using gin (domains);
create index identity_provider_by_spare on identity_provider (spare_account_id);

create table identity (
  provider_id text not null references identity_provider (id) on delete cascade,
  subject text not null,
  account_id text not null references account (id),
  created_at timestamptz not null default app.now(),
  primary key (provider_id, subject)
);
create index identity_by_account on identity (account_id);

create table provider_state (hash bytea primary key, used_at timestamptz not null default app.now());
create index provider_state_by_time on provider_state (used_at);

-- Mails. `due_at` of a waiting one is its next try, or the end of the lease of the process that tries it; `attempts` is the
-- fence (docs/decisions/0007-mails-are-rows.md). A mail with `link_account` holds no link: the sender makes one when it
-- sends, of `link_purpose` (null: `sign_in`), so that no table ever holds a token.
create table mail (
  id text collate "C" primary key,
  event_id text not null,
  organization_id text not null references organization (id),
  address text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  status text not null check (status in ('waiting', 'sent', 'failed', 'kept')),
  attempts int not null default 0,
  due_at timestamptz not null default app.now(),
  last_error text,
  created_at timestamptz not null default app.now(),
  sent_at timestamptz,
  link_account text references account (id),
  link_purpose text check (link_purpose in ('sign_in', 'change_email')),
  invites boolean not null default false,
  unique (event_id, address)
);
create index mail_by_time on mail (created_at, id);
create index mail_due on mail (due_at) where status = 'waiting';
create index mail_of_links on mail (address, created_at) where link_account is not null;

-- Who changed what.
create table audit (
  id text collate "C" primary key,
  organization_id text not null,
  at timestamptz not null default app.now(),
  actor text not null,
  action text not null,
  target text,
  before jsonb,
  after jsonb,
  link_made_by text
);
create index audit_by_organization on audit (organization_id, id);
create index audit_by_time on audit (at);

-- Records of keyed requests.
create table idempotency (
  organization text not null,
  key text not null,
  fingerprint bytea not null,
  claim_id text not null,
  lease_until timestamptz not null,
  status int,
  response bytea,
  committed_at timestamptz,
  primary key (organization, key)
);
create index idempotency_by_lease on idempotency (lease_until);
