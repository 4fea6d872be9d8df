import type { CountAnswers } from '@app/contracts/documents';
import type { RecordedAnswer } from '@app/contracts/judgments';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { anAnswer } from '../testing/samples';
import { AnswerCountService } from './answer-count.service';
import { readCounts } from './answer-count.store';

const org = 'org_count';
const epoch = 'current+2026-03-02.1';
let harness: DocumentsHarness;
let counts: AnswerCountService;

beforeAll(async () => {
  harness = await openDocuments();
  counts = new AnswerCountService(harness.scans);
}, 60_000);
afterAll(() => harness.close());

/** Documents with one answer each. */
async function answered(namespace: string, judgment: string, answers: Partial<RecordedAnswer>[]): Promise<void> {
  const upsert = answers.map((_, at) => ({ id: `d${at}`, state: { note: `${at}` } }));
  const { documents } = await harness.write(org, namespace, { upsert });
  await harness.applyAnswers(
    org,
    namespace,
    documents.map(({ id, version }, at) => {
      return anAnswer(id, judgment, { document_version: version, seen: version, ...answers[at] });
    }),
  );
}

const query = (namespace: string, judgment: string, others: Partial<CountAnswers> = {}): CountAnswers => ({
  organization: org,
  namespace,
  judgment_id: `jdg_${judgment}`,
  version: 1,
  engine_version: epoch,
  by: 'number',
  low: 0,
  high: 1,
  ...others,
});

/** The bins that have answers. */
const binsOf = (bins: readonly number[]) =>
  Object.fromEntries([...bins.entries()].filter(([, answers]) => answers > 0));

describe('counts of current answers [ST-F3]', () => {
  it('are by thousandths of the number, of one version and epoch, without answers that failed', async () => {
    await harness.putJudgment(org, 'count/a', 'late');
    await answered('count/a', 'late', [
      ...[0, 0.29, 0.57, 0.57, 0.9995, 1].map((number) => ({ number })),
      { number: 0.5, version: 2 },
      { number: 0.5, engine_version: 'other' },
      { number: null, answer_id: null, failure: 'engine_unavailable' },
    ]);
    const found = await counts.count(query('count/a', 'late'), harness.call(org));
    expect(found).toMatchObject({ sampled: false, values: [] });
    expect(found.bins).toHaveLength(1_001);
    expect(binsOf(found.bins)).toEqual({ 0: 1, 290: 1, 570: 2, 999: 1, 1000: 1 });
  });

  it('are of a score by its place between the levels, and of a choice by option', async () => {
    await harness.putJudgment(org, 'count/b', 'stars', { type: 'score', levels: [1, 5], thresholds: {} });
    const scores = [1, 2.2, 5].map((number) => ({ number, value: Math.round(number), dist: { 1: 0.5, 5: 0.5 } }));
    await answered('count/b', 'stars', scores);
    const found = await counts.count(query('count/b', 'stars', { low: 1, high: 5 }), harness.call(org));
    expect(binsOf(found.bins)).toEqual({ 0: 1, 300: 1, 1000: 1 });
    await harness.putJudgment(org, 'count/c', 'kind', { type: 'choice', options: ['x', 'y'], thresholds: {} });
    const said = (value: string | null) => ({ number: null, value, escape_p: 0.1, dist: { x: 0.5, y: 0.4 } });
    await answered('count/c', 'kind', ['x', null, 'x'].map(said));
    expect(await counts.count(query('count/c', 'kind', { by: 'value' }), harness.call(org))).toEqual({
      sampled: false,
      bins: [],
      values: [
        { value: 'x', answers: 2 },
        { value: null, answers: 1 },
      ],
    });
  });

  it('are over all namespaces of a template but those that are left out', async () => {
    await harness.putJudgment(org, 'many/*', 'mood');
    for (const place of ['many/one', 'many/two', 'many/staging']) {
      await answered(place, 'mood', [{ number: 0.1 }, { number: 0.2 }]);
    }
    const of = async (namespace: string, without: string[] = []) =>
      binsOf((await counts.count(query(namespace, 'mood', { without }), harness.call(org))).bins);
    expect(await of('many/*')).toEqual({ 100: 3, 200: 3 });
    expect(await of('many/*', ['many/staging'])).toEqual({ 100: 2, 200: 2 });
    expect(await of('many/one')).toEqual({ 100: 1, 200: 1 });
    expect(await of('many/none')).toEqual({});
  });

  it('are of a sample past the limit, always the same, and of the version alone', async () => {
    await harness.putJudgment(org, 'count/d', 'late');
    const answers = Array.from({ length: 40 }, (_, at) => ({ number: at / 40, version: at < 20 ? 1 : 2 }));
    await answered('count/d', 'late', answers);
    const limits = { exact: 39, sample: 20 };
    const found = await readCounts(harness.database, query('count/d', 'late'), limits);
    expect(found.sampled).toBe(true);
    const counted = found.bins.reduce((sum, one) => sum + one, 0);
    expect(counted).toBeGreaterThan(3);
    expect(counted).toBeLessThan(17);
    expect(await readCounts(harness.database, query('count/d', 'late'), limits)).toEqual(found);
    const all = await readCounts(harness.database, query('count/d', 'late'), { exact: 40, sample: 20 });
    expect([all.sampled, all.bins.reduce((sum, one) => sum + one, 0)]).toEqual([false, 20]);
  });
});
