-- Why: a summary writes and deletes its own documents only. `born` tells its document from one that was made anew under the same
-- id; null of documents that builds before wrote, which are the summary's own. `failing_tenant` names a document that cannot be written.
-- Locks: both tables for a moment; neither column has a default, so no row is written.

alter table summary_document add column born bigint;
alter table summary add column failing_tenant text collate "C";
