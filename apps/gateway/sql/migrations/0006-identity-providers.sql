-- Why: people of an organization sign in with the OpenID Connect provider that its operator sets. A person is known by the
-- provider and its subject, not by an address, which providers hand on. A state that came back is kept until its time is
-- over, so that no address of a callback signs in twice. `change_email` is the purpose of a link that proves a new address.
-- Locks: `session` and `sign_in_link` for the length of a change of the catalogue; their rows are read once for the checks.

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
  -- Null: without a role of the map nobody signs in.
  default_role text check (default_role in ('owner', 'admin', 'member')),
  enforced boolean not null default false,
  -- The one owner for whom password and link stay while the provider is enforced.
  spare_account_id text references account (id),
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  unique (organization_id, issuer),
  check (not enforced or spare_account_id is not null)
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

create table provider_state (
  hash bytea primary key,
  used_at timestamptz not null default app.now()
);
create index provider_state_by_time on provider_state (used_at);

alter table session drop constraint session_method_check,
  add constraint session_method_check check (method in ('password', 'link', 'oidc'));
alter table sign_in_link drop constraint sign_in_link_purpose_check,
  add constraint sign_in_link_purpose_check check (purpose in ('sign_in', 'invite', 'change_email'));
