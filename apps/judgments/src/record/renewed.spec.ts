import { claimOf, documentOf, judgmentOf, rowOf } from '../testing/plan-samples';
import type { Held } from './held';
import { Outcome, outcomeBase } from './outcome';
import { rowsOf } from './rows';

const claimedAt = new Date(1_000);
const later = new Date(2_000);

/** An outcome whose row had `renewAt` at its claim, and has `now` when it is recorded. */
function heldOf(outcome: Partial<Outcome> & { kind: 'same' | 'failed' }, renewAt: Date | null, now: Date | null): Held {
  const row = { ...rowOf('d1', 'a'), ...(renewAt && { renewAtMs: renewAt.getTime() }) };
  const base = outcomeBase(row, judgmentOf('a'), documentOf('d1', 'hello', ['a']), 7);
  const own = { i: 1, touches: 1, claimed_touches: 1, wanted: '7', first_touch_at: claimedAt, record: '9' };
  return {
    entry: { claim: claimOf([row]), askId: null, outcomes: [] },
    outcome: { ...base, ...outcome } as Outcome,
    row: { ...own, now: later, renew_at: now },
    answerId: null,
  };
}

it.each([
  ['nobody asked again', null, null, false],
  ['it was claimed with the moment', claimedAt, claimedAt, false],
  ['somebody asked again since', null, claimedAt, true],
  ['somebody asked again once more since', claimedAt, later, true],
])('an answer that stands leaves the queue unless it is asked again: %s [CLI-A2]', (_, before, now, stays) => {
  const [, , , gone, kept] = rowsOf([heldOf({ kind: 'same', engineVersion: 'e' }, before, now)]);
  expect([gone.length, kept.length]).toEqual(stays ? [0, 1] : [1, 0]);
});
