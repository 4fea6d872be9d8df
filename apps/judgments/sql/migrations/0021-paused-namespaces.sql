-- Why: a table of alternatives asks which namespaces below a template may not spend; few are paused of many.
-- Locks: `namespace` against writes while the index is built: one row a namespace, and nearly none is in the index.

create index namespace_paused on namespace (organization, name) where paused;
