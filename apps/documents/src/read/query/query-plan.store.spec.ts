import { scalarKey } from '@app/filter';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { aPointer, anEntity, related } from '../../testing/related';

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

  it.each([{ 'attributes.total': { gte: 1000, lt: 4000 } }, {}])(
    'reads a page from one range of the rows of a pair, although the planner knows nothing of them, beside %j',
    async (range) => {
      const { rows } = await harness.database.query<{ id: string }>('select id from namespace where name = $1', [ns]);
      const pair = { organization: org, namespaceId: rows[0].id, equal: 'seller', ordered: 'total' };
      harness.pairs.noteMissed(pair, 2_000);
      await harness.pairs.keep();
      while (await harness.pairWalks.turn());
      harness.pairs.forget(pair.namespaceId);
      const asked = jest.spyOn(harness.database, 'query');
      const filter = { 'attributes.seller': 's7', ...range };
      const order_by = [{ path: 'attributes.total', direction: 'desc' as const }];
      const page = await harness.query(org, ns, { filter, order_by, limit: 10 });
      const first = 'attributes.total' in range ? 3957 : 4957;
      expect(page.documents.map(({ id }) => id)).toEqual(
        Array.from({ length: 10 }, (_, i) => `d${first - i * sellers}`),
      );
      const [statement, params] = asked.mock.calls.at(-1)!;
      asked.mockRestore();
      const { text } = statement as { text: string };
      expect(text).toContain('attribute_pair');
      const explained = await harness.database.query<{ 'QUERY PLAN': Explained[] }>(
        `explain (analyze, buffers, format json) ${text}`,
        params,
      );
      const { Plan: plan } = explained.rows[0]['QUERY PLAN'][0];
      expect(plan['Actual Rows']).toBe(11);
      const node = JSON.stringify(plan);
      expect(node).not.toContain('Seq Scan');
      // Of the 60 and 100 rows in the range those of the page, some twice.
      const rowsRead = [...node.matchAll(/"Index Name":"attribute_pair_pkey".*?"Actual Rows":(\d+)/g)].map(([, n]) =>
        Number(n),
      );
      expect(Math.max(...rowsRead)).toBeLessThan(12);
      // Of the index a few, and for each of the eleven documents about eight: its row here, the index and the row of `document`.
      expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(120);
    },
  );
});

describe('the plan of a count by the status of answers that follow other documents', () => {
  let harness: DocumentsHarness;
  const changed = 500;

  beforeAll(async () => {
    harness = await openDocuments();
    await harness.putJudgment(org, ns, 'late', related(aPointer(), anEntity()));
    await harness.write(org, ns, { upsert: [{ id: 'first', state: {} }] });
    const { rows } = await harness.database.query<{ id: string }>('select id from namespace where organization = $1', [
      org,
    ]);
    const numbers = `generate_series(1, ${documents}) n`;
    const customer = (n: string) => `'\\x30'::bytea || convert_to('c' || ${n}, 'UTF8')`;
    for (const text of [
      `insert into document (namespace_id, id, version, born, attributes, state, bytes, created_at, updated_at)
       select $1, 'd' || n, n, n, '{}', '{}', 2, now(), now() from ${numbers}`,
      `insert into attribute select $1, 'customer', ${customer('n')}, 'd' || n from ${numbers}`,
      `insert into answer (namespace_id, document_id, judgment_id, record, version, wanted, seen, number, body)
       select $1, 'd' || n, 'jdg_late', 1, 1, n, n, 0.5, '{"version": 1}' from ${numbers}`,
      `insert into fanout_walk (namespace_id, judgment_id, mine, key, round, first_change_at, last_change_at, due_at)
       select $1, 'jdg_late', 'customer', ${customer('n')}, n, now(), now(), now() from generate_series(1, ${changed}) n`,
    ])
      await harness.database.query(text, [rows[0].id]);
  }, 60_000);
  afterAll(() => harness.close());

  it('looks at the keys of each document, although the planner has no statistics of the answers yet', async () => {
    const asked = jest.spyOn(harness.database, 'query');
    const page = await harness.query(org, ns, { filter: { 'answers.late.status': 'stale' }, count: true, limit: 1 });
    expect(page.count).toBe(changed);
    const [statement, params] = asked.mock.calls.at(-1)!;
    asked.mockRestore();
    const text = `explain (analyze, buffers, format json) ${(statement as { text: string }).text}`;
    const { rows } = await harness.database.query<{ 'QUERY PLAN': Explained[] }>(text, params);
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    // About ten blocks a document. When each looked its answer up again by the index by number, it was more than 60.
    expect((plan['Shared Hit Blocks'] + plan['Shared Read Blocks']) / documents).toBeLessThan(20);
  });
});
