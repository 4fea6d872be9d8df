-- Why: a judgment that a namespace detached from a template is a row of its own (definition, versions, settings) whose
-- answers go on under the template's id (`key`), so that detaching ten documents or ten million moves no answer.
-- `copied` has the two numbers of its first version. Templates are found among the judgments of ten thousand namespaces
-- by an index of their own.
-- Locks: changes of judgments wait a moment; both columns are null in rows that stand.

alter table judgment add column key text, add column copied json;
create unique index judgment_copy on judgment (key, scope) where key is not null and not archived;
create index judgment_of_template on judgment (organization) where scope like '%/*' and not archived;
create index judgment_override_of_scope on judgment_override (scope);
