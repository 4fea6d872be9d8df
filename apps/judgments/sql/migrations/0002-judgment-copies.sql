-- Why: a judgment that a namespace detached from a template is a row of its own (definition, versions, settings). Its
-- answers stay under the template's id (`key`), so detaching moves no answer, however many documents there are. `copied`
-- holds the two numbers of its first version. An index of their own finds the templates among the judgments of ten
-- thousand namespaces.
-- Locks: changes of judgments wait a moment; both columns are null in existing rows.

alter table judgment add column key text, add column copied json;
create unique index judgment_copy on judgment (key, scope) where key is not null and not archived;
create index judgment_of_template on judgment (organization) where scope like '%/*' and not archived;
create index judgment_override_of_scope on judgment_override (scope);
