-- Why: owners and admins see the sessions of their organization's people, newest first, page by page.
-- Locks: writes of `session` while the index is made; the table holds the sign-ins of a week.

create index session_by_organization on session (organization_id, id);
