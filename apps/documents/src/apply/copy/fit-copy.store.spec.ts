import { FitMade } from '@app/contracts/documents';
import { readStored } from '@app/statistics';
import type { StoredFit } from '@app/statistics';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anAnswer } from '../../testing/samples';
import { membersOf, raisedLines, subscribe } from '../../testing/subscriptions';

let harness: DocumentsHarness;
const org = 'org_fit';
const ns = 'f/one';
const epoch = 'current+2026-03-02.1';
const stored: StoredFit = { type: 'bool', map: { kind: 'platt', a: 0.5, b: -0.4, floor: 0.005 } };
let revision = 0;

function fitOf(others: Partial<FitMade> = {}): FitMade {
  return {
    organization: org,
    judgment_id: 'jdg_late',
    fit: 'fit_1',
    version: 1,
    engine_version: epoch,
    read_with: 'calibrated',
    parameters: stored,
    revision: ++revision,
    ...others,
  };
}
const ids = Array.from({ length: 11 }, (_, n) => `d${String(n).padStart(2, '0')}`);
const rawOf = (id: string) => Number(id.slice(1)) / 10;
const readOf = (fit: StoredFit, number: number): number => {
  const read = readStored(fit, { number });
  return read?.type === 'bool' ? read.p : NaN;
};
const found = async (filter: object, order_by?: object[]) =>
  (await harness.query(org, ns, { filter, ...(order_by && { order_by: order_by as [] }), include: [] })).documents.map(
    ({ id }) => id,
  );
const answerOf = async (id: string) =>
  (await harness.read(org, ns, [id])).documents[0].answers?.['late'] as unknown as Record<string, unknown>;

beforeAll(async () => {
  harness = await openDocuments();
  await harness.putJudgment(org, ns, 'late', { thresholds: { alarm: 0.6 } });
  const { documents } = await harness.write(org, ns, { upsert: ids.map((id) => ({ id })) });
  await harness.applyAnswers(
    org,
    ns,
    documents.map(({ id, version }) =>
      anAnswer(id, 'late', { document_version: version, seen: version, number: rawOf(id), engine_version: epoch }),
    ),
  );
}, 60_000);
afterAll(() => harness.close());

describe('calibrated answers', () => {
  it('are null before a fit', async () => {
    expect(await answerOf('d07')).toMatchObject({ p: 0.7, calibrated: null });
    expect(await found({ 'answers.late.calibrated.p': { exists: true } })).toEqual([]);
  });

  it('stand beside the raw ones in reads and queries once a fit is applied; thresholds read the raw ones [ANS-08] [THR-05]', async () => {
    await harness.fitCopies.apply(fitOf());
    const p = readOf(stored, 0.7);
    // The raw number meets the threshold; the calibrated one does not.
    expect(p).toBeLessThan(0.6);
    const expected = { p: 0.7, calibrated: { p, fit: 'fit_1', read_with: 'calibrated' }, thresholds: { alarm: true } };
    expect(await answerOf('d07')).toMatchObject(expected);
    const { documents } = await harness.query(org, ns, { filter: { id: 'd07' } });
    expect(documents[0].answers?.['late']).toMatchObject(expected);
  });

  it('filter and order as reads show them', async () => {
    for (const bound of [0.2, 0.35, readOf(stored, 0.5), 0.9]) {
      for (const [op, holds] of [
        ['gte', (p: number) => p >= bound],
        ['gt', (p: number) => p > bound],
        ['lt', (p: number) => p < bound],
        ['lte', (p: number) => p <= bound],
        ['eq', (p: number) => p === bound],
        ['ne', (p: number) => p !== bound],
      ] as const) {
        const expected = ids.filter((id) => holds(readOf(stored, rawOf(id))));
        expect([op, bound, await found({ 'answers.late.calibrated.p': { [op]: bound } })]).toEqual([
          op,
          bound,
          expected,
        ]);
      }
    }
    const by = (direction: string) => [{ path: 'answers.late.calibrated.p', direction }];
    expect(await found({}, by('desc'))).toEqual([...ids].reverse());
    expect(await found({}, by('asc'))).toEqual(ids);
  });

  it('follow a later fit, no older one that comes late, and none of another epoch or version [CAL-06]', async () => {
    const backwards: StoredFit = { type: 'bool', map: { kind: 'platt', a: -1, b: 0, floor: 0.005 } };
    const late = fitOf({ fit: 'fit_late' });
    await harness.fitCopies.apply(fitOf({ fit: 'fit_2', parameters: backwards }));
    await harness.fitCopies.apply(late);
    expect(await answerOf('d07')).toMatchObject({ calibrated: { p: 0.3, fit: 'fit_2' } });
    expect(await found({ 'answers.late.calibrated.p': { gte: 0.85 } })).toEqual(['d00', 'd01']);
    await harness.fitCopies.apply(fitOf({ fit: 'fit_3', engine_version: 'current+2026-04-01.1' }));
    await harness.fitCopies.apply(fitOf({ fit: 'fit_4', version: 2 }));
    expect(await answerOf('d07')).toMatchObject({ calibrated: { fit: 'fit_2' } });
    const { documents } = await harness.write(org, ns, { patch: [{ id: 'd07', state: { note: 'moved' } }] });
    const [{ version }] = documents;
    const epochs = { engine_version: 'current+2026-05-01.1', document_version: version, seen: version };
    await harness.applyAnswers(org, ns, [anAnswer('d07', 'late', { ...epochs, record: 2, number: 0.7 })]);
    expect(await answerOf('d07')).toMatchObject({ p: 0.7, calibrated: null });
    expect(await found({ 'answers.late.calibrated.p': { exists: false } })).toEqual(['d07']);
  });

  it('move the members of subscriptions that name them when a fit is made, and events name the fit as their cause [defect E-L13]', async () => {
    await subscribe(harness, org, ns, 'likely', { filter: { 'answers.late.calibrated.p': { gte: 0.8 } } });
    for (let turn = 0; turn < 20; turn++) await harness.walks.turn();
    expect(await membersOf(harness, org, ns, 'likely')).toEqual(['d00', 'd01', 'd02']);
    await harness.fitCopies.apply(
      fitOf({ fit: 'fit_5', parameters: { type: 'bool', map: { kind: 'raw' } }, read_with: 'raw' }),
    );
    expect(await membersOf(harness, org, ns, 'likely')).toEqual(['d08', 'd09', 'd10']);
    expect((await raisedLines(harness, org, ns)).sort()).toEqual([
      ...['d08', 'd09', 'd10'].map((id) => `entered ${id} calibration`),
      ...['d00', 'd01', 'd02'].map((id) => `exited ${id} calibration`),
    ]);
  });

  it("of a namespace's detached copy are read by its own fit alone", async () => {
    const scoped = fitOf({ scope: 'f/other', fit: 'fit_other', revision: 99 });
    await harness.fitCopies.apply(scoped);
    expect(await answerOf('d05')).toMatchObject({ calibrated: { fit: 'fit_5' } });
  });
});

describe('a fit with weights', () => {
  const place = 'f/weights';
  const weights = {
    intercept: -0.3,
    slope: null,
    floor: 0.005,
    parts: [
      { name: 'a', slope: 1.1, typical: 0.4 },
      { name: 'b', slope: 0.2, typical: -1 },
    ],
    features: [{ name: 'amount', coef: 0.8, mean: 100, sd: 20 }],
  };
  const parameters: StoredFit = { type: 'bool', map: { kind: 'raw' }, weights };
  const ofWhole = { judgment_id: 'jdg_whole', fit: 'fit_w', read_with: 'features', parameters } as const;
  const queried = async (query: object) =>
    (await harness.query(org, place, query)).documents.map(({ id, answers }) => ({
      id,
      p: (answers!['whole'].calibrated as { p: number }).p,
    }));

  it('reads parts and features, missing ones as typical, in reads as in filters and orders [JDG-20] [CAL-08]', async () => {
    const amounts = [null, 20, 60, 100, 140, 1e9];
    await harness.putJudgment(org, place, 'whole', { features: ['amount'], parts: ['a', 'b'], thresholds: {} });
    const { documents } = await harness.write(org, place, { upsert: amounts.map((_, n) => ({ id: `w${n}` })) });
    const answers = documents.map(({ id, version }, n) =>
      anAnswer(id, 'whole', {
        document_version: version,
        seen: version,
        number: 0.5,
        engine_version: epoch,
        features: { amount: amounts[n] },
        parts: { a: { p: 0.8 - n / 50 }, b: { p: n / 5 } },
      }),
    );
    await harness.applyAnswers(org, place, answers);
    await subscribe(harness, org, place, 'likely', { filter: { 'answers.whole.calibrated.p': { gte: 0.6 } } });
    await harness.fitCopies.apply(fitOf(ofWhole));
    const expected = answers.map((answer) => {
      const read = readStored(parameters, answer);
      return { id: answer.document, p: read?.type === 'bool' ? read.p : NaN };
    });
    expect(await queried({})).toEqual(expected);
    expect(new Set(expected.map(({ p }) => p)).size).toBe(amounts.length);
    // With 100, the mean of the labels, the feature says as much as without a number.
    const typical = { ...answers[0], features: { amount: 100 } };
    expect(readStored(parameters, typical)).toMatchObject({ p: expected[0].p });
    const by = (direction: 'asc' | 'desc') => ({ order_by: [{ path: 'answers.whole.calibrated.p', direction }] });
    const ascending = [...expected].sort((a, b) => a.p - b.p);
    expect(await queried(by('asc'))).toEqual(ascending);
    expect(await queried(by('desc'))).toEqual([...ascending].reverse());
    for (const { p: bound } of expected) {
      const above = expected.filter(({ p }) => p >= bound);
      expect(await queried({ filter: { 'answers.whole.calibrated.p': { gte: bound } } })).toEqual(above);
    }
    const likely = expected.filter(({ p }) => p >= 0.6).map(({ id }) => id);
    expect(likely.length).toBeGreaterThan(0);
    expect(likely.length).toBeLessThan(amounts.length);
    expect(await membersOf(harness, org, place, 'likely')).toEqual(likely);
    const [{ document, document_version, seen }] = answers;
    const more = { record: 2, document_version, seen, engine_version: epoch, parts: answers[0].parts };
    await harness.applyAnswers(org, place, [anAnswer(document, 'whole', { ...more, features: { amount: -1e9 } })]);
    expect(await membersOf(harness, org, place, 'likely')).toEqual(likely.filter((id) => id !== document));
  });
});
