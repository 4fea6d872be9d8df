import type { FetchedDocument, RelatedItem } from '@app/contracts/documents';
import type { ChoiceDefinition } from '@app/definition';
import { TargetMap } from '../judgment/catalog/target';
import type { EffectiveJudgment } from '../judgment/definition/judgment';
import { Engine, Engines } from '../copy/engine/engine';
import type { ClaimedRow } from '../queue/pending/pending';
import { SampleUnits } from '../quote/sample-units';
import { noAnswer } from '../testing/fake-engine';
import { claimOf, documentOf, engine, epoch, judgmentOf, noHead, rowOf } from '../testing/plan-samples';
import { soleReader } from '../document/related-reads';
import { Plan, plan } from './plan';
import { settleAnswers, toAsk } from './settle';

const at = '2026-03-04T09:00:00.000Z';
const definition: ChoiceDefinition = {
  name: 'twin',
  question: 'Which one is the same person?',
  type: 'choice',
  horizon: '0s',
  engine: { name: 'jev', version: 'current' },
  options: { from: 'same', show: ['state.name'] },
  escape: { description: 'none of them' },
  context: {
    fields: ['state.note'],
    related: {
      same: {
        join: { theirs: 'attributes.email', mine: 'attributes.email' },
        fields: ['state.name'],
        order_by: [{ path: 'created_at', direction: 'desc' }],
        last_n: 1,
      },
    },
  },
};
const judgment: EffectiveJudgment = { ...judgmentOf('a'), definition };

const people = (...names: string[]): RelatedItem[] =>
  names.map((name, n) => ({ id: `p${n}`, created_at: at, updated_at: at, attributes: {}, state: { name } }));
function documentAmong(items: RelatedItem[], more = false, reader = 'a'): FetchedDocument {
  const same = { items: items.slice(0, 1), more: false };
  const document = documentOf('d1', 'hello', ['a']);
  return { ...document, related: { [reader]: { same } }, candidates: { [reader]: { items, more } } };
}
function planned(document: FetchedDocument, row: ClaimedRow = rowOf('d1', 'a'), of: Engine = engine): Plan {
  return plan({
    claim: claimOf([row]),
    judgments: new TargetMap<EffectiveJudgment>().set(row, judgment),
    documents: new Map([[document.id, document]]),
    watermark: at,
    engines: new Engines([of]),
  });
}
const many = (count: number) => documentAmong(people(...Array.from({ length: count }, (_, n) => `Person number ${n}`)));

describe('a choice among related documents', () => {
  it('asks about the documents of the relation by what is shown of them [REL-11]', () => {
    const [ask] = planned(documentAmong(people('Ann', 'Bob'))).asks;
    const { questions } = toAsk(ask, { organization: 'o', namespace: 'n' }, 'on_change');
    expect(questions).toEqual([
      {
        type: 'choice',
        question: definition.question,
        escape: 'none of them',
        options: [
          { value: 'p0', description: 'name: "Ann"' },
          { value: 'p1', description: 'name: "Bob"' },
        ],
      },
    ]);
    const answer = { ...noAnswer, value: 'p1', dist: { p0: 0.2, p1: 0.7 }, escape_p: 0.1 };
    const [outcome] = settleAnswers(ask, { engine_version: epoch, answers: [answer], engine_tokens: null }, 0.01);
    expect(outcome).toMatchObject({ kind: 'answered', rounds: 1, units: 1, costUsd: 0.01, truncated: false });
    expect(ask.tokens).toBeGreaterThan(ask.context.tokens + 10);
  });

  it('is answered without an ask when there is none to choose, and not again while there is none [REL-11]', () => {
    const { asks, settled } = planned(documentAmong([]));
    expect(asks).toEqual([]);
    expect(settled).toMatchObject([
      {
        kind: 'answered',
        units: 0,
        tokens: 0,
        costUsd: 0,
        rounds: 0,
        engineVersion: epoch,
        answer: { value: null, escape_p: 1, dist: {} },
      },
    ]);
    const [answered] = settled;
    if (answered.kind !== 'answered') throw new Error('not answered');
    const { readHash, contextHash } = answered;
    const head = { ...noHead, version: 1, contextHash, readHash, engineVersion: epoch, answerId: 'ans_1' };
    expect(planned(documentAmong([]), rowOf('d1', 'a', head)).settled).toMatchObject([{ kind: 'same' }]);
    expect(planned(documentAmong(people('Ann')), rowOf('d1', 'a', head)).asks).toHaveLength(1);
  });

  it('is asked again when a candidate comes, goes or looks otherwise, whatever the context shows of it [REL-11]', () => {
    const [{ context, groups }] = planned(documentAmong(people('Ann', 'Bob'))).asks;
    const { readHash } = groups[0];
    expect(readHash).not.toBe(context.hash);
    const head = {
      ...noHead,
      version: 1,
      contextHash: context.hash,
      readHash,
      engineVersion: epoch,
      answerId: 'ans_1',
    };
    const again = (items: RelatedItem[]) => planned(documentAmong(items), rowOf('d1', 'a', head)).asks;
    expect(again(people('Ann', 'Bob'))).toEqual([]);
    expect(again([...people('Ann', 'Bob')])).toEqual([]);
    for (const items of [people('Ann', 'Bo'), people('Ann'), people('Ann', 'Bob', 'Cat')]) {
      const [ask] = again(items);
      expect(ask.context.hash).toBe(context.hash);
    }
  });

  it('is truncated when a candidate was left out or cut [REL-10] [REL-11]', () => {
    const truncated = (document: FetchedDocument, of = engine) =>
      planned(document, rowOf('d1', 'a'), of).asks[0].groups[0].observation.truncated;
    expect(truncated(documentAmong(people('Ann')))).toBe(false);
    expect(truncated(documentAmong(people('Ann'), true))).toBe(true);
    expect(truncated(documentAmong(people('Ann', 'long '.repeat(100))))).toBe(true);
    expect(truncated(many(300), { ...engine, limits: { options: 6 } })).toBe(true);
  });

  it('reserves the most that its rounds count, in an ask of its own, and an estimate counts the same [REL-11] [BILL-04]', () => {
    const small = { ...engine, limits: { options: 10 } };
    const [ask, ...others] = planned(many(60), rowOf('d1', 'a'), small).asks;
    expect(others).toEqual([]);
    // Six heats in one request, of which each further one counts a quarter, and the final.
    expect(ask.units).toBe(1 + 5 * 0.25 + 1);
    expect(ask.groups.map(({ units }) => units)).toEqual([ask.units]);
    const units = new SampleUnits(definition, { weight: 1, options: 10 }, 0);
    const ofSole = (document: FetchedDocument) => ({
      ...document,
      related: { [soleReader]: document.related!.a },
      candidates: { [soleReader]: document.candidates!.a },
    });
    units.add([ofSole(many(60))]);
    expect(units.unitsOf(1)).toBe(ask.units);
    units.add([ofSole(documentAmong([]))]);
    expect(units.unitsOf(2)).toBe(ask.units);
  });

  it('fails without candidates that were fetched, and asks nothing', () => {
    const { candidates: _candidates, ...document } = documentAmong([]);
    const { asks, settled, faults } = planned(document);
    expect({ asks, settled }).toMatchObject({ asks: [], settled: [{ kind: 'failed', failure: 'judging_failed' }] });
    expect(String(faults[0])).toContain('candidates of d1 were not fetched for a');
  });
});
