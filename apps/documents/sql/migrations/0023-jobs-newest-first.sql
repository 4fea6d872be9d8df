-- Why: jobs are listed newest first over all their owners, by the part of the id that follows the owner's letter. The index
-- by the whole id gives another order, so a page of one organization read and sorted the jobs of all of them.
-- Concurrently: the table has the jobs of 30 days.
-- Locks: none; the build waits for older transactions, and nobody waits for it.
create index concurrently if not exists job_newest_first on job (organization, substr(id, 6) desc);
