import type { FetchedDocument, RelatedItem } from '@app/contracts';
import type { Relation } from '@app/definition';
import { TargetMap } from '../catalog/target';
import type { EffectiveJudgment } from '../definition/judgment';
import { Engines } from '../engine/engine';
import type { ClaimedRow } from '../pending/pending';
import { answerTo } from '../testing/fake-engine';
import { claimOf, documentOf, engine, epoch, judgmentOf, noHead, rowOf } from '../testing/plan-samples';
import { Plan, plan } from './plan';
import { settleAnswers } from './settle';

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
): Plan {
  return plan({
    claim: claimOf([row]),
    judgments: new TargetMap<EffectiveJudgment>().set(row, of),
    documents: new Map([[document.id, document]]),
    watermark,
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
