-- Why: outcomes come from four sources. `weight` is how many answers a label of the review queue stands for,
-- `open_window` an answer after which nothing has happened yet (closing it makes an implicit no), `queue_item` an
-- answer drawn for review. `thresholds` and `horizon_ms` are copied with the judgment. The partial index lets a post
-- look for implicit outcomes that it contradicts at the price of an empty index.
-- Locks: `outcome` for the time of a catalogue change (the default is constant) and of building an index that is empty;
-- the rest is new.

alter table judgment add column thresholds jsonb, add column horizon_ms bigint not null default 0;
create index judgment_implicit on judgment (organization, judgment_id)
  where kind = 'judgment' and not archived and outcomes ? 'implicit';
alter table outcome add column weight double precision not null default 1;
create index outcome_implicit on outcome (organization, judgment_id, namespace, document) where source = 'implicit';

create table open_window (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  namespace text collate "C" not null,
  document text collate "C" not null,
  answer_id text collate "C" not null,
  version int not null,
  document_version bigint not null,
  engine_version text,
  judged_at timestamptz not null,
  number double precision,
  primary key (organization, judgment_id, namespace, answer_id)
);
create index open_window_due on open_window (organization, judgment_id, scope, judged_at);
create index open_window_by_document on open_window (organization, namespace, document);

create table queue_item (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  namespace text collate "C" not null,
  document text collate "C" not null,
  answer_id text collate "C" not null,
  version int not null,
  document_version bigint not null,
  engine_version text,
  judged_at timestamptz not null,
  shown jsonb not null,
  reason text not null,
  weight double precision not null,
  place bigint generated always as identity,
  drawn_at timestamptz not null default app.now(),
  primary key (organization, judgment_id, namespace, answer_id)
);
create index queue_item_by_place on queue_item (organization, judgment_id, version, place);
create index queue_item_by_document on queue_item (organization, namespace, document);
