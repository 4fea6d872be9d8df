-- Why: an owner puts a model behind an engine name. One row a name, for the whole installation; `id` is new with each save and stands for
-- the entry in the identity of the engine. `secrets` has the key and the values of headers and query, sealed for this name, provider and
-- address: it opens in no other row, and at no other address.
-- Locks: none; the table is new.

create table model_entry (
  engine text primary key,
  id text not null,
  provider text not null,
  base_url text not null,
  model text not null,
  reads text,
  secrets bytea not null,
  changed_at timestamptz not null default app.now(),
  changed_by text not null,
  changed_in text not null
);
