-- Why: what a month costs beside judging. `storage` is what documents measured of a namespace last, `pinned_month` sums
-- what pinned ones held (size times seconds), `tenant_month` has the namespaces that were written in a month, and
-- `closed_month` keeps the report of a month that takes no more charges.
-- Locks: new tables only.

create table storage (
  organization text collate "C" not null,
  namespace text collate "C" not null,
  documents bigint not null,
  bytes bigint not null,
  pinned boolean not null,
  measured_at timestamptz not null,
  primary key (organization, namespace)
) with (fillfactor = 80);
create index storage_pinned on storage (organization, namespace) where pinned;

create table pinned_month (
  organization text collate "C" not null,
  month text not null,
  namespace text collate "C" not null,
  byte_seconds numeric not null,
  primary key (organization, month, namespace)
);

create table tenant_month (
  organization text collate "C" not null,
  month text not null,
  namespace text collate "C" not null,
  primary key (organization, month, namespace)
);

create table closed_month (
  organization text collate "C" not null,
  month text not null,
  closed_at timestamptz not null default app.now(),
  namespaces jsonb not null,
  fees jsonb not null,
  primary key (organization, month)
);
