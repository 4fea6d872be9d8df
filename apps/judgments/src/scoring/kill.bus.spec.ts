import { armKillPoints, newId } from '@app/persistence';
import { eventually } from '@app/testing';
import { OpenJudgments, openJudgments } from '../testing/open-judgments';
import { Labelled, chargesOf, labelled, recordedOf, started } from '../testing/scoring-samples';

const hanging = ['judgments.scoring.claimed', 'judgments.ask.after'];
const killed = [
  ...hanging,
  'judgments.reserve.after',
  'judgments.scoring.before-commit',
  'judgments.scoring.after-commit',
];
let judgments: OpenJudgments;
let at: Labelled;

beforeAll(async () => {
  judgments = await openJudgments([{}, {}]);
  at = await labelled(judgments, newId('org'), 's/kills', 120);
}, 60_000);
afterAll(() => judgments.stop());

/** Expired leases and waits are due at once. */
const hurry = () =>
  judgments.db.query(`update scoring_ask set due_at = app.now() where done_at is null and due_at > app.now()
    and (claim_id is null or due_at < app.now() + interval '59 s')`);

it('answers and charges each label once, wherever a process dies or hangs, and with two replicas on one run', async () => {
  const reached = new Map<string, number>();
  const hung: (() => void)[] = [];
  armKillPoints((name) => {
    const times = (reached.get(name) ?? 0) + 1;
    reached.set(name, times);
    if (hanging.includes(name) && times === 2) {
      return new Promise((_, reject) => hung.push(() => reject(new Error('killed'))));
    }
    if (killed.includes(name) && times === 4) throw new Error('killed');
  });
  const rows = ['alt_a', 'alt_b', 'alt_c'];
  const definition = { ...at.definition, question: 'Late at all?' };
  for (const [place, alternative] of rows.entries()) {
    await started(judgments, at, 'run_kill', { alternative, definition, place });
  }
  const ends = eventually(
    async () => {
      await hurry();
      const facts = await recordedOf(judgments, 'run_kill');
      expect(facts.reduce((sum, { labels }) => sum + labels.length, 0)).toBe(360);
    },
    30_000,
    200,
  );
  // A process that hung for long goes on after others have taken its asks.
  await ends.finally(() => hung.forEach((end) => end()));
  expect(hung).toHaveLength(2);
  armKillPoints(() => undefined);
  for (const point of killed) expect(reached.get(point) ?? 0).toBeGreaterThanOrEqual(4);
  const facts = await recordedOf(judgments, 'run_kill');
  for (const alternative of rows) {
    const labels = facts.filter((fact) => fact.alternative === alternative).flatMap((fact) => fact.labels);
    expect(new Set(labels.map(({ answer }) => answer)).size).toBe(120);
    expect(labels.filter(({ skipped }) => skipped !== null)).toEqual([]);
  }
  const charges = await chargesOf(judgments, 's/kills');
  expect(charges).toHaveLength(360);
  expect(new Set(charges.map(({ ask_id }) => ask_id)).size).toBe(360);
  // What was asked twice had the same ask id.
  const asked = judgments.neighbours.asks.filter(({ lane }) => lane === 'scoring');
  expect(asked.length).toBeGreaterThan(360);
  expect(new Set(asked.map(({ ask_id }) => ask_id)).size).toBe(360);
}, 60_000);
