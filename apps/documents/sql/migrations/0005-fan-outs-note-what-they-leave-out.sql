-- Why: fan-outs leave documents outside of their scope as they are. When the scope moves, answers inside that may have missed
-- a change are found by their watermark: each walk notes the last change that it kept from an answer.
-- Locks: `reader_walk` for a moment.

create table left_out (
  namespace_id bigint not null,
  judgment_id text collate "C" not null,
  -- Answers with an earlier watermark may lack the change.
  since timestamptz not null,
  primary key (namespace_id, judgment_id)
) with (fillfactor = 60);
alter table reader_walk add column scoped boolean not null default false;

-- Of all judgments of all namespaces. Builds before this one noted nothing, and may walk for a day beside it; a walk that
-- reads this bounds it by its own beginning. An installation without judgments has left nothing out.
insert into left_out (namespace_id, judgment_id, since)
select 0, '', date_trunc('milliseconds', app.now()) + interval '1 day' where exists (select from judgment_column);
