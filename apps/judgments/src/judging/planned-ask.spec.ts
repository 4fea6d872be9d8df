import type { EngineReply } from '@app/contracts/engines';
import type { Definition } from '@app/definition';
import { logit, sigmoid } from '@app/statistics';
import { TargetMap } from '../judgment/catalog/target';
import type { Combiners } from '../copy/combiner/combiner';
import { noAnswer } from '../testing/fake-engine';
import { claimOf, documentOf, engine, epoch, judgmentOf, planOf, rowOf } from '../testing/plan-samples';
import { settleAnswers, toAsk } from './settle';

const partsOf = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `p${i}`, question: `Part ${i}?` }));
const composite = (id: string, count: number, more: Partial<Definition> = {}) =>
  judgmentOf(id, { parts: partsOf(count), criteria: 'only a meaning', ...more } as Partial<Definition>);
const planned = (judgments: ReturnType<typeof composite>[], combiners?: TargetMap<Combiners>) => {
  const ids = judgments.map(({ id }) => id);
  const rows = ids.map((id) => rowOf('d1', id));
  return planOf(rows, judgments, [documentOf('d1', 'hello', ids)], [engine], new Map(), combiners).asks;
};
const replyOf = (ps: (number | null)[]): EngineReply => ({
  engine_version: epoch,
  answers: ps.map((p) => (p === null ? { ...noAnswer, failure: 'engine_bad_answer' } : { ...noAnswer, p })),
  engine_tokens: null,
});

describe('a composite', () => {
  it('asks its parts and neither its question nor its criteria [JDG-08] [JDG-10]', () => {
    const [ask] = planned([composite('a', 3)]);
    expect(toAsk(ask, claimOf([]), 'on_change').questions).toEqual(
      [0, 1, 2].map((i) => ({ type: 'bool', question: `Part ${i}?`, together: 0 })),
    );
    expect(ask.units).toBe(1.5);
  });

  it('is never split: five of eight parts make requests of at most 32 questions [JDG-09] [JDG-11]', () => {
    const asks = planned(['a', 'b', 'c', 'd', 'e'].map((id) => composite(id, 8)));
    expect(asks.map((ask) => toAsk(ask, claimOf([]), 'on_change').questions.length)).toEqual([32, 8]);
    expect(asks.map(({ groups }) => groups.map(({ judgment }) => judgment.id))).toEqual([['a', 'b', 'c', 'd'], ['e']]);
    expect(asks.map(({ units }) => units)).toEqual([1 + 31 * 0.25, 1 + 7 * 0.25]);
  });

  it('leaves the room that it does not need to judgments after it [JDG-11]', () => {
    const asks = planned([...['a', 'b', 'c', 'd'].map((id) => composite(id, 7)), composite('e', 8), judgmentOf('f')]);
    expect(asks.map(({ groups }) => groups.map(({ judgment }) => judgment.id).join(''))).toEqual(['abcdf', 'e']);
  });

  it('combines its parts by the mean of their log odds before a fit [JDG-13]', () => {
    const [ask] = planned([composite('a', 3)]);
    const [outcome] = settleAnswers(ask, replyOf([0.9, 0.2, 0.7]), 0);
    const mean = [0.9, 0.2, 0.7].reduce((sum, p) => sum + logit(p), 0) / 3;
    expect(outcome).toMatchObject({
      kind: 'answered',
      parts: { p0: { p: 0.9 }, p1: { p: 0.2 }, p2: { p: 0.7 } },
      combiner: null,
      units: 1.5,
    });
    expect(outcome.kind === 'answered' && outcome.answer.p).toBeCloseTo(sigmoid(mean), 12);
  });

  it('is combined by the fit of the epoch that answered, as it stood at the plan [JDG-13]', () => {
    const weights = {
      intercept: 0.5,
      slope: null,
      parts: [
        { name: 'p0', slope: 2, typical: 0 },
        { name: 'p1', slope: 0, typical: 0 },
      ],
      features: [],
      floor: 1e-6,
    };
    const of = (epochOf: string) =>
      new TargetMap<Combiners>().set(
        { judgmentId: 'a', targetVersion: null },
        new Map([[epochOf, { fit: 'fit_1', weights }]]),
      );
    const settled = (epochOf: string) => {
      const [ask] = planned([composite('a', 2)], of(epochOf));
      const [outcome] = settleAnswers(ask, replyOf([0.8, 0.1]), 0);
      return outcome.kind === 'answered' ? [outcome.combiner, outcome.answer.p] : [];
    };
    expect(settled(epoch)).toEqual(['fit_1', sigmoid(0.5 + 2 * logit(0.8))]);
    expect(settled('current+2026-01-01.1')[0]).toBeNull();
  });

  it('fails with the reason of a part that failed, and nothing of it is billed [BILL-06] [JDG-14]', () => {
    const [ask] = planned([composite('a', 3), judgmentOf('b')]);
    const outcomes = settleAnswers(ask, replyOf([0.9, null, 0.4, 0.6]), 0.004);
    expect(outcomes).toMatchObject([
      { kind: 'failed', failure: 'engine_bad_answer' },
      { kind: 'answered', units: 1, answer: { p: 0.6 }, parts: null },
    ]);
    expect(settleAnswers(ask, replyOf([0.9, 0.2]), 0)).toMatchObject([{ kind: 'failed' }, { kind: 'failed' }]);
  });

  it('is billed as so many judgments as it has parts: the first of a request in full, the others a quarter [BILL-04] [JDG-14]', () => {
    const [ask] = planned([composite('a', 3), composite('b', 2)]);
    const outcomes = settleAnswers(ask, replyOf([0.9, 0.2, 0.4, 0.6, 0.5]), 2);
    expect(outcomes.map((outcome) => outcome.kind === 'answered' && outcome.units)).toEqual([1.5, 0.5]);
    expect(outcomes.map((outcome) => outcome.kind === 'answered' && outcome.costUsd)).toEqual([1.5, 0.5]);
  });
});
