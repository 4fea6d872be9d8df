-- Why: the weight of a label of the review queue is the inverse of the probability with which one draw took it. Several
-- draws can be combined only when it is known which draw took an item and how many it took; a label keeps both. Stored
-- items of one moment are one draw, since a draw is one statement.
-- Locks: `queue_item` and `outcome` for a catalogue change; the updates take a few rows for each label of the queue.

alter table queue_item add column draw int not null default 1, add column draw_size int not null default 1;
alter table outcome add column draw int not null default 0, add column draw_size int not null default 0;
update queue_item q set draw = d.draw, draw_size = d.size from (
  select organization, judgment_id, namespace, answer_id,
    dense_rank() over (partition by organization, judgment_id, version order by drawn_at) as draw,
    count(*) over (partition by organization, judgment_id, version, drawn_at) as size
  from queue_item) d
  where (q.organization, q.judgment_id, q.namespace, q.answer_id) = (d.organization, d.judgment_id, d.namespace, d.answer_id);
update outcome o set draw = q.draw, draw_size = q.draw_size from queue_item q
  where o.source = 'queue'
    and (o.organization, o.judgment_id, o.namespace, o.answer_id) = (q.organization, q.judgment_id, q.namespace, q.answer_id);
