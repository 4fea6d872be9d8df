import type { FetchDocuments, RelationQuery } from '@app/contracts/documents';
import { movedClock } from '@app/testing';
import type { Named, Queryable } from '@app/persistence';
import type { QueryResult, QueryResultRow } from 'pg';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { aBlock, related } from '../../testing/related';
import { FetchService } from '../fetch.service';
import { ReaderPool } from '../../document/pool/reader.pool';
import { RelatedService } from './related.service';

/** A node of a plan, as `explain (analyze, format json)` prints it. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

/** Has Postgres explain each statement over blocks. */
class ExplainingPool extends ReaderPool {
  readonly plans: PlanNode[] = [];

  override runInSnapshot<T>(limitMs: () => number, work: (from: Queryable) => Promise<T>): Promise<T> {
    return super.runInSnapshot(limitMs, (from) => work(this.explaining(from)));
  }

  private explaining(from: Queryable): Queryable {
    return {
      query: async <R extends QueryResultRow>(
        statement: Named | string,
        values?: unknown[],
      ): Promise<QueryResult<R>> => {
        if (typeof statement === 'string' && statement.includes('near as')) {
          const explained = `explain (analyze, buffers, format json) ${statement}`;
          const { rows } = await from.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explained, values);
          this.plans.push(rows[0]['QUERY PLAN'][0].Plan);
        }
        return from.query<R>(statement, values);
      },
    };
  }
}

const org = 'org_block_bound';
const ns = 'block/bound';
const neighbours = 400;
const judged = 24;
const pairs = judged * neighbours;

let harness: DocumentsHarness;
let pool: ExplainingPool;
let fetches: FetchService;
beforeAll(async () => {
  harness = await openDocuments(8);
  pool = new ExplainingPool({ readerPoolSize: 1 }, harness.database);
  await pool.onModuleInit();
  fetches = new FetchService(movedClock, pool, harness.snapshots, new RelatedService());
  await harness.putJudgment(org, ns, 'twin', related(aBlock()));
  const document = (n: number) => ({
    id: `d${String(n).padStart(3, '0')}`,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
    attributes: { email: 'x@y', kind: 'person' },
    state: { name: `Person ${n}`, text: 'x'.repeat(500) },
  });
  for (let n = 0; n < neighbours; n += 100) {
    await harness.write(org, ns, { upsert: Array.from({ length: 100 }, (_, i) => document(n + i)) });
  }
}, 60_000);
afterAll(async () => {
  await pool.onApplicationShutdown();
  await harness.close();
});

const earlier: RelationQuery = {
  theirs: 'attributes.email',
  mine: 'attributes.email',
  order_by: [],
  last_n: 5,
  window: null,
  where: { created_at: { lt: { mine: 'created_at' } }, 'attributes.kind': 'person' },
  fields: ['state.name'],
};

/** The plan by which the newest documents of the block read their others, of which there are some altogether. */
async function planOf(spec: RelationQuery, others: number): Promise<{ nodes: PlanNode[]; buffers: number }> {
  const ids = Array.from({ length: judged }, (_, n) => `d${String(neighbours - 1 - n).padStart(3, '0')}`);
  const read = { jdg_twin: { relations: { same: 0 } } };
  const query: FetchDocuments = { organization: org, namespace: ns, ids, judgments: ['jdg_twin'], specs: [spec], read };
  pool.plans.length = 0;
  const { documents, shared } = JSON.parse(await fetches.fetch(query)) as { documents: unknown[]; shared: unknown[] };
  expect([documents.length, shared.length]).toEqual([judged, others]);
  const [plan] = pool.plans;
  return { nodes: nodesOf(plan), buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] };
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** Rows that a node looked at, whether it passed them on or not. */
function lookedAt(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  return (node['Actual Rows'] + removed) * node['Actual Loops'];
}

function documentsRead(nodes: readonly PlanNode[]): number {
  const scans = nodes.filter((node) => node['Relation Name'] === 'document');
  return scans.reduce((sum, node) => sum + lookedAt(node), 0);
}

it.each(['no statistics', 'statistics'])(
  'reads each document of a block once, and no pair more often than a few times, with %s [REL-10]',
  async (known) => {
    if (known === 'statistics') await harness.database.query('analyze');
    const byName = { ...earlier, order_by: [{ path: 'state.name', direction: 'desc' as const }] };
    const cases: [RelationQuery, number][] = [
      [earlier, judged + 4],
      [byName, 5],
    ];
    for (const [spec, others] of cases) {
      const { nodes, buffers } = await planOf(spec, others);
      // The documents of the block, the judged ones, and those that are chosen; a scan of all stands for the judged ones.
      expect(documentsRead(nodes)).toBeLessThanOrEqual(2 * neighbours + 2 * judged);
      expect(Math.max(...nodes.map(lookedAt))).toBeLessThanOrEqual(pairs);
      // A lookup of a document is three pages.
      expect(buffers).toBeLessThan(6 * neighbours);
    }
  },
);

it('reads of a block without a filter no more than it gives [REL-10]', async () => {
  const { nodes } = await planOf({ ...earlier, where: null, last_n: judged + 3 }, judged + 4);
  expect(documentsRead(nodes)).toBeLessThan(3 * judged);
});
