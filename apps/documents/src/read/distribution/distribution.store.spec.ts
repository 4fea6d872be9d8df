import type { RecordedAnswer } from '@app/contracts/judgments';
import type { AnswerField } from '@app/filter';
import { Problem } from '@app/problem';
import { findNamespace } from '../../namespace/namespace.store';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anAnswer } from '../../testing/samples';
import { DistributionHandler } from './distribution.handler';
import { readAnswers } from './distribution.store';

const org = 'org_distribution';
const ns = 'distribution/one';
/** Rows seeded in SQL: more than are read one by one. */
const many = process.env['LONG'] === '1' ? 1_000_000 : 200_500;
let harness: DocumentsHarness;
let handler: DistributionHandler;

beforeAll(async () => {
  harness = await openDocuments();
  handler = new DistributionHandler(harness.database, harness.snapshots, harness.scans);
}, 60_000);
afterAll(() => harness.close());

const read = (judgment: string, on?: string, namespace = ns) =>
  handler.read({ namespace, judgment, ...(on && { on }) }, harness.call(org));

/** Documents `d000`, `d001`, .. each with one answer. */
async function answered(judgment: string, answers: Partial<RecordedAnswer>[], namespace = ns): Promise<void> {
  const upsert = answers.map((_, at) => ({
    id: `d${String(at).padStart(3, '0')}`,
    attributes: { odd: at % 2 === 1 },
    state: { note: `${at}` },
  }));
  const { documents } = await harness.write(org, namespace, { upsert });
  const made = documents.map(({ id, version }, at) =>
    anAnswer(id, judgment, { document_version: version, seen: version, ...answers[at] }),
  );
  await harness.applyAnswers(org, namespace, made);
}

describe('the distribution of answers [DASH-06] [THR-01]', () => {
  it('gives quantiles of p and counts each status as filters do', async () => {
    await harness.putJudgment(org, ns, 'late');
    await answered(
      'late',
      Array.from({ length: 101 }, (_, at) => ({ number: at / 100, ...(at < 3 && { version: 2 }) })),
    );
    await harness.write(org, ns, { upsert: [{ id: 'waits', state: { note: 'new' } }] });
    const found = await read('late');
    expect(found).toMatchObject({ on: 'p', answers: 102, sampled: false, read: 102, numbers: 101, by_value: [] });
    expect(found.quantiles).toHaveLength(201);
    expect([found.quantiles[0], found.quantiles[100], found.quantiles[200]]).toEqual([0, 0.5, 1]);
    for (const [status, n] of Object.entries(found.by_status)) {
      const filter = { 'answers.late.status': status };
      expect([status, (await harness.query(org, ns, { filter, limit: 1, count: true })).count]).toEqual([status, n]);
    }
    expect(found.by_status).toMatchObject({ stale: 3, pending: 1, unavailable: 0 });
  });

  it('counts options and levels, and distributes the number that is named', async () => {
    const names = { options: ['refund', 'other'], type: 'choice' as const };
    await harness.putJudgment(org, ns, 'kind', { ...names, thresholds: {} });
    const choice = (p: number) => ({
      number: null,
      value: p > 0.5 ? 'refund' : p === 0 ? null : 'other',
      escape_p: p === 0 ? 0.9 : 0.1,
      dist: { refund: p, other: 1 - p },
    });
    await answered('kind', [0.9, 0.8, 0.2, 0].map(choice));
    const kind = await read('kind', 'dist.refund');
    expect(kind.by_value).toEqual([
      { value: 'refund', answers: 2 },
      { value: 'other', answers: 1 },
      { value: null, answers: 1 },
    ]);
    expect([kind.quantiles[0], kind.quantiles[200], kind.numbers]).toEqual([0, 0.9, 4]);
    expect(await read('kind')).toMatchObject({ on: 'escape_p', numbers: 4 });
    await harness.putJudgment(org, ns, 'stars', { type: 'score', levels: [1, 5], thresholds: {} });
    const score = (number: number) => ({ number, value: Math.round(number), dist: { 1: 0.5, 5: 0.5 } });
    await answered('stars', [1, 2, 5].map(score));
    expect(await read('stars')).toMatchObject({
      on: 'score',
      read: 3,
      by_value: expect.arrayContaining([{ value: 5, answers: 1 }]) as unknown,
    });
    expect((await read('stars', 'normalized')).quantiles).toEqual(expect.arrayContaining([0, 0.25, 1]));
  });

  it('leaves out documents to which the judgment does not apply', async () => {
    const place = 'distribution/odd';
    await harness.putJudgment(org, place, 'odd');
    await answered(
      'odd',
      [0.1, 0.2, 0.3, 0.4].map((number) => ({ number })),
      place,
    );
    await harness.putJudgment(org, place, 'odd', { applies_to: { 'attributes.odd': true } });
    expect(await read('odd', 'p', place)).toMatchObject({
      answers: 2,
      numbers: 2,
      quantiles: expect.arrayContaining([0.2, 0.4]) as unknown,
    });
  });

  it('refuses what is no number, and what does not exist', async () => {
    const refusal = (judgment: string, on?: string, namespace?: string) =>
      read(judgment, on, namespace).catch((error: Problem) => [error.code, error.details.reason, error.details.path]);
    expect(await refusal('late', 'status')).toEqual(['invalid_request', 'bad_query', '/on']);
    expect(await refusal('late', 'score')).toEqual(['invalid_request', 'unknown_path', '/on']);
    expect(await refusal('late', '.')).toEqual(['invalid_request', 'bad_path', '/on']);
    expect(await refusal('nobody')).toEqual(['not_found', undefined, undefined]);
    expect(await refusal('late', 'p', 'distribution/none')).toEqual(['not_found', undefined, undefined]);
  });
});

describe('the distribution of more answers than are read one by one', () => {
  const place = 'distribution/many';

  beforeAll(async () => {
    await harness.putJudgment(org, place, 'late');
    await harness.write(org, place, { upsert: [{ id: 'first', state: { note: '1' } }] });
    await harness.database.query(
      `insert into answer (namespace_id, document_id, judgment_id, record, version, wanted, seen, number)
       select n.id, 'd' || i, 'jdg_late', 1, 1, 1, 1, i::float8 / $2 from namespace n, generate_series(1, $2::int) i
       where n.name = $1`,
      [place, many],
    );
    await harness.database.query('analyze answer');
  }, 300_000);

  it(`says that it sampled ${many} answers, and comes within two hundredths of the truth [DASH-06]`, async () => {
    const found = await read('late', 'p', place);
    expect(found).toMatchObject({ sampled: true, read: 20_000, answers: many + 1 });
    for (const [at, quantile] of found.quantiles.entries()) expect(Math.abs(quantile - at / 200)).toBeLessThan(0.02);
    expect(await read('late', 'p', place)).toEqual(found);
  });

  it('reads all up to the limit, and a sample past it [DASH-06]', async () => {
    const inForce = await harness.snapshots.readCurrent({ organization: org, namespace: place }, harness.database);
    const judgment = inForce.byName.get('late');
    const namespace = await findNamespace(harness.database, { organization: org, namespace: place });
    if (!judgment || !namespace) throw new Error('nothing is seeded');
    const of = { inForce, judgment, namespaceId: namespace.id, paused: false };
    const field: AnswerField = { kind: 'p' };
    const all = await readAnswers(harness.database, of, field, { exact: many + 1, sample: 10 });
    expect([all.sampled, all.read, all.answers]).toEqual([false, many + 1, many + 1]);
    const few = await readAnswers(harness.database, of, field, { exact: many, sample: 10 });
    expect([few.sampled, few.read, few.answers]).toEqual([true, 10, many + 1]);
  });
});
