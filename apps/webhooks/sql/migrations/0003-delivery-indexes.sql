-- The key of deliveries begins with what is nearly unique, the event: met by it under any plan, a delivery costs the
-- same however many wait for its endpoint (measured with 10,000 pending: claims of 16 took 20 ms, because plans met the
-- key by day and event alone). `delivery_unsent` are those that ended without success, by time: what recover looks for
-- and the log shows under `failed` and `skipped`, without reading the many that succeeded.
-- Locks: `delivery` while its partitions are read.

alter table delivery drop constraint delivery_pkey;
alter table delivery add primary key (day, event_id, endpoint_id, turn);
create index delivery_unsent on delivery (endpoint_id, created_at, id) where status in ('failed', 'skipped');
