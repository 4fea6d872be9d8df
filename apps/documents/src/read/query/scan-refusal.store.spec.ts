import { QueryBody } from '@app/contracts/documents';
import { Problem } from '@app/problem';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { QueryService } from './query.service';

const org = 'org_scan';
const ns = 'scan/one';
const limit = 100;

describe('a query that would scan too much', () => {
  let harness: DocumentsHarness;
  let queries: QueryService;

  beforeAll(async () => {
    harness = await openDocuments();
    for (let at = 0; at < 600; at += 200) {
      const upsert = Array.from({ length: 200 }, (_, i) => ({
        id: `d${at + i}`,
        attributes: { n: at + i, kind: 'all' },
        state: { note: `${at + i}` },
      }));
      await harness.write(org, ns, { upsert });
    }
    await harness.database.query('analyze');
    queries = harness.queriesWithin(limit);
  }, 60_000);
  afterAll(() => harness.close());

  const query = async (body: QueryBody): Promise<unknown> =>
    queries.query(ns, body, harness.call(org)).then(
      (page) => page.json<{ documents: object[] }>().documents.length,
      (error: unknown) => (error instanceof Problem ? [error.code, error.details] : error),
    );

  it('says what an index serves, and to leave the order out [defect W-M8]', async () => {
    const messageOf = (body: QueryBody) =>
      queries.query(ns, body, harness.call(org)).then(
        (page) => page.text(),
        (error: Problem) => error.message,
      );
    const negated = await messageOf({ filter: { not: { 'attributes.kind': 'none' } } });
    expect(negated).toContain('negations, `status` and `exists` narrow no scan');
    expect(negated).not.toContain('order_by');
    const ordered = await messageOf({ order_by: [{ path: 'state.note' }], limit: 5 });
    expect(ordered).toContain('or order by one attribute');
    expect(await messageOf({ filter: { 'state.note': '5' } })).toContain(
      'keep what the filter reads of `state` as an attribute',
    );
  });

  it('is refused with the estimate, the limit and the paths without an index [DOC-05]', async () => {
    const refused = await query({ filter: { 'state.note': '5' } });
    const scan = { documents: expect.any(Number) as number, limit, unindexed_paths: ['state.note'] };
    expect(refused).toEqual(['invalid_request', { reason: 'scan_too_large', path: '/filter', scan }]);
    const [, details] = refused as [string, { scan: { documents: number } }];
    expect(details.scan.documents).toBeGreaterThan(limit);
    expect(details.scan.documents).toBeLessThanOrEqual(1200);
  });

  it('is answered when an index narrows it', async () => {
    expect(await query({ filter: { 'state.note': '5', 'attributes.n': { gte: 1, lte: 20 } } })).toBe(1);
    expect(await query({ filter: { 'attributes.n': 7 } })).toBe(1);
    expect(await query({ filter: {}, limit: 50 })).toBe(50);
  });
});
