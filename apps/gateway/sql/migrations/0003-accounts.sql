-- Why: people sign in. An account is a person, in any number of organizations by `member`; from now on the `usr_` id that
-- replies show is the account's. A session's cookie, and the token of a link, are stored as SHA-256. Every change of an
-- account, member or session moves `admission_revision`, so that each gateway drops its cached sessions within a second.
-- `sign_in_attempt` counts the sign-ins of an address that failed, whether or not the address has an account.
-- Old gateways add members without an account while they are replaced; `putMember` gives them theirs.
-- Locks: `member` for one small update.

create table account (
  id text collate "C" primary key,
  email text not null,
  email_key text not null unique,
  name text,
  password_hash text,
  signed_in_at timestamptz,
  single_keys boolean not null default true,
  revision bigint not null,
  created_at timestamptz not null default app.now()
);
create index account_by_revision on account (revision);

insert into account (id, email, email_key, revision, created_at)
select distinct on (lower(normalize(email, nfc))) id, email, lower(normalize(email, nfc)), 1, created_at
from member order by lower(normalize(email, nfc)), id;

alter table member
  add column account_id text references account (id),
  add column invited_by text,
  add column revision bigint not null default 1,
  add constraint member_once unique (organization_id, account_id);
update member set account_id = account.id from account where account.email_key = lower(normalize(member.email, nfc));
create index member_by_account on member (account_id);
create index member_by_revision on member (revision);

create table session (
  hash bytea primary key,
  id text collate "C" not null unique,
  account_id text not null references account (id),
  organization_id text not null references organization (id),
  method text not null check (method in ('password', 'link')),
  proved_at timestamptz not null,
  seen_at timestamptz not null default app.now(),
  expires_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz,
  agent text,
  revision bigint not null,
  created_at timestamptz not null default app.now()
);
create index session_by_account on session (account_id, id);
create index session_by_revision on session (revision);
create index session_by_end on session (ends_at);

create table sign_in_link (
  hash bytea primary key,
  account_id text not null references account (id),
  organization_id text not null references organization (id),
  purpose text not null check (purpose in ('sign_in', 'invite')),
  made_by text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default app.now()
);
create index sign_in_link_by_account on sign_in_link (account_id);
create index sign_in_link_by_end on sign_in_link (expires_at);

create table sign_in_attempt (
  subject bytea primary key,
  failures int not null,
  latest_at timestamptz not null,
  blocked_until timestamptz
);
create index sign_in_attempt_by_time on sign_in_attempt (latest_at);

create table audit (
  id text collate "C" primary key,
  organization_id text not null,
  at timestamptz not null default app.now(),
  actor text not null,
  action text not null,
  target text,
  before jsonb,
  after jsonb
);
create index audit_by_organization on audit (organization_id, id);
create index audit_by_time on audit (at);
