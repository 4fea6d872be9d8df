import type { JsonObject } from '@app/json';
import { FetchService } from '../../internal-read/fetch.service';
import { RelatedService } from '../../internal-read/related/related.service';
import type { ReaderPool } from '../../document/pool/reader.pool';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { movedClock } from '@app/testing';
import { anAnswer } from '../../testing/samples';

const org = 'org_bytes';
const ns = 'bytes/one';
const mib = 1024 * 1024;
/** Three pages of the largest size. */
const ids = Array.from({ length: 24 }, (_, n) => `d${String(n).padStart(2, '0')}`);

let harness: DocumentsHarness;

beforeAll(async () => {
  harness = await openDocuments();
  await harness.putJudgment(org, ns, 'mood');
  for (let at = 0; at < ids.length; at += 6) {
    const upsert = ids
      .slice(at, at + 6)
      .map((id) => ({ id, attributes: { n: 1 }, state: { text: 'x'.repeat(mib - 20) } }));
    await harness.write(org, ns, { upsert });
  }
}, 60_000);
afterAll(() => harness.close());

/** The bytes of JSON texts in the rows of the statements that `work` runs. */
async function bytesRead(work: () => Promise<unknown>): Promise<number> {
  const asked = jest.spyOn(harness.database, 'query');
  await work();
  const results = await Promise.all(asked.mock.results.map(({ value }) => value as Promise<{ rows: JsonObject[] }>));
  asked.mockRestore();
  const texts = results.flatMap(({ rows }) => rows.flatMap((row) => Object.values(row)));
  return texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0);
}

describe('a read of more than a response holds', () => {
  const order_by = [{ path: 'attributes.n', direction: 'desc' as const }];

  it.each<[string, object]>([
    ['in the order of ids', {}],
    ['in another order', { order_by }],
    ['by an equality', { filter: { 'attributes.n': 1 } }],
    ['by an equality, in order', { filter: { 'attributes.n': 1 }, order_by }],
    ['that reads the state', { filter: { 'state.text': { exists: true } } }],
  ])(
    'takes no more than a page from the database: a query %s [defect S-H1]',
    async (_, query) => {
      expect(await bytesRead(() => harness.query(org, ns, { ...query, limit: 1000 }))).toBeLessThan(10 * mib);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await harness.query(org, ns, { ...query, limit: 1000, ...(cursor && { cursor }) });
        seen.push(...page.documents.map(({ id }) => id));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      expect(seen).toEqual(ids);
    },
    30_000,
  );

  it('takes no more than a response from the database: `documents/get` [defect S-H1]', async () => {
    expect(await bytesRead(() => harness.read(org, ns, ids))).toBeLessThan(10 * mib);
    const { documents, remaining, missing } = await harness.read(org, ns, [...ids].reverse().concat('absent'));
    expect(documents.map(({ id }) => id)).toEqual([...ids].reverse().slice(0, documents.length));
    expect(documents.length).toBeGreaterThan(6);
    expect(remaining).toEqual([...ids].reverse().slice(documents.length));
    expect(missing).toEqual(['absent']);
  });

  it('shows many documents without their state on one page', async () => {
    const page = await harness.query(org, ns, { limit: 1000, include: ['attributes'] });
    expect(page.documents).toHaveLength(ids.length);
  });

  it('counts answers, too [defect S-H1]', async () => {
    const few = 'bytes/answers';
    await harness.putJudgment(org, few, 'long');
    const many = Array.from({ length: 60 }, (_, n) => `a${String(n).padStart(2, '0')}`);
    const { documents } = await harness.write(org, few, { upsert: many.map((id) => ({ id })) });
    const dist = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`${n} ${'o'.repeat(1_000)}`, 0.005]));
    const answers = documents.map(({ id, version }) =>
      anAnswer(id, 'long', { document_version: version, seen: version, dist }),
    );
    await harness.applyAnswers(org, few, answers);
    expect(await bytesRead(() => harness.query(org, few, {}))).toBeLessThan(10 * mib);
    expect(await bytesRead(() => harness.read(org, few, many))).toBeLessThan(10 * mib);
  });
});

describe('a fetch for judging', () => {
  it('leaves the documents past 8 MiB in `remaining` [defect S-H3]', async () => {
    const fetches = new FetchService(
      movedClock,
      harness.database as unknown as ReaderPool,
      harness.snapshots,
      new RelatedService(),
    );
    const seen: string[] = [];
    let asked = ids;
    for (let round = 0; round < 20 && asked.length > 0; round++) {
      const text = await fetches.fetch({ organization: org, namespace: ns, ids: asked, judgments: ['jdg_mood'] });
      expect(text.length).toBeLessThan(9 * mib);
      const { documents, remaining = [] } = JSON.parse(text) as { documents: { id: string }[]; remaining?: string[] };
      seen.push(...documents.map(({ id }) => id));
      asked = remaining;
    }
    expect(seen).toEqual(ids);
  });
});
