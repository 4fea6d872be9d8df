-- Why: an order by `created_at`, newest first or oldest first, reads this index and ends after the page. The moment a document
-- was created never changes, so an update of a document still touches no index.
-- Locks: writes of documents wait while the index is built (about half a second for 200,000 rows).

create index document_by_creation on document (namespace_id, date_trunc('milliseconds', created_at at time zone 'UTC'), id);
