import { PricedLabel } from '@app/contracts/judgments';
import type { Definition } from '@app/definition';
import { AlternativeAnswer } from '../sample/answer.store';
import { Candidate } from '../subject/candidate';
import { Plan, PlannedRow, namespacesOf, packPlan, placedAsks, unitsByNamespace, unpackPlan } from './plan';
import { askedRow } from './priced-labels';

const definition = { engine: { name: 'jev', version: 'current' } } as Definition;
const ref = (namespace: string, at: number) => ({ namespace, document: `d${at}`, answer: `ans_${at}` });
const labels = [ref('b', 0), ref('a', 1), ref('b', 2), ref('c', 3)];
const rowOf = (id: string, asks: PlannedRow['asks']): PlannedRow => ({
  id,
  definition,
  contexts: 'stored',
  engineVersion: 'e',
  floor: 0.01,
  asks,
  skipped: [],
  costUsd: 1,
});
const plan: Plan = {
  form: { type: 'bool', options: [], levels: [], features: [], parts: [] },
  engine: definition.engine,
  outcomes: null,
  floor: 0.01,
  labels,
  versionUnits: [1, 1, 1, null],
  rows: [
    rowOf(
      'alt_1',
      [0, 1, 2].map((label) => ({ label, units: label + 1 })),
    ),
    rowOf('alt_2', [{ label: 1, units: 10 }]),
  ],
};

describe('a plan', () => {
  it('lays its asks end to end: row by row, and within a row namespace by namespace [ALT-35]', () => {
    expect(namespacesOf(plan)).toEqual(['b', 'a']);
    const placed = placedAsks(plan);
    expect(placed.map((row) => row.map(({ answer, at_units }) => [answer, at_units]))).toEqual([
      [
        ['ans_0', 0],
        ['ans_2', 1],
        ['ans_1', 4],
      ],
      [['ans_1', 6]],
    ]);
    for (const [at, row] of plan.rows.entries()) {
      const units = unitsByNamespace(plan, row, namespacesOf(plan)).reduce((sum, one) => sum + one);
      expect(units).toBe(placed[at].reduce((sum, ask) => sum + ask.units, 0));
    }
  });

  it('comes back from storage as it was', async () => {
    expect(await unpackPlan(await packPlan(plan))).toEqual(plan);
  });
});

describe('an asked row', () => {
  const candidate = (contexts: 'stored' | 'live') => ({ id: 'alt_1', definition, contexts }) as Candidate;
  const priced = (others: Partial<PricedLabel> = {}): PricedLabel => ({
    skipped: null,
    units: 2,
    tokens: 50,
    hash: 'h',
    cut: false,
    ...others,
  });
  const answered = (answer_id: string, context_hash: string | null): [string, AlternativeAnswer] => [
    answer_id,
    { answer_id, number: 0.5, escape_p: null, dist: null, skipped: null, units: 2, context_hash },
  ];
  const asked = (contexts: 'stored' | 'live', prices: PricedLabel[], kept: [string, AlternativeAnswer][]) =>
    askedRow(labels, {
      candidate: candidate(contexts),
      engineVersion: 'e',
      floor: 0,
      labels: prices,
      kept: new Map(kept),
    });

  it('asks what has no answer of the same context, and counts units and tokens of that alone [ALT-37]', () => {
    const prices = [
      priced(),
      priced(),
      priced({ hash: 'other' }),
      priced({ skipped: 'deleted', units: 0, hash: null }),
    ];
    const row = asked('stored', prices, [answered('ans_0', 'h'), answered('ans_2', 'h')]);
    expect(row).toMatchObject({
      asks: [
        { label: 1, units: 2 },
        { label: 2, units: 2 },
      ],
      skipped: [{ label: 3, reason: 'deleted' }],
      units: 4,
      tokens: 100,
      contexts: 'stored',
    });
  });

  it('keeps an answer whose context is gone, but not one of a context of today [ALT-24] [ALT-25]', () => {
    const gone = [priced({ skipped: 'not_derivable', hash: null, units: 0 })];
    expect(asked('stored', gone, [answered('ans_0', 'h')])).toMatchObject({ asks: [], skipped: [] });
    expect(asked('live', gone, [answered('ans_0', 'h')]).skipped).toHaveLength(1);
  });

  it('says `narrowed` once a stored context was cut for a longer question [ALT-24]', () => {
    expect(asked('stored', [priced({ cut: true })], []).contexts).toBe('narrowed');
  });
});
