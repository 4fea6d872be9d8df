import { BoolDefinition, featureInputs } from '@app/definition';
import type { Definition, FeatureInputs, FeatureSource } from '@app/definition';
import { sigmoid, logit } from '@app/statistics';
import type { AnswerRow } from '../answer/answer';
import { TargetMap } from '../judgment/catalog/target';
import type { Combiners } from '../copy/combiner/combiner';
import type { ClaimedRow, Head } from '../queue/pending/pending';
import { documentOf, engine, epoch, judgmentOf, noHead, nowMs, planOf, rowOf } from '../testing/plan-samples';
import type { Engine } from '../copy/engine/engine';

const opened = '2026-03-01T09:30:00.000Z';
const features: BoolDefinition['features'] = [
  { name: 'amount', from: 'attributes.amount' },
  { name: 'age', age_of: 'attributes.opened', unit: 'days' },
  { name: 'before', previous: 'p' },
];
const judgment = judgmentOf('a', { features } as Partial<Definition>);
const documentWith = (attributes: object, note = 'hello') => ({ ...documentOf('d1', note, ['a']), attributes });
const document = documentWith({ amount: 5, opened });
const readHash = planOf([rowOf('d1', 'a')], [judgment], [document]).asks[0].context.hash;
const inputs: FeatureInputs = featureInputs(features, document as FeatureSource);
const stored: AnswerRow = {
  id: 'ans_1',
  context_hash: readHash,
  read_hash: null,
  engine_version: epoch,
  body: { type: 'bool', number: 0.3, value: null, escape_p: null, dist: null, normalized: null, order: null },
  features: { amount: 5, age: 1, before: 0.1 },
  feature_inputs: inputs,
  parts: null,
  combiner: null,
} as unknown as AnswerRow;
const head: Head = {
  ...noHead,
  version: 1,
  contextHash: readHash,
  engineVersion: epoch,
  answerId: 'ans_1',
  featureInputs: inputs,
};

function looked(
  at: ReturnType<typeof documentWith>,
  more: { row?: Partial<ClaimedRow>; engines?: Engine[]; head?: Partial<Head>; answer?: AnswerRow } = {},
) {
  const row = { ...rowOf('d1', 'a', { ...head, ...more.head }), ...more.row };
  const answers = new Map([[row, more.answer ?? stored]]);
  return planOf([row], [judgment], [at], more.engines ?? [engine], answers);
}

describe('a feature that moved', () => {
  const moved = documentWith({ amount: 95, opened });

  it('makes the answer anew with the numbers of the engine, and asks none [JDG-17] [JDG-16]', () => {
    expect(looked(moved)).toMatchObject({
      asks: [],
      settled: [
        {
          kind: 'remade',
          number: 0.3,
          combiner: null,
          stored: { id: 'ans_1' },
          observation: { features: { amount: 95, age: 3, before: 0.1 } },
        },
      ],
    });
  });

  it('needs no engine: none is up, it rests, or it is in another epoch [JDG-17] [FRS-04]', () => {
    const open = { ...engine, circuitOpen: true, circuitChangedAtMs: nowMs - 1000 };
    const later = { ...engine, engineVersion: 'current+2026-09-09.1' };
    for (const engines of [[], [open], [later]]) {
      expect(looked(moved, { engines }).settled).toMatchObject([{ kind: 'remade' }]);
    }
    expect(looked(document, { engines: [later] }).asks).toHaveLength(1);
  });

  it('is not the clock and not the answer before: the same read is the same answer [JDG-17]', () => {
    const later = { ...rowOf('d1', 'a', head), earlier: { number: 0.9, seen: head.seen } };
    expect(looked(document, { row: later }).settled).toMatchObject([{ kind: 'same' }]);
    expect(looked(documentWith({ amount: 5, opened: '2026-03-01T10:30:00+01:00' })).settled[0].kind).toBe('same');
    expect(looked(documentWith({ amount: 5, opened: nowMs })).settled[0].kind).toBe('remade');
  });

  it('is asked with a context that changed, with a renewal, and where the answer before is gone', () => {
    expect(looked(documentWith({ amount: 95, opened }, 'other words')).asks).toHaveLength(1);
    expect(looked(moved, { row: { isRenewed: true } }).asks).toHaveLength(1);
    const row = rowOf('d1', 'a', head);
    expect(planOf([row], [judgment], [moved]).asks).toHaveLength(1);
  });

  it('makes an answer of another version anew, which otherwise is reinstated', () => {
    const other = { version: 2, answerId: 'ans_2', contextHash: 'other' };
    expect(looked(document, { head: other }).settled).toMatchObject([{ kind: 'reinstated' }]);
    expect(looked(moved, { head: other }).settled).toMatchObject([{ kind: 'remade', number: 0.3 }]);
  });

  it('reads the answer before when an engine is asked [JDG-15]', () => {
    const row = { ...rowOf('d1', 'a', head), earlier: { number: 0.3, seen: head.seen } };
    const [ask] = planOf([row], [judgment], [documentWith({ amount: 1 }, 'other words')]).asks;
    expect(ask.groups[0].observation.features).toEqual({ amount: 1, age: null, before: 0.3 });
  });
});

describe('a newer combiner', () => {
  const parts = ['x', 'y'].map((name) => ({ name, question: `${name}?` }));
  const composite = judgmentOf('a', { parts } as Partial<Definition>);
  const plain = documentOf('d1', 'hello', ['a']);
  const hash = planOf([rowOf('d1', 'a')], [composite], [plain]).asks[0].context.hash;
  const answer = { ...stored, context_hash: hash, parts: { x: { p: 0.8 }, y: { p: 0.4 } }, features: null };
  const weights = {
    intercept: 0,
    slope: null,
    parts: [{ name: 'x', slope: 1, typical: 0 }],
    features: [],
    floor: 1e-6,
  };
  const combined = (fit: string | null, more: Partial<Head> = {}, engines = [engine]) => {
    const row = rowOf('d1', 'a', { ...head, contextHash: hash, featureInputs: null, ...more });
    const byEpoch: Combiners = new Map(fit ? [[epoch, { fit, weights }]] : []);
    const combiners = new TargetMap<Combiners>().set(row, byEpoch);
    return planOf([row], [composite], [plain], engines, new Map([[row, answer]]), combiners);
  };

  it('makes the answer anew from its parts, free [JDG-13]', () => {
    expect(combined('fit_1').settled).toMatchObject([{ kind: 'remade', combiner: 'fit_1', number: 0.8 }]);
    expect(combined('fit_1', { combiner: 'fit_1' }).settled).toMatchObject([{ kind: 'same' }]);
    const mean = (logit(0.8) + logit(0.4)) / 2;
    const [back] = combined(null, { combiner: 'fit_1' }).settled;
    expect(back.kind === 'remade' && back.number).toBeCloseTo(sigmoid(mean), 12);
  });

  it('does not count in another epoch, whose answer is asked', () => {
    expect(combined('fit_1', {}, [{ ...engine, engineVersion: 'current+2026-09-09.1' }]).asks).toHaveLength(1);
  });
});
