-- Why: an answer of a judgment that does not apply to its document any more counted for the judgments that read it, and
-- counts no longer. Answers that read judgments with an `applies_to` are judged again once, as by a fan-out: after ten
-- minutes, when no build of before reads for them any more, those with an earlier watermark.
-- Locks: none; both tables have a row for each judgment at most.

insert into reader_walk (organization, judgment_id, scope, since, due_at)
select distinct reader.organization, reader.judgment_id,
  case when right(reader.scope, 2) = '/*' and starts_with(upstream.scope, left(reader.scope, -1)) then upstream.scope
    else reader.scope end,
  date_trunc('milliseconds', app.now()) + interval '10 minutes', date_trunc('milliseconds', app.now()) + interval '10 minutes'
from judgment_column reader
  join judgment_column upstream on upstream.organization = reader.organization
    and upstream.kind = 'judgment' and not upstream.archived and jsonb_typeof(upstream.body -> 'applies_to') = 'object'
    and (upstream.scope = reader.scope
      or (right(reader.scope, 2) = '/*' and starts_with(upstream.scope, left(reader.scope, -1)))
      or (right(upstream.scope, 2) = '/*' and starts_with(reader.scope, left(upstream.scope, -1))))
where reader.kind = 'judgment' and not reader.archived and reader.body -> 'reads' ? upstream.name;
