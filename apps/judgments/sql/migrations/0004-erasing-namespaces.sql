-- Why: the rows of a deleted namespace are erased in pieces. `erasing` says that some may be left: a retry after a kill
-- continues, and a retry after the end leaves a namespace alone that was created again under the name.
-- Locks: a moment of `namespace`; the default is constant, so no row is written.

alter table namespace add column erasing boolean not null default false;
