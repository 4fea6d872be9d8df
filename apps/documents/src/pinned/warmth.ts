import { Tx } from '@app/persistence';

/** Database pages that reading a namespace met, and how many of them were not in the cache. */
export interface Warmth {
  pages: number;
  cold: number;
}

/**
 * What queries read of a namespace, read whole: documents, attributes by value, answers by key and by number. Each names
 * a column outside its key, so that the rows themselves are met and not their index alone.
 */
const reads = [
  'select count(updated_at) from document where namespace_id = $1',
  'select count(*) from attribute where namespace_id = $1',
  'select count(record) from answer where namespace_id = $1',
  `select count(*) from (select number from answer where namespace_id = $1
     order by namespace_id, judgment_id, number, document_id offset 0) by_number`,
];

interface Node {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/** Reads a namespace into the database's cache, in a transaction that shall go by its indexes. */
export async function warm(tx: Tx, namespaceId: string): Promise<Warmth> {
  // A scan of the whole table, or a sort in place of the second index, would meet other pages than queries do.
  await tx.query('set local enable_seqscan = off; set local enable_sort = off; set local jit = off');
  const warmth: Warmth = { pages: 0, cold: 0 };
  for (const read of reads) {
    const { rows } = await tx.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
      `explain (analyze, buffers, timing off, format json) ${read.replaceAll('$1', String(BigInt(namespaceId)))}`,
    );
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
    warmth.cold += plan['Shared Read Blocks'];
    warmth.pages += plan['Shared Read Blocks'] + plan['Shared Hit Blocks'];
  }
  return warmth;
}
