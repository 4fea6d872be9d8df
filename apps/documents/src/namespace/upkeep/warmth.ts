import { Tx } from '@app/persistence';

/** How many database pages hold a namespace, and how many of them were not in the cache. */
export interface Warmth {
  pages: number;
  cold: number;
}

/**
 * Reads everything that queries read of a namespace: documents by id and by creation, attributes by value, answers by key and by
 * number. A statement names a column outside of the index, so that Postgres reads the rows and not the index alone, or the
 * order of the index that it is to read.
 */
const reads = [
  `select count(updated_at) from (select updated_at from document where namespace_id = $1
     order by namespace_id, id offset 0) by_id`,
  `select count(*) from (select id from document where namespace_id = $1
     order by namespace_id, date_trunc('milliseconds', created_at at time zone 'UTC'), id offset 0) by_creation`,
  'select count(*) from attribute where namespace_id = $1',
  'select count(record) from answer where namespace_id = $1',
  `select count(*) from (select number from answer where namespace_id = $1
     order by namespace_id, judgment_id, number, document_id offset 0) by_number`,
];

interface PlanNode {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/** Reads a namespace into the database's cache, by the indexes that queries use. */
export async function warm(tx: Tx, namespaceId: string): Promise<Warmth> {
  // A scan of the whole table, or a sort instead of the second index, would read other pages than queries do.
  await tx.query('set local enable_seqscan = off; set local enable_sort = off; set local jit = off');
  const warmth: Warmth = { pages: 0, cold: 0 };
  for (const read of reads) {
    const { rows } = await tx.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (analyze, buffers, timing off, format json) ${read.replaceAll('$1', String(BigInt(namespaceId)))}`,
    );
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
    warmth.cold += plan['Shared Read Blocks'];
    warmth.pages += plan['Shared Read Blocks'] + plan['Shared Hit Blocks'];
  }
  return warmth;
}
