-- Why: what is in force in a namespace is read as the templates and the namespace's own rows; with ten thousand
-- namespaces that have judgments or overrides of their own, the rows of all the others are never read.
-- Locks: changes of columns wait while the indexes are built, well under a second for a million rows each.

create index judgment_column_by_scope on judgment_column (organization, scope);

create index judgment_column_of_template on judgment_column (organization) where scope like '%/*';
