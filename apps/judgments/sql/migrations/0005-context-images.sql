-- Why: a context names the images that were read with it. The erasure of an image finds the contexts that hold it and
-- empties them; an emptied context stays as a row that says why there is nothing to read. The index holds contexts with
-- images alone.
-- Locks: recording waits a moment; existing contexts have no images, so the index is built at once.

alter table context add column images text[] not null default '{}',
add column image_erased boolean not null default false;

create index context_by_image on context using gin (images) where images <> '{}';
