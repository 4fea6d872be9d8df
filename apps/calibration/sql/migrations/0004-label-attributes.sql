-- Why: a report by an attribute reads it as it was when the label was bound. `attributes` holds the short ones of the document, and
-- an empty list for each other one; null where they were not kept. `attributes_asked` is true of every label of before, whose
-- attributes of that moment nobody knows, and false of new ones until they were read; also of those that an older build stores.
-- Locks: `outcome` for a moment; no row is written.
alter table outcome add column attributes jsonb, add column attributes_asked boolean not null default true;
alter table outcome alter column attributes_asked set default false;
