-- Why: organizations, members, keys and the records of keyed requests. `admission_revision` is one row that every
-- change of an organization or key moves under its row lock: gateways poll for greater revisions, and since the lock
-- orders commits they never miss one (a sequence would have gaps in time).
-- Locks: none, the tables are new.

create table admission_revision (single boolean primary key default true check (single), value bigint not null);
insert into admission_revision (value) values (1);

create table organization (
  id text primary key,
  name text not null unique,
  plan text not null check (plan in ('developer', 'team', 'scale')),
  suggestions boolean not null default false,
  non_production_prefixes text[] not null default '{}',
  requests_per_second_per_key int check (requests_per_second_per_key > 0),
  requests_per_second_per_org int check (requests_per_second_per_org > 0),
  concurrent_reads int check (concurrent_reads > 0),
  revision bigint not null,
  created_at timestamptz not null default app.now()
);
create index organization_by_revision on organization (revision);

create table member (
  id text primary key,
  organization_id text not null references organization (id),
  email text not null,
  role text not null check (role in ('owner', 'admin', 'member')),
  created_at timestamptz not null default app.now(),
  unique (organization_id, email)
);

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
  revision bigint not null,
  created_at timestamptz not null default app.now()
);
create index api_key_by_organization on api_key (organization_id, id);
create index api_key_by_revision on api_key (revision);

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
