import type { AnswerRow } from '../answer/answer';
import { claimOf, documentOf, epoch, judgmentOf, rowOf } from '../testing/plan-samples';
import { answerRowOf } from './answer-rows';
import type { Held } from './held';
import { Remade, outcomeBase } from './outcome';
import { toRecorded } from './recorded';

const row = rowOf('d1', 'a');
const stored = {
  id: 'ans_1',
  version: 1,
  document_version: '6',
  engine_name: 'jev',
  engine_ref: 'current',
  engine_version: epoch,
  judged_at: new Date(0),
  read_at: new Date(0),
  context_hash: 'h1',
  read_hash: null,
  body: { type: 'bool', number: 0.3, value: null, escape_p: null, dist: null, normalized: null, order: null },
  features: { total: 20 },
  feature_inputs: { total: 20 },
  parts: null,
  combiner: null,
  ask_id: 'ask_1',
  truncated: false,
} as unknown as AnswerRow;

function heldOf(truncated: boolean): Held {
  const outcome: Remade = {
    kind: 'remade',
    ...outcomeBase(row, judgmentOf('a'), documentOf('d1', 'hello', ['a']), 7),
    stored,
    number: 0.3,
    combiner: null,
    observation: {
      features: { total: 105 },
      featureInputs: { total: 105 },
      truncated,
      seen: { last: null, before: null, first: null },
    },
  };
  const now = new Date(1_000);
  const own = {
    i: 1,
    touches: 1,
    claimed_touches: 1,
    wanted: '7',
    first_touch_at: now,
    record: '9',
    now,
    renew_at: null,
  };
  return { entry: { claim: claimOf([row]), askId: null, outcomes: [outcome] }, outcome, row: own, answerId: 'ans_2' };
}

it('records an answer that is made again with its own numbers, free, and truncated where not all was counted [JDG-16] [JDG-17]', () => {
  for (const truncated of [true, false]) {
    const held = heldOf(truncated);
    expect(answerRowOf(held)).toEqual([
      expect.objectContaining({
        id: 'ans_2',
        context_hash: 'h1',
        ask_id: 'ask_1',
        units: 0,
        cost_usd: 0,
        truncated,
        features: { total: 105 },
        feature_inputs: { total: 105 },
      }),
    ]);
    expect(toRecorded(held).answer).toMatchObject({
      answer_id: 'ans_2',
      number: 0.3,
      features: { total: 105 },
      units: 0,
      same: false,
      truncated,
    });
  }
});
