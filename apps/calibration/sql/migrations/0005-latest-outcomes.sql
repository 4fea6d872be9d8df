-- Why: an outcome with `as_of: "latest"` labels the answer in force when it was posted, and that answer is part of its
-- identity, so that a document that was judged again can be labelled again and keeps its earlier label. `latest` marks
-- such outcomes: `hindsight` will also mark others. Stored outcomes that have their answer get the new identity; those
-- that name an answer have it in their identity already. `unmatched` keeps why an outcome labels no answer.
-- Locks: `outcome` for a catalogue change; the update takes the rows in hindsight one by one, some seconds for a million.

alter table outcome add column latest boolean not null default false, add column unmatched text;
update outcome set latest = true,
  identity = case when answer_id is null or identity like '%answer=%' then identity else identity || '&in_force=' || answer_id end
  where hindsight;
update outcome set unmatched = case when identity like '%answer=%' then 'answer_not_found' else 'no_answer_at_as_of' end
  where answer_id is null;
