-- Why: an ask may be in flight while its image is erased; its context is then recorded after the erasure emptied the
-- others. For an hour the table says when an image was erased, so that such a context is recorded empty.
-- Locks: none, the table is new.

create table erased_image (
  namespace_id bigint not null,
  image text not null,
  erased_at timestamptz not null,
  primary key (namespace_id, image)
);
