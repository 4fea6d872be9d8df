-- Why: `metered` has the figures of each namespace as billing received them last, so that only what moved is published,
-- and so that an organization's totals are a sum over one row a namespace.
-- Locks: a new table only.

create table metered (
  namespace_id bigint primary key,
  organization text collate "C" not null,
  documents bigint not null,
  bytes bigint not null,
  pinned boolean not null,
  written_month text
) with (fillfactor = 70);
create index metered_by_organization on metered (organization) include (documents, bytes);
