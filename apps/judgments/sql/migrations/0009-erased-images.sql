-- Why: an ask may be in flight while its picture is erased; what it read is recorded after the contexts were emptied.
-- For an hour it is known when a picture was told to be erased, so that a context of before is recorded empty.
-- Locks: none, the table is new.

create table erased_image (
  namespace_id bigint not null,
  image text not null,
  erased_at timestamptz not null,
  primary key (namespace_id, image)
);
