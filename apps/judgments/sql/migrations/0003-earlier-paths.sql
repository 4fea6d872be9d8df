-- Why: answers keep their version, and read fresh when it is made active again; what versions that were active before
-- read must go on touching them meanwhile. Empty in rows that stand: their earlier versions' paths are known from the
-- next activation on.
-- Locks: changes of judgments wait a moment.

alter table judgment add column earlier_paths json not null default '[]';
