import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anAnswer } from '../../testing/samples';
import { allParts } from './fitting-sql';
import { selectionOf } from './selection';
import { sharedReadSql } from './shared-read.store';

const organizations = ['org_reads_a', 'org_reads_b'];
const names = ['r/one', 'r/two'];
let harness: DocumentsHarness;

beforeAll(async () => {
  harness = await openDocuments();
  for (const organization of organizations) {
    for (const name of names) {
      const own = `${organization} ${name}`;
      const { documents } = await harness.write(organization, name, {
        upsert: ['d1', 'd2'].map((id) => ({ id, attributes: { own }, state: { own, id } })),
      });
      const [{ id, version }] = documents;
      if (name !== 'r/one') continue;
      await harness.putJudgment(organization, name, 'mood');
      const answer = anAnswer(id, 'mood', { document_version: version, seen: version });
      await harness.applyAnswers(organization, name, [answer]);
    }
  }
  const text = 'x'.repeat(300_000);
  await harness.write(organizations[0], 'r/one', { upsert: [{ id: 'large', state: { text } }] });
}, 60_000);
afterAll(() => harness.close());

/** What a read answers: the text of its document, or the code of its refusal. */
async function answerOf(organization: string, namespace: string, id: string): Promise<unknown> {
  const call = harness.call(organization);
  return harness.reads.read(namespace, [id], selectionOf(undefined), 'stored', call).then(
    ({ documents, missing }) => [documents, missing],
    (error: { code?: string }) => error.code,
  );
}

const asked = organizations.flatMap((organization) =>
  [...names, 'r/none'].flatMap((name) => ['d1', 'd2', 'none', 'large'].map((id) => [organization, name, id] as const)),
);

async function oneByOne(): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const one of asked) answers.push(await answerOf(...one));
  return answers;
}

describe('reads that arrive together', () => {
  it('share a statement, and each gets what it gets alone, whatever the others ask [DOC-03]', async () => {
    const alone = await oneByOne();
    const statements = jest.spyOn(harness.database, 'query');
    const together = await Promise.all(asked.map((one) => answerOf(...one)));
    const shared = statements.mock.calls.filter(([statement]) =>
      (statement as { name: string }).name.startsWith('reads'),
    );
    const count = statements.mock.calls.length;
    statements.mockRestore();
    expect(together).toEqual(alone);
    expect(shared.length).toBeGreaterThanOrEqual(1);
    // The large document takes more than its share, so its read asks alone.
    expect(count).toBeLessThan(asked.length / 2);
    const [[document]] = alone[asked.findIndex(([, , id]) => id === 'd1')] as [string[]];
    expect(JSON.parse(document)).toMatchObject({ id: 'd1', state: { own: 'org_reads_a r/one' } });
  });

  it('ask one by one when their statement fails', async () => {
    const alone = await oneByOne();
    const run = harness.database.query.bind(harness.database);
    const statements = jest.spyOn(harness.database, 'query').mockImplementation((statement, values) => {
      const isShared = (statement as { name: string }).name.startsWith('reads');
      return isShared ? Promise.reject(new Error('the group fails')) : run(statement, values);
    });
    const together = await Promise.all(asked.map((one) => answerOf(...one)));
    statements.mockRestore();
    expect(together).toEqual(alone);
  });

  it('look up each document by its key', async () => {
    // In a table of one page any index does, and versions of Postgres take different ones.
    const more = Array.from({ length: 300 }, (_, at) => ({ id: `more${at}`, state: {} }));
    await harness.write(organizations[0], 'r/one', { upsert: more });
    await harness.database.query('analyze document');
    const params = [organizations, ['r/one', 'r/one'], [1, 2, 1], ['d1', 'd2', 'none']];
    const { rows } = await harness.database.query<{ 'QUERY PLAN': string }>(
      `explain (analyze) ${sharedReadSql(allParts)}`,
      params,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Index Scan using document_pkey');
    expect(plan).not.toMatch(/Seq Scan on (document|answer)/);
  });
});
