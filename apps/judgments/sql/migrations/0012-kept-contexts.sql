-- Why: contexts are dropped 90 days after their month. What the labels of a comparison's sample were answered from must
-- outlive that, or it can never be compared. `kept_context` holds a copy of the contexts that calibration's samples name,
-- and of those whose outcome comes later than 90 days; `keep_until` ends it. `gone` says why a copy is empty. `read_at` is
-- when an answer's document was read: windows of a recipe look back from it. `erased_at` is when its document was deleted.
-- Locks: `answer` for a catalogue change in each partition; the new table and its indexes are empty.

alter table answer add column read_at timestamptz, add column erased_at timestamptz;

create table kept_context (
  namespace_id bigint not null,
  document_id text not null,
  judgment_id text not null,
  answer_id text not null,
  version int not null,
  engine_version text,
  hash text not null,
  document_version bigint not null,
  read_at timestamptz,
  format smallint not null,
  tokens int not null,
  truncated boolean not null,
  text text not null,
  images text[] not null default '{}',
  gone text check (gone in ('deleted', 'image_erased')),
  keep_until timestamptz not null,
  primary key (namespace_id, document_id, judgment_id, answer_id)
);
create index kept_context_by_image on kept_context using gin (images) where images <> '{}';
create index kept_context_by_end on kept_context (keep_until);
