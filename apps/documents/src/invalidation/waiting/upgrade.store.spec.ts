import { schemaNameOf } from '@app/contracts';
import type { DocumentChanged } from '@app/contracts/documents';
import { migrate } from '@app/persistence/migrate';
import { testEnvironment } from '@app/testing';
import { documentsSchema } from '../../app.schema';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anAnswer } from '../../testing/samples';

const org = 'org_upgraded';
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

/** Takes the migration back, as an installation is that has never run it. */
async function takeBack(): Promise<void> {
  await harness.database.query('drop table waiting_walk');
  const { rowCount } = await harness.database.query(`delete from migration where name like 'WaitingWalks%'`);
  expect(rowCount).toBe(1);
}

it('queues after an upgrade what has waited since before, of judgments that are judged by themselves [REL-F2]', async () => {
  const namespaces = ['up/changed', 'up/override', 'up/asked'];
  await harness.putJudgment(org, 'up/*', 'late', { policy: 'on_read' });
  const version = new Map<string, number>();
  for (const ns of namespaces) {
    const put = async (note: string) =>
      (await harness.write(org, ns, { upsert: [{ id: 'd1', state: { note } }] })).documents;
    const [first] = await put('a');
    await harness.applyAnswers(org, ns, [
      anAnswer('d1', 'late', { document_version: first.version, seen: first.version }),
    ]);
    version.set(ns, (await put('b'))[0].version);
  }
  // The builds before changed policies without queueing anything.
  const own = { kind: 'override' as const, overrides: ['freshness'], thresholds: null };
  await harness.putJudgment(org, 'up/changed', 'late', { ...own, policy: 'on_change' });
  await harness.putJudgment(org, 'up/override', 'late', { ...own, policy: 'interval', interval_ms: 900_000 });
  await takeBack();
  const { service, sql } = documentsSchema;
  expect(await migrate({ url: testEnvironment().urls[service], schema: schemaNameOf(service), sql })).toHaveLength(1);

  const upgraded = harness.another();
  const walked = async (): Promise<boolean> => {
    await harness.database.query('update waiting_walk set lease_until = null');
    return upgraded.waiting.turn();
  };
  while (await walked());
  const facts = await harness.published<DocumentChanged>(org, 'documents.document.changed.bulk.v1');
  expect(facts.map(({ namespace, documents }) => [namespace, documents[0].version])).toEqual(
    ['up/changed', 'up/override'].map((ns) => [ns, version.get(ns)]),
  );
  expect((await harness.database.query('select from waiting_walk')).rowCount).toBe(0);
});
