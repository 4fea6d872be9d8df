-- Why: an answer has the numbers of its features and the answers of its parts beside its own numbers, with the fit that
-- combined the parts. `feature_inputs` is what the features read of the document: it tells whether a feature has moved,
-- which the clock alone does not count as. `read_hash` is the hash of the context without its section `previous`, null when
-- it is `context_hash`: equal reads are asked once. A head has the raw `p` of its last answer (`number`) for the next one,
-- and `previous.fields` as the last answer read them (`saw`), as the last that differed from it did, and as the first did.
-- All are null where a definition does not ask for them. In rows from before `number` is null too: there the feature of the
-- answer before is missing once. `combiner` copies the weights of composites that calibration announces; `weights` is null
-- when a fit combines nothing.
-- Locks: `head` and `answer` for a catalogue change in each partition; no row is rewritten. The new table is empty.

alter table head
  add column read_hash text, add column number double precision, add column feature_inputs json, add column combiner text,
  add column saw json, add column saw_before json, add column saw_first json;
alter table answer
  add column read_hash text, add column features json, add column feature_inputs json, add column parts json,
  add column combiner text;

create table combiner (
  judgment_id text not null,
  scope text not null,
  version int not null,
  engine_version text not null,
  fit text not null,
  weights json,
  revision bigint not null,
  primary key (judgment_id, scope, version, engine_version)
);
