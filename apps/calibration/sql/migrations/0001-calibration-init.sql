-- Outcomes with the numbers of the answer each labels, so that a report asks nobody. `identity` is what makes a post
-- the same post again. `judgment` is the copy of judgments' columns, by revision. The partial indexes are what keeps
-- binding cheap: only outcomes that wait for an answer are in them.
-- Locks: new tables only.

create table judgment (
  organization text collate "C" not null,
  scope text collate "C" not null,
  judgment_id text collate "C" not null,
  kind text not null,
  name text not null,
  revision bigint not null,
  active_version int not null,
  type text not null,
  options jsonb,
  levels jsonb,
  outcomes jsonb not null,
  archived boolean not null,
  primary key (organization, scope, judgment_id, kind)
);
create index judgment_by_name on judgment (organization, name, scope);

create table outcome (
  id text collate "C" not null,
  organization text collate "C" not null,
  namespace text collate "C" not null,
  judgment_id text collate "C" not null,
  document text collate "C" not null,
  identity text collate "C" not null,
  value jsonb,
  escape boolean not null,
  source text not null,
  observed_at timestamptz not null,
  as_of timestamptz,
  hindsight boolean not null default false,
  waits boolean not null default false,
  checked boolean not null default true,
  answer_id text,
  version int,
  document_version bigint,
  engine_version text,
  judged_at timestamptz,
  number double precision,
  escape_p double precision,
  dist jsonb,
  document_deleted boolean not null default false,
  created_at timestamptz not null default app.now(),
  changed_at timestamptz not null default app.now(),
  primary key (organization, judgment_id, id),
  constraint outcome_identity unique (organization, judgment_id, namespace, document, identity)
);
create index outcome_by_namespace on outcome (organization, judgment_id, namespace, id);
create index outcome_label on outcome (organization, judgment_id, version, answer_id, observed_at) where answer_id is not null;
create index outcome_waits on outcome (organization, judgment_id, namespace, document) where waits;
create index outcome_unchecked on outcome (created_at) where not checked;
create index outcome_by_document on outcome (organization, namespace, document);
