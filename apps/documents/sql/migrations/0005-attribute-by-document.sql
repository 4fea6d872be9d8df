-- Why: a query whose conditions and order are attributes alone is decided by looking other attributes of a document up
-- by its id, without fetching the document (apps/documents/README.md); only the page's documents are fetched.
-- Locks: writes of documents wait while the index is built (about half a second for 200,000 rows).

create index attribute_by_document on attribute (namespace_id, document_id, name) include (key);
