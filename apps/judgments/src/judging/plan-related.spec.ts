import type { FetchedDocument, RelatedItem } from '@app/contracts/documents';
import type { Definition, Feature, Relation } from '@app/definition';
import type { AnswerRow } from '../answer/answer';
import { TargetMap } from '../judgment/catalog/target';
import { noCombiners } from '../copy/combiner/combiner';
import type { EffectiveJudgment } from '../judgment/definition/judgment';
import { Engines } from '../copy/engine/engine';
import type { ClaimedRow } from '../queue/pending/pending';
import { answerTo } from '../testing/fake-engine';
import { claimOf, documentOf, engine, epoch, judgmentOf, noHead, nowMs, rowOf } from '../testing/plan-samples';
import { Plan, plan } from './plan';
import { settleAnswers } from './settle';
import { mayBeRemade } from './unasked';

const at = '2026-03-04T09:00:00.000Z';
const watermark = '2026-03-04T09:29:59.900Z';
const messages: Relation = {
  join: { theirs: 'attributes.account', mine: 'id' },
  fields: ['state.text'],
  order_by: [{ path: 'created_at', direction: 'desc' }],
  last_n: 20,
};
const judgment = judgmentOf('a', { context: { fields: ['state.note'], related: { messages } } });

function accountOf(texts: readonly string[], reader = 'a', more = false): FetchedDocument {
  const items = texts.map((text, n): RelatedItem => {
    return { id: `m${n}`, created_at: at, updated_at: at, attributes: {}, state: { text } };
  });
  return { ...documentOf('d1', 'hello', ['a']), related: { [reader]: { messages: { items, more } } } };
}

function planned(
  document: FetchedDocument,
  row: ClaimedRow = rowOf('d1', 'a'),
  of: EffectiveJudgment = judgment,
  earlierAnswers = new Map<ClaimedRow, AnswerRow>(),
): Plan {
  return plan({
    claim: claimOf([row]),
    judgments: new TargetMap<EffectiveJudgment>().set(row, of),
    documents: new Map([[document.id, document]]),
    watermark,
    earlierAnswers,
    engines: new Engines([engine]),
  });
}

describe('a plan of a judgment with relations', () => {
  it('asks about what is related, and its answer has the watermark of the fetch [JDG-22] [ANS-04]', () => {
    const [ask] = planned(accountOf(['refund please', 'still waiting'])).asks;
    expect(ask.context.text).toContain('refund please');
    expect(ask.context.text).toContain('still waiting');
    const reply = { engine_version: epoch, answers: [answerTo('bool')], engine_tokens: null };
    expect(settleAnswers(ask, reply, 0.001)).toMatchObject([{ kind: 'answered', watermark }]);
  });

  it('asks again when a related document differs, and not when all are the same [REL-03]', () => {
    const [{ context }] = planned(accountOf(['one'])).asks;
    const head = { ...noHead, version: 1, contextHash: context.hash, engineVersion: epoch, answerId: 'ans_1' };
    const again = planned(accountOf(['one']), rowOf('d1', 'a', head));
    expect(again).toMatchObject({ asks: [], settled: [{ kind: 'same', watermark }] });
    expect(planned(accountOf(['two']), rowOf('d1', 'a', head)).asks).toHaveLength(1);
    expect(planned(accountOf([]), rowOf('d1', 'a', head)).asks).toHaveLength(1);
  });

  it('waits for an answer that it reads of its own document, for 10 s after its debounce, and no reader does [REL-06]', () => {
    const unsettled = { ...accountOf(['one']), unsettled: ['a'] };
    const waited = (ms: number, more: Partial<ClaimedRow> = {}) => {
      const { waiting, asks } = planned(unsettled, { ...rowOf('d1', 'a'), wantedAtMs: nowMs - ms, ...more });
      return [waiting.length, asks.length];
    };
    expect([waited(0), waited(9_999), waited(10_000)]).toEqual([
      [1, 0],
      [1, 0],
      [0, 1],
    ]);
    expect(waited(0, { lane: 0, changes: 0 })).toEqual([0, 1]);
    expect(planned({ ...unsettled, unsettled: ['b'] }, { ...rowOf('d1', 'a'), wantedAtMs: nowMs })).toMatchObject({
      waiting: [],
      asks: [{}],
    });
  });

  it('is truncated when related documents were left out that could matter [REL-01]', () => {
    expect(planned(accountOf(['one'])).asks[0].context.truncated).toBe(false);
    expect(planned(accountOf(['one'], 'a', true)).asks[0].context.truncated).toBe(true);
  });

  it('reads the related documents of its own version', () => {
    const row = { ...rowOf('d1', 'a'), targetVersion: 2 };
    expect(planned(accountOf(['of version 2'], 'a 2'), row).asks[0].context.text).toContain('of version 2');
  });

  it('fails a document whose related ones were not fetched, and asks nothing about it', () => {
    const { asks, settled, faults } = planned(documentOf('d1', 'hello', ['a']));
    expect({ asks, settled }).toMatchObject({ asks: [], settled: [{ kind: 'failed', failure: 'judging_failed' }] });
    expect(String(faults[0])).toContain('were not fetched for a');
  });

  it('has no watermark without relations', () => {
    const [ask] = planned(documentOf('d1', 'hello', ['a']), rowOf('d1', 'a'), judgmentOf('a')).asks;
    const reply = { engine_version: epoch, answers: [answerTo('bool')], engine_tokens: null };
    expect(settleAnswers(ask, reply, 0.001)).toMatchObject([{ kind: 'answered', watermark: null }]);
  });
});

describe('a feature of related documents', () => {
  const features: Feature[] = [
    { name: 'total', of: 'messages', aggregate: 'sum', path: 'attributes.amount' },
    { name: 'before', previous: 'p' },
  ];
  const counting = judgmentOf('a', { ...judgment.definition, features } as Partial<Definition>);
  const account = (total: number | null, texts = ['one'], more = false): FetchedDocument => ({
    ...accountOf(texts),
    numbers: { a: { total: { value: total, more } } },
  });
  const [first] = planned(account(20), rowOf('d1', 'a'), counting).asks;
  const inputs = { total: 20 };
  const head = {
    ...noHead,
    version: 1,
    contextHash: first.context.hash,
    engineVersion: epoch,
    answerId: 'ans_1',
    featureInputs: inputs,
  };
  const stored = {
    id: 'ans_1',
    context_hash: first.context.hash,
    read_hash: null,
    engine_version: epoch,
    truncated: false,
    body: { type: 'bool', number: 0.3, value: null, escape_p: null, dist: null, normalized: null, order: null },
    features: { total: 20, before: 0.1 },
    feature_inputs: inputs,
    parts: null,
    combiner: null,
  } as unknown as AnswerRow;
  const looked = (document: FetchedDocument, more: Partial<ClaimedRow> = {}) => {
    const row = { ...rowOf('d1', 'a', head), ...more };
    return { row, planned: planned(document, row, counting, new Map([[row, stored]])) };
  };

  it('stands beside the answer as it was counted, with how it was cut [JDG-16] [ANS-05]', () => {
    expect(first.groups[0].observation).toMatchObject({ features: { total: 20, before: null }, featureInputs: inputs });
    const reply = { engine_version: epoch, answers: [answerTo('bool')], engine_tokens: null };
    const truncated = (more: boolean) =>
      settleAnswers(planned(account(20, ['one'], more), rowOf('d1', 'a'), counting).asks[0], reply, 0.001);
    expect(truncated(false)).toMatchObject([{ kind: 'answered', truncated: false }]);
    expect(truncated(true)).toMatchObject([{ kind: 'answered', truncated: true }]);
  });

  it('makes a new answer alone, without an ask, and none when it is counted the same [JDG-17]', () => {
    const { row, planned: moved } = looked(account(105));
    expect(moved).toMatchObject({
      asks: [],
      settled: [
        {
          kind: 'remade',
          number: 0.3,
          watermark,
          stored: { id: 'ans_1' },
          observation: { features: { total: 105, before: 0.1 }, featureInputs: { total: 105 }, truncated: false },
        },
      ],
    });
    expect(mayBeRemade(row, counting, account(105), noCombiners)).toBe(true);
    const same = looked(account(20));
    expect(same.planned).toMatchObject({ asks: [], settled: [{ kind: 'same', watermark }] });
    expect(mayBeRemade(same.row, counting, account(20), noCombiners)).toBe(false);
    expect(looked(account(null)).planned.settled).toMatchObject([{ kind: 'remade' }]);
  });

  it('is asked with what is rendered where that differs, too', () => {
    const { asks, settled } = looked(account(105, ['two'])).planned;
    expect([asks.length, settled]).toEqual([1, []]);
  });

  it('is never taken for missing where it was not counted', () => {
    const { settled, faults } = looked(accountOf(['one'])).planned;
    expect(settled).toMatchObject([{ kind: 'failed', failure: 'judging_failed' }]);
    expect(String(faults[0])).toContain('were not fetched for a');
  });
});
