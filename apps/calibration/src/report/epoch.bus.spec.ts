import { postOutcomes, readCalibrationPage } from '@app/contracts/calibration';
import { CalibrationHarness, openCalibration } from '../testing/calibration-harness';
import { answerOf } from '../testing/samples';

const march18 = '2026-03-18T12:00:00.000Z';
const [before, now] = ['current+2026-03-02.1', 'current+2026-03-09.1'];

describe('the report of an epoch', () => {
  let calibration: CalibrationHarness;
  beforeAll(async () => {
    calibration = await openCalibration();
    calibration.startJudgments();
  });
  afterAll(async () => {
    await calibration.stopJudgments();
    await calibration.stop();
  });

  it('is read by its name, and a name without labels is refused with those that have some [ST-F13]', async () => {
    const organization = 'org_epoch';
    await calibration.applyJudgment(organization);
    const judged = [
      ...['a', 'b', 'c'].map((id) => answerOf(id, `ans_${id}`, '2026-03-04T09:30:00.000Z', { engine_version: before })),
      answerOf('d', 'ans_d', '2026-03-10T09:30:00.000Z', { engine_version: now }),
    ];
    calibration.judgments.answers.push(...judged);
    const outcomes = judged.map(({ document, answer_id }) => ({
      document,
      value: true,
      observed_at: march18,
      answer: String(answer_id),
    }));
    await calibration.ask(postOutcomes, { namespace: 'n', judgment: 'late', post: { outcomes } }, organization);
    const counted = async (query: object) => {
      const { engine_version, labels, excluded } = await calibration.report(organization, query);
      return { engine_version, count: labels.count, other: excluded.other_epoch };
    };
    expect(await counted({})).toEqual({ engine_version: now, count: 1, other: 3 });
    expect(await counted({ engine_version: now })).toEqual({ engine_version: now, count: 1, other: 3 });
    expect(await counted({ engine_version: before })).toEqual({ engine_version: before, count: 3, other: 1 });
    // A filter that keeps none of its labels is no reason to refuse the epoch.
    expect(await counted({ engine_version: before, sources: 'rule' })).toMatchObject({ count: 0 });
    const page = { namespace: 'n', judgment: 'late', engine_version: before };
    expect((await calibration.ask(readCalibrationPage, page, organization)).html).toContain(before);
    await expect(calibration.report(organization, { engine_version: 'other' })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(
        /`other`; name one that has: `current\+2026-03-0[29]\.1`, `current\+2026-03-0[29]\.1`\.$/,
      ) as string,
      details: { reason: 'unknown_epoch', path: '/engine_version' },
    });
  });

  it('says so where the engine answers in two in turn, and that each needs labels of its own', async () => {
    const organization = 'org_epochs_in_turn';
    await calibration.applyJudgment(organization);
    const judged = ['a', 'b', 'c', 'd', 'e'].map((id, at) =>
      answerOf(id, `ans_turn_${id}`, `2026-03-1${at}T09:30:00.000Z`, { engine_version: at % 2 === 0 ? now : before }),
    );
    calibration.judgments.answers.push(...judged);
    const outcomes = judged.map(({ document, answer_id }) => ({
      document,
      value: true,
      observed_at: march18,
      answer: String(answer_id),
    }));
    await calibration.ask(postOutcomes, { namespace: 'n', judgment: 'late', post: { outcomes } }, organization);
    const report = await calibration.report(organization);
    expect(report).toMatchObject({ engine_version: now, labels: { count: 3 }, excluded: { other_epoch: 2 } });
    const message = report.notices.find(({ code }) => code === 'epochs_in_turn')?.message;
    expect(message).toMatch(/^The engine answered in this epoch and in another epoch in turn: 2 labels stand in it,/);
    const { html } = await calibration.ask(readCalibrationPage, { namespace: 'n', judgment: 'late' }, organization);
    expect(html).toContain('2 labels stand in it');
  });
});
