-- Why: failed attempts to sign in count by the network address of the client too, where the operator names the proxies that
-- make it true. `first_at` is the begin of the ten minutes that such a row counts; rows of accounts leave it null.
-- Locks: `sign_in_attempt` for the length of a change of the catalogue; no row is written.

alter table sign_in_attempt add column first_at timestamptz;
