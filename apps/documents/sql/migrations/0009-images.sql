-- Why: pictures are kept in their namespace under an id made of their bytes. An erased one stays as a row without
-- bytes, which says that it was there; `detached_at` tells that no document names it any more. Bytes stand outside of
-- the row and uncompressed: they are compressed already, and reading a picture's facts never reads them.
-- Locks: none but a moment on `document` for the index over documents that name pictures, of which there are none yet.

create table image (
  namespace_id bigint not null,
  id text collate "C" not null,
  media_type text not null,
  bytes int not null,
  width int not null,
  height int not null,
  data bytea,
  created_at timestamptz not null default app.now(),
  erased_at timestamptz,
  detached_at timestamptz,
  primary key (namespace_id, id)
);

alter table image alter column data set storage external;

create index image_to_detach on image (erased_at) where erased_at is not null and detached_at is null;

create index document_by_image on document using gin (jsonb_path_query_array(images, '$.*')) where images <> '{}';
