-- Why: an organization may let its members post outcomes, which they otherwise only look at.
-- Locks: `organization` for the length of a change of the catalogue; the default writes no row.

alter table organization add column members_may_label boolean not null default false;
