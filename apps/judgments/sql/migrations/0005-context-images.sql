-- Why: a context names the pictures that were read with it, so that erasing a picture finds the contexts that held it
-- and empties them. An emptied one stays as a row that says why there is nothing to read again. The index holds
-- contexts with pictures alone.
-- Locks: recording waits a moment; contexts that stand have no pictures, so the index is built at once.

alter table context add column images text[] not null default '{}',
add column image_erased boolean not null default false;

create index context_by_image on context using gin (images) where images <> '{}';
