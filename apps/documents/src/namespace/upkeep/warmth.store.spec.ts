import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anAnswer } from '../../testing/samples';
import { Warmth, warm } from './warmth';

const org = 'org_warm';
let harness: DocumentsHarness;

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

async function warmed(namespace: string): Promise<Warmth> {
  const { rows } = await harness.database.query<{ id: string }>(
    'select id from namespace where organization = $1 and name = $2',
    [org, namespace],
  );
  return harness.database.transaction('spec', (tx) => warm(tx, rows[0].id));
}

it('reads every page that queries read of a namespace, and finds none of them cold the second time', async () => {
  for (const namespace of ['warm/small', 'warm/large']) {
    await harness.putJudgment(org, namespace, 'mood');
    const many = namespace === 'warm/large' ? 1_000 : 10;
    const upsert = Array.from({ length: many }, (_, n) => ({
      id: `d${n}`,
      attributes: { n },
      state: { text: 'x'.repeat(1_000) },
    }));
    await harness.write(org, namespace, { upsert });
    await harness.applyAnswers(
      org,
      namespace,
      upsert.map(({ id }) => anAnswer(id, 'mood', { document_version: 1, seen: 1 })),
    );
  }
  await harness.database.query('vacuum analyze document');
  const [small, large] = [await warmed('warm/small'), await warmed('warm/large')];
  expect(large.pages).toBeGreaterThan(small.pages);
  // A thousand documents of a kilobyte fill at least this many pages of 8 KiB.
  expect(large.pages).toBeGreaterThan((1_000 * 1_000) / 8_192);
  expect((await warmed('warm/large')).cold).toBe(0);
});
