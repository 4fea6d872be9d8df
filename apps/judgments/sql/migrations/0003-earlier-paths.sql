-- Why: answers keep their version and read fresh when that version is active again. So a change of what earlier versions
-- read must invalidate their answers meanwhile. The list is empty in existing rows until their next activation.
-- Locks: changes of judgments wait a moment.

alter table judgment add column earlier_paths json not null default '[]';
