-- The related changes that have still to reach answers about a document, as one JSON text: for each key of it that has some
-- [judgment, whether the key is its id, the last change that no walk knows or null, [[round, begun, due, first change], ...],
-- relation, document] with the walks that have not passed the document, and of a key that is its id the relation and the related
-- document of that change, or null. Null for none. Times are milliseconds since 1970. Which of the rounds an
-- answer was judged after is known to the answer.
--
-- p_pairs  `open_pairs` of the namespace
--
-- Of the inbox a range of keys is read that holds one key, in an order that only the primary key gives: the inbox is mostly
-- empty, and a plan made then for an equality would read all that waits in the namespace by its other index, for each key.
create or replace function open_changes(p_namespace bigint, p_document text, p_pairs text[]) returns text
language plpgsql stable parallel safe
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_sort = off
set enable_incremental_sort = off
as $$
begin
  return (
    select '[' || string_agg('["' || p.judgment || '",' || k.is_id || ',' ||
        coalesce(o.changed[1], 'null') || ',[' || coalesce(o.walks, '') || '],' || coalesce(o.changed[2], 'null,null') || ']', ',') || ']'
    from (select p_pairs[i][1] as judgment, p_pairs[i][2] as mine from generate_subscripts(p_pairs, 1) i) p
    cross join lateral (
      select true as is_id, '\x30'::bytea || convert_to(p_document, 'UTF8') as key where p.mine = ''
      union all
      -- The key of an array's element, without its tag.
      select false, case when get_byte(a.key, 0) = 64 then substr(a.key, 2) else a.key end from attribute a
      where a.namespace_id = p_namespace and a.document_id = p_document and a.name = p.mine) k
    cross join lateral (
      select
        (select array[(extract(epoch from c.changed_at) * 1000)::bigint::text,
            case when k.is_id then to_json(c.relation)::text || ',' || to_json(c.document)::text end]
          from related_change c
          where c.namespace_id = p_namespace and c.judgment_id = p.judgment and c.mine = p.mine
            and c.key between k.key and k.key and (k.is_id or c.source is distinct from p_document)
          order by c.key desc, c.id desc limit 1) as changed,
        (select string_agg('[' || f.round || ',' || f.begun || ',' || (extract(epoch from f.due_at) * 1000)::bigint || ',' ||
            (extract(epoch from f.first_change_at) * 1000)::bigint || ']', ',') from fanout_walk f
          where f.namespace_id = p_namespace and f.judgment_id = p.judgment and f.mine = p.mine and f.key = k.key
            and f.cursor < p_document and f.spared is distinct from p_document) as walks
      offset 0) o
    where o.changed is not null or o.walks is not null);
end $$;
