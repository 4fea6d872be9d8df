-- Why: the list of a judgment's fits goes by revision over all versions and epochs, and no index had that order.
-- Locks: `fit` while the index is built, less than a second: a judgment has one fit a night and few on demand.

create index fit_history on fit (organization, judgment_id, scope, revision desc);
