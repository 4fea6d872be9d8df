-- Why: owners see which keys are in use and who made them, before they revoke one or remove a person. Each gateway writes
-- the latest use of a key once a minute; the time says nothing about admission, so the revision stays.
-- Locks: `api_key` for the length of a change of the catalogue.

alter table api_key add column last_used_at timestamptz, add column made_by text;
