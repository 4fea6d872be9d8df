-- Why: the erasure of a deleted namespace is repeated after a kill and when its fact comes again. A row with the deletion's
-- revision says whether it still has to erase, so that a late fact does not erase what was posted to a namespace that was
-- created again under the name.
-- Locks: none, the table is new.

create table namespace_erasure (
  organization text collate "C" not null,
  namespace text collate "C" not null,
  revision bigint not null,
  erasing boolean not null,
  primary key (organization, namespace)
);
