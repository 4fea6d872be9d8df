import { scalarKey } from '@app/filter';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';

const org = 'org_plan';
const ns = 'plan/one';
const sellers = 50;
const documents = 5_000;

interface Explained {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number; 'Actual Rows': number };
}

describe('the plan of a query by attributes', () => {
  let harness: DocumentsHarness;

  beforeAll(async () => {
    harness = await openDocuments();
    await harness.write(org, ns, { upsert: [{ id: 'first', state: {} }] });
    const { rows } = await harness.database.query<{ id: string }>('select id from namespace where organization = $1', [
      org,
    ]);
    const ids = Array.from({ length: documents }, (_, i) => `d${i}`);
    const attributes = ids.map((_, i) => ({ seller: `s${i % sellers}`, total: i }));
    await harness.database.query(
      `insert into document (namespace_id, id, version, born, attributes, state, bytes, created_at, updated_at)
       select $1, x.id, 1, 1, x.attributes, '{}', 2, now(), now() from unnest($2::text[], $3::jsonb[]) x(id, attributes)`,
      [rows[0].id, ids, attributes.map((one) => JSON.stringify(one))],
    );
    for (const name of ['seller', 'total'] as const) {
      const keys = attributes.map((one) => scalarKey(one[name]));
      await harness.database.query(
        'insert into attribute select $1, $2, x.key, x.id from unnest($3::bytea[], $4::text[]) x(key, id)',
        [rows[0].id, name, keys, ids],
      );
    }
  }, 60_000);
  afterAll(() => harness.close());

  it('looks at the documents of the equality one by one, although the planner has no statistics of the values yet', async () => {
    const asked = jest.spyOn(harness.database, 'query');
    const filter = { 'attributes.seller': 's7', 'attributes.total': { gte: 1000, lt: 4000 } };
    const order_by = [{ path: 'attributes.total', direction: 'desc' as const }];
    const page = await harness.query(org, ns, { filter, order_by, limit: 10 });
    expect(page.documents.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, i) => `d${3957 - i * sellers}`));
    const [statement, params] = asked.mock.calls.at(-1)!;
    asked.mockRestore();
    const text = `explain (analyze, buffers, format json) ${(statement as { text: string }).text}`;
    const { rows } = await harness.database.query<{ 'QUERY PLAN': Explained[] }>(text, params);
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    expect(plan['Actual Rows']).toBe(11);
    // 100 documents of the seller with about five blocks each. When the planner chose the join, it read 4,392.
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(2_000);
  });
});
