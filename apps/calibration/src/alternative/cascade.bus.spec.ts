import { AlternativesHarness, epoch } from '../testing/alternatives-harness';
import { answerOf } from '../testing/samples';

let table: AlternativesHarness;

beforeAll(async () => {
  table = await AlternativesHarness.open();
}, 60_000);
beforeEach(() => table.begin());
afterEach(() => table.end());
afterAll(() => table.calibration.stop());

it('a cheaper row is offered to be asked first, at the thresholds that were in force when it was scored', async () => {
  const organization = 'org_cascade';
  await table.arrange(organization, 160);
  const withAlarm = (alarm: number, revision: number) =>
    table.calibration.applyJudgment(organization, { scope: 'n', revision, thresholds: { alarm } });
  await withAlarm(0.6, 2);
  table.scoring.unitsOf = (alternative) => (alternative === 'version' ? 4 : 1);
  table.scoring.says = table.knows;
  const { id } = await table.name(organization, 'Late for a quarter?');
  expect(await table.table(organization)).toMatchObject({
    cascades: [],
    cascades_reason: 'No alternative of this month is scored.',
    speaks_for: null,
  });
  const scored = await table.scored(organization);
  expect(scored.cascades_reason).toBeNull();
  expect(scored.cascades).toMatchObject([
    { first: id, then: 'version', low: 0.5, asked: 0, cost_per_answer: 1, harmed: 0, accuracy: 1 },
  ]);
  expect(scored.cascades?.[0].version_accuracy).toBeCloseTo(0.7, 10);
  // The version is wrong of three in ten, where the row is right: booleans differ, and none of them is harm.
  expect(scored.cascades?.[0].thresholds).toMatchObject([
    { name: 'alarm', threshold: 0.6, differs: expect.closeTo(0.3, 10), harmed: 0 },
  ]);
  expect(scored.alternatives[0].change?.log_loss.loses_at_most).toBe(0);
  expect(scored.headline).toMatch(/^Row 1, question: "Late for a quarter\?", lowers log loss/);
  await withAlarm(0.8, 3);
  expect((await table.table(organization)).cascades).toMatchObject([{ first: id, thresholds: [] }]);
}, 60_000);

it('a table speaks for all answers, unless some lie where no label is [ST-F6]', async () => {
  const { judgments } = table.calibration;
  const speaksFor = async (organization: string): Promise<unknown> => {
    await table.arrange(organization, 60);
    await table.name(organization, 'Late in part?');
    return (await table.scored(organization)).speaks_for;
  };
  judgments.answers.length = 0;
  expect(await speaksFor('org_all')).toBe('all');
  judgments.answers.length = 0;
  for (let at = 0; at < 60; at += 1) {
    const more = { number: 0.95, engine_version: epoch };
    judgments.answers.push(answerOf(`more-${at}`, `ans_more-${at}`, '2026-03-04T09:30:00.000Z', more));
  }
  expect(await speaksFor('org_part')).toBe('labelled');
}, 60_000);
