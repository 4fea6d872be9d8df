import { buffersOf, explained, nodesOf, statementsOf } from '@app/testing';
import type { PlanNode } from '@app/testing';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { aPointer, related } from '../../testing/related';

const org = 'org_status_plan';
const documents = 800;
let harness: DocumentsHarness;

/** Documents with many keys, and fresh answers of a judgment that follows those that they point at. */
async function fill(ns: string, keys: number): Promise<string> {
  await harness.putJudgment(org, ns, 'late', related(aPointer()));
  await harness.write(org, ns, { upsert: [{ id: 'first', state: {} }] });
  const { rows } = await harness.database.query<{ id: string }>('select id from namespace where name = $1', [ns]);
  const each = `generate_series(1, ${documents}) n`;
  const key = `'\\x30'::bytea || convert_to('c' || n, 'UTF8')`;
  for (const text of [
    `insert into document (namespace_id, id, version, born, attributes, state, bytes, created_at, updated_at)
     select $1, 'd' || n, n, n, '{}', '{}', 2, app.now(), app.now() from ${each}`,
    `insert into attribute select $1, 'customer', ${key}, 'd' || n from ${each}`,
    `insert into attribute select $1, 'other' || k, ${key}, 'd' || n from ${each}, generate_series(2, ${keys}) k`,
    `insert into answer (namespace_id, document_id, judgment_id, record, version, wanted, seen, number, body)
     select $1, 'd' || n, 'jdg_late', 1, 1, n, n, 0.5, '{"version": 1}' from ${each}`,
  ]) {
    await harness.database.query(text, [rows[0].id]);
  }
  return rows[0].id;
}

async function plan(ns: string): Promise<PlanNode> {
  const filter = { 'answers.late.status': 'fresh' };
  const sent = await statementsOf(async () => {
    expect((await harness.query(org, ns, { filter, count: true, limit: 1 })).count).toBe(documents);
  });
  const { text, values } = sent.find((statement) => statement.text.includes(' as count'))!;
  return explained(harness.database, text, values);
}

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

it('a count by status takes no look at the keys of documents while nothing is open for the judgment [DOC-12] [S-F4]', async () => {
  await fill('status/few', 3);
  await fill('status/many', 40);
  const [few, many] = [await plan('status/few'), await plan('status/many')];
  const first = nodesOf(many).filter((node) => node['Subplan Name']?.startsWith('InitPlan'));
  expect(first.length).toBeGreaterThan(0);
  expect(first.every((node) => node['Actual Loops'] <= 1)).toBe(true);
  expect(nodesOf(many).filter((node) => node['Relation Name'] === 'attribute' && node['Actual Loops'] > 0)).toEqual([]);
  expect(buffersOf(many)).toBeLessThan(buffersOf(few) * 1.1);
});
