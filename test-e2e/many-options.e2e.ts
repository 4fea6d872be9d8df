import { CalibrationReport, OutcomesPosted } from '@app/contracts/calibration';
import { JobView } from '@app/contracts/jobs';
import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { Scenario } from './scenario/scenario';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

const options = Array.from({ length: 150 }, (_, at) => ({ value: `intent_${at}` }));
const documents = Array.from({ length: 24 }, (_, at) => ({
  id: `m${at}`,
  intent: at % 4 === 3 ? null : `intent_${at}`,
}));
const outOfScope = documents.filter(({ intent }) => intent === null).length;

it('judges among 150 options and none of them, and scores the escape as one more [ANS-02] [CAL-01]', async () => {
  const scenario = new Scenario(stack, 'many-options');
  await scenario.judgment({
    name: 'intent',
    type: 'choice',
    question: 'Which intent does this message express?',
    options,
    context: { fields: ['state.text'] },
    freshness: { policy: 'on_change', debounce_ms: 0 },
  });
  await scenario.write({ upsert: documents.map(({ id }) => ({ id, state: { text: `message ${id}` } })) });
  // An option is a path: each document has a share for the last of them.
  const filter = { 'answers.intent.status': 'fresh', 'answers.intent.dist.intent_149': { gte: 0 } };
  await eventually(
    async () => expect((await scenario.query({ filter, limit: 1, count: true })).count).toBe(24),
    30_000,
  );
  const answer = await scenario.answer('m0', 'intent');
  const dist = Object.values(answer.dist ?? {});
  expect(dist).toHaveLength(150);
  expect(dist.reduce((sum, share) => sum + share, answer.escape_p ?? NaN)).toBeCloseTo(1, 2);

  const outcomes = documents.map(({ id, intent }) => ({
    document: id,
    as_of: 'latest',
    ...(intent === null ? { escape: true } : { value: intent }),
  }));
  const posted = await scenario.ok<OutcomesPosted>('POST', '/judgments/intent/outcomes', { outcomes });
  expect(posted).toMatchObject({ recorded: 24, matched: 24, unmatched: [] });
  const { id } = await scenario.ok<JobView>('POST', '/judgments/intent/calibration/run', {});
  await eventually(
    async () => expect((await stack.api<JobView>('GET', `/jobs/${id}`)).body.status).toBe('done'),
    30_000,
  );
  const report = await scenario.ok<CalibrationReport>('GET', '/judgments/intent/calibration');
  expect(report.classes).toHaveLength(151);
  expect(report.classes.at(-1)).toMatchObject({ value: null, labels: outOfScope });
  expect(report.labels.used).toBe(24);
  for (const figures of [report.held_out.raw, report.held_out.calibrated]) {
    expect(figures?.log_loss).toBeGreaterThan(0);
    expect(figures?.brier).toBeLessThanOrEqual(2);
  }
}, 90_000);
