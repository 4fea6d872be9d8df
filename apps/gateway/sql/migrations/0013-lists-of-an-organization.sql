-- Why: a list of an organization read what it does not show. Members are listed by the id of their account, in the order of
-- bytes, which no index of members had: a page, and a look at one member, read all of them. Revoked keys stay for good and ended
-- sessions for a week: a page of the live ones read those before them, as did the list of a person's own sessions.
-- Locks: writes of `member`, `api_key` and `session` while their indexes are made; the first two have thousands of rows for
-- an organization at most, the third has the sign-ins of a week.
create index member_by_person on member (organization_id, account_id collate "C");
create index api_key_live on api_key (organization_id, id) where revoked_at is null;
create index session_live on session (organization_id, id) where revoked_at is null;
create index session_live_of_person on session (account_id, id) where revoked_at is null;
