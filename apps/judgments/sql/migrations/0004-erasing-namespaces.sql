-- Why: what a deleted namespace leaves is erased in pieces; `erasing` says that some may be left, so that a retry after
-- a kill goes on, and a retry after the end does not touch a namespace made again under the name.
-- Locks: a moment of `namespace`; the default is constant, so no row is written.

alter table namespace add column erasing boolean not null default false;
