-- Why: a copy that a namespace detached from a template shares its judgment id, so two copies' versions share numbers:
-- their fits are told apart by `scope`, the namespace; it is empty for all others.
-- Locks: `fit` for a moment; it is small.

alter table fit add column scope text collate "C" not null default '';
alter table fit drop constraint fit_pkey;
alter table fit add primary key (organization, judgment_id, scope, version, engine_version);
