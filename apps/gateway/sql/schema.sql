-- Written by `npm run schema` from a freshly migrated database: do not edit.

create table account (
  id text collate "C" not null,
  email text not null,
  email_key text not null,
  name text,
  password_hash text,
  signed_in_at timestamp with time zone,
  single_keys boolean default true not null,
  revision bigint default 0 not null,
  created_at timestamp with time zone default app.now() not null,
  verified_at timestamp with time zone,
  constraint account_pkey PRIMARY KEY (id),
  constraint account_changed TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint account_email_key_key UNIQUE (email_key),
  constraint account_made TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX account_by_revision ON account USING btree (revision);

create table admission_revision (
  single boolean default true not null,
  value bigint not null,
  constraint admission_revision_pkey PRIMARY KEY (single),
  constraint admission_revision_single_check CHECK (single)
);

create table api_key (
  id text not null,
  organization_id text not null,
  public_id text not null,
  hash bytea not null,
  role text not null,
  scope text not null,
  description text,
  requests_per_second integer,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revision bigint default 0 not null,
  created_at timestamp with time zone default app.now() not null,
  last_used_at timestamp with time zone,
  made_by text,
  constraint api_key_pkey PRIMARY KEY (id),
  constraint api_key_changed TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint api_key_made TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint api_key_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint api_key_public_id_key UNIQUE (public_id),
  constraint api_key_requests_per_second_check CHECK ((requests_per_second > 0)),
  constraint api_key_role_check CHECK ((role = ANY (ARRAY['read_write'::text, 'read_only'::text])))
);
CREATE INDEX api_key_by_organization ON api_key USING btree (organization_id, id);
CREATE INDEX api_key_by_revision ON api_key USING btree (revision);
CREATE INDEX api_key_live ON api_key USING btree (organization_id, id) WHERE (revoked_at IS NULL);

create table audit (
  id text collate "C" not null,
  organization_id text not null,
  at timestamp with time zone default app.now() not null,
  actor text not null,
  action text not null,
  target text,
  before jsonb,
  after jsonb,
  link_made_by text,
  constraint audit_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_by_action ON audit USING btree (organization_id, action, id);
CREATE INDEX audit_by_actor ON audit USING btree (organization_id, actor, id);
CREATE INDEX audit_by_organization ON audit USING btree (organization_id, id);
CREATE INDEX audit_by_target ON audit USING btree (organization_id, target, id);
CREATE INDEX audit_by_time ON audit USING btree (at);

create table dead (
  id text not null,
  consumer text not null,
  subject text not null,
  payload text not null,
  headers jsonb default '{}'::jsonb not null,
  reason text not null,
  failures integer not null,
  died_at timestamp with time zone default app.now() not null,
  redriven_at timestamp with time zone,
  constraint dead_pkey PRIMARY KEY (id)
);

create table effect (
  effect_id text not null,
  response bytea not null,
  committed_at timestamp with time zone default app.now() not null,
  constraint effect_pkey PRIMARY KEY (effect_id)
);
CREATE INDEX effect_by_time ON effect USING btree (committed_at);

create table idempotency (
  organization text not null,
  key text not null,
  fingerprint bytea not null,
  claim_id text not null,
  lease_until timestamp with time zone not null,
  status integer,
  response bytea,
  committed_at timestamp with time zone,
  constraint idempotency_pkey PRIMARY KEY (organization, key)
);
CREATE INDEX idempotency_by_lease ON idempotency USING btree (lease_until);

create table identity (
  provider_id text not null,
  subject text not null,
  account_id text not null,
  created_at timestamp with time zone default app.now() not null,
  constraint identity_pkey PRIMARY KEY (provider_id, subject),
  constraint identity_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint identity_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_provider(id) ON DELETE CASCADE
);
CREATE INDEX identity_by_account ON identity USING btree (account_id);

create table identity_provider (
  id text collate "C" not null,
  organization_id text not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea,
  domains text[] not null,
  role_claim text,
  role_map jsonb default '{}'::jsonb not null,
  default_role text,
  enforced boolean default false not null,
  spare_account_id text,
  created_at timestamp with time zone default app.now() not null,
  updated_at timestamp with time zone default app.now() not null,
  constraint identity_provider_pkey PRIMARY KEY (id),
  constraint identity_provider_check CHECK (((NOT enforced) OR (spare_account_id IS NOT NULL))),
  constraint identity_provider_default_role_check CHECK ((default_role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text]))),
  constraint identity_provider_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint identity_provider_organization_id_issuer_key UNIQUE (organization_id, issuer),
  constraint identity_provider_spare_account_id_fkey FOREIGN KEY (spare_account_id) REFERENCES account(id)
);
CREATE INDEX identity_provider_by_domain ON identity_provider USING gin (domains);
CREATE INDEX identity_provider_by_spare ON identity_provider USING btree (spare_account_id);

create table job (
  id text not null,
  organization text not null,
  type text not null,
  namespace text,
  status text default 'queued'::text not null,
  done bigint default 0 not null,
  total bigint default 0 not null,
  request jsonb not null,
  cursor jsonb,
  result jsonb,
  result_status integer,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  cancelled boolean default false not null,
  created_at timestamp with time zone default app.now() not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  failures integer default 0 not null,
  traceparent text,
  constraint job_pkey PRIMARY KEY (id)
);
CREATE INDEX job_by_organization ON job USING btree (organization, id);
CREATE INDEX job_open ON job USING btree (created_at) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));

create table lease (
  name text not null,
  holder text not null,
  until timestamp with time zone not null,
  fence bigint default 1 not null,
  constraint lease_pkey PRIMARY KEY (name)
);

create table mail (
  id text collate "C" not null,
  event_id text not null,
  organization_id text not null,
  address text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  status text not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone default app.now() not null,
  last_error text,
  created_at timestamp with time zone default app.now() not null,
  sent_at timestamp with time zone,
  link_account text,
  link_purpose text,
  invites boolean default false not null,
  constraint mail_pkey PRIMARY KEY (id),
  constraint mail_event_id_address_key UNIQUE (event_id, address),
  constraint mail_link_account_fkey FOREIGN KEY (link_account) REFERENCES account(id),
  constraint mail_link_purpose_check CHECK ((link_purpose = ANY (ARRAY['sign_in'::text, 'change_email'::text]))),
  constraint mail_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint mail_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'kept'::text])))
);
CREATE INDEX mail_by_time ON mail USING btree (created_at, id);
CREATE INDEX mail_due ON mail USING btree (due_at) WHERE (status = 'waiting'::text);
CREATE INDEX mail_of_links ON mail USING btree (address, created_at) WHERE (link_account IS NOT NULL);

create table member (
  id text not null,
  organization_id text not null,
  email text not null,
  role text not null,
  created_at timestamp with time zone default app.now() not null,
  verified_at timestamp with time zone,
  account_id text,
  invited_by text,
  revision bigint default 0 not null,
  accepted_at timestamp with time zone,
  password_hash text,
  link_made_by text,
  constraint member_pkey PRIMARY KEY (id),
  constraint member_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint member_changed TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint member_made TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint member_once UNIQUE (organization_id, account_id),
  constraint member_organization_id_email_key UNIQUE (organization_id, email),
  constraint member_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint member_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])))
);
CREATE INDEX member_by_account ON member USING btree (account_id);
CREATE INDEX member_by_person ON member USING btree (organization_id, account_id COLLATE "C");
CREATE INDEX member_by_revision ON member USING btree (revision);

create table migration (
  id integer default nextval('migration_id_seq'::regclass) not null,
  "timestamp" bigint not null,
  name character varying not null,
  constraint "PK_3043fc6b8af7c99b8b98830094f" PRIMARY KEY (id)
);

create table organization (
  id text not null,
  name text not null,
  plan text not null,
  suggestions boolean default false not null,
  non_production_prefixes text[] default '{}'::text[] not null,
  requests_per_second_per_key integer,
  requests_per_second_per_org integer,
  concurrent_reads integer,
  revision bigint default 0 not null,
  created_at timestamp with time zone default app.now() not null,
  members_may_label boolean default false not null,
  max_keys integer,
  max_members integer,
  max_invitations integer,
  max_sessions_per_person integer,
  constraint organization_pkey PRIMARY KEY (id),
  constraint organization_changed TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint organization_concurrent_reads_check CHECK ((concurrent_reads > 0)),
  constraint organization_made TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint organization_name_key UNIQUE (name),
  constraint organization_plan_check CHECK ((plan = ANY (ARRAY['developer'::text, 'team'::text, 'scale'::text]))),
  constraint organization_requests_per_second_per_key_check CHECK ((requests_per_second_per_key > 0)),
  constraint organization_requests_per_second_per_org_check CHECK ((requests_per_second_per_org > 0))
);
CREATE INDEX organization_by_revision ON organization USING btree (revision);

create table outbox (
  id text not null,
  subject text not null,
  payload text not null,
  headers jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default app.now() not null,
  stream_created text,
  stream_seq bigint,
  constraint outbox_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000);
CREATE INDEX outbox_by_time ON outbox USING btree (created_at);
CREATE INDEX outbox_standing ON outbox USING btree (subject, stream_created, stream_seq) WHERE (stream_seq IS NOT NULL);
CREATE INDEX outbox_waiting ON outbox USING btree (id) WHERE (stream_seq IS NULL);

create table provider_state (
  hash bytea not null,
  used_at timestamp with time zone default app.now() not null,
  constraint provider_state_pkey PRIMARY KEY (hash)
);
CREATE INDEX provider_state_by_time ON provider_state USING btree (used_at);

create table schema_function (
  name text not null,
  hash text not null,
  version integer not null,
  constraint schema_function_pkey PRIMARY KEY (name)
);

create table schema_version (
  single boolean default true not null,
  version integer not null,
  compatible_from integer not null,
  constraint schema_version_pkey PRIMARY KEY (single),
  constraint schema_version_single_check CHECK (single)
);

create table session (
  hash bytea not null,
  id text collate "C" not null,
  account_id text not null,
  organization_id text not null,
  method text not null,
  proved_at timestamp with time zone not null,
  seen_at timestamp with time zone default app.now() not null,
  expires_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  agent text,
  revision bigint default 0 not null,
  created_at timestamp with time zone default app.now() not null,
  only_organization boolean default true not null,
  opens_nothing boolean default false not null,
  constraint session_pkey PRIMARY KEY (hash),
  constraint session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint session_changed TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint session_id_key UNIQUE (id),
  constraint session_made TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint session_method_check CHECK ((method = ANY (ARRAY['password'::text, 'link'::text, 'oidc'::text]))),
  constraint session_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
CREATE INDEX session_by_account ON session USING btree (account_id, id);
CREATE INDEX session_by_end ON session USING btree (ends_at);
CREATE INDEX session_by_organization ON session USING btree (organization_id, id);
CREATE INDEX session_by_revision ON session USING btree (revision);
CREATE INDEX session_live ON session USING btree (organization_id, id) WHERE (revoked_at IS NULL);
CREATE INDEX session_live_of_person ON session USING btree (account_id, id) WHERE (revoked_at IS NULL);

create table sign_in_attempt (
  subject bytea not null,
  failures integer not null,
  latest_at timestamp with time zone not null,
  blocked_until timestamp with time zone,
  first_at timestamp with time zone,
  constraint sign_in_attempt_pkey PRIMARY KEY (subject)
);
CREATE INDEX sign_in_attempt_by_time ON sign_in_attempt USING btree (latest_at);

create table sign_in_link (
  hash bytea not null,
  account_id text not null,
  organization_id text not null,
  purpose text not null,
  made_by text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone default app.now() not null,
  mailed boolean default false not null,
  email text,
  constraint sign_in_link_pkey PRIMARY KEY (hash),
  constraint sign_in_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint sign_in_link_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint sign_in_link_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'invite'::text, 'change_email'::text])))
);
CREATE INDEX sign_in_link_by_account ON sign_in_link USING btree (account_id);
CREATE INDEX sign_in_link_by_end ON sign_in_link USING btree (expires_at);

-- function stamp_revision: functions/stamp_revision.sql
