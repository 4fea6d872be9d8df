import { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * Why: what only a version that was active before reads must make its answers stale, which come back with it, and must
 * leave those of the active version alone. A set of `commit_write` may have a third member, `e`: [judgment, its active
 * version], and touches rows of any other version. They are told to nobody and wait for nothing, so no debounce begins.
 * Locks: none; the function of migration 4 is put in place again with the new statement before its own of `o`. Way back:
 * `down` takes it out; writers that send `e` meanwhile touch nothing by it.
 */
const before = `    if p_sets @? '$[*].o[*]' then`;
const earlier = `    if p_sets @? '$[*].e[*]' then
      update answer a set wanted = versions[x.n], cause = 'document',
        wanted_at = case when a.wanted > a.seen then a.wanted_at end,
        touched_at = case when a.wanted > a.seen then a.touched_at end
      from unnest(p_ids, p_set) with ordinality x(id, set, n), jsonb_array_elements(p_sets -> x.set -> 'e') e
      where x.set is not null and a.namespace_id = ns and a.document_id = x.id
        and a.judgment_id = e ->> 0 and a.version <> (e ->> 1)::int;
    end if;
`;

export class EarlierTouches1790000000014 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return exchange(runner, before, earlier + before);
  }

  down(runner: QueryRunner): Promise<void> {
    return exchange(runner, earlier + before, before);
  }
}

async function exchange(runner: QueryRunner, found: string, by: string): Promise<void> {
  const [{ text }] = (await runner.query(`select pg_get_functiondef('commit_write'::regproc) as text`)) as {
    text: string;
  }[];
  if (text.split(found).length !== 2) throw new Error('commit_write is not the function that this migration knows.');
  await runner.query(text.replace(found, () => by));
}
