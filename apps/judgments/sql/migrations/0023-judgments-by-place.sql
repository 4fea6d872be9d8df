-- Why: a scope keeps the rows of its archived judgments, and the index of scopes has them too: a read of a scope in which one
-- name was created and deleted a thousand times read a thousand rows. The list of an organization's judgments read those of
-- all scopes before the one that it was asked for, since a range of names needs their order by bytes.
-- Concurrently: an organization may have as many judgments as namespaces.
-- Locks: none; the build waits for older transactions, and nobody waits for it.
create index concurrently if not exists judgment_place on judgment (organization, scope collate "C", name collate "C")
  where not archived;
