import { readCalibrationHistory } from '@app/contracts/calibration';
import { Problem } from '@app/problem';
import { CalibrationHarness, openCalibration } from '../testing/calibration-harness';
import { answerOf } from '../testing/samples';

const march4 = '2026-03-04T09:30:00.000Z';
const march18 = '2026-03-18T12:00:00.000Z';

describe('labels beside all current answers [ST-F3]', () => {
  let calibration: CalibrationHarness;
  beforeAll(async () => {
    calibration = await openCalibration();
  });
  beforeEach(() => calibration.startJudgments());
  afterEach(() => calibration.stopJudgments());
  afterAll(() => calibration.stop());

  /** Answers from 0.05 to 0.95, of which those from `labelledFrom` on are labelled. */
  async function label(organization: string, labelledFrom: number): Promise<void> {
    await calibration.applyJudgment(organization, { thresholds: { alarm: 0.5 } });
    const answers = Array.from({ length: 100 }, (_, at) => ({ document: `d${at}`, p: 0.05 + 0.1 * (at % 10) }));
    calibration.judgments.answers.push(
      ...answers.map(({ document, p }) => answerOf(document, `ans_${document}`, march4, { number: p })),
    );
    const labelled = answers.filter(({ p }) => p >= labelledFrom);
    await calibration.post(
      organization,
      labelled.map(({ document }, at) => ({ document, value: at % 2 === 0, observed_at: march18 })),
    );
  }

  /** Makes what was counted older. */
  const age = (organization: string, hours: number) =>
    calibration.database.query(
      'update answer_count set counted_at = counted_at - make_interval(hours => $2) where organization = $1',
      [organization, hours],
    );
  const codes = ({ notices }: { notices: { code: string }[] }) => notices.map(({ code }) => code);

  it('are told to be unlike them, and figures say that they speak for the labelled ones', async () => {
    await label('org_unlike', 0.5);
    const report = await calibration.report('org_unlike');
    expect(codes(report)).toContain('labels_unlike_answers');
    expect(report).toMatchObject({
      speaks_for: 'labelled',
      held_out: { speaks_for: 'labelled' },
      thresholds: { alarm: { speaks_for: 'labelled', flagged: 0.5, recall: 1 } },
      answers: { count: 100, sampled: false },
    });
    expect(report.answers?.unlabelled).toBeCloseTo(0.5, 12);
    expect(report.answers?.strata[0]).toEqual({ low: 0, high: 0.1, value: null, answers: 0.1, labels: 0 });
  });

  it('speak for all where they are like them', async () => {
    await label('org_like', 0);
    const report = await calibration.report('org_like');
    expect(report).toMatchObject({ speaks_for: 'all', thresholds: { alarm: { speaks_for: 'all', flagged: 0.5 } } });
    expect(codes(report)).not.toContain('labels_unlike_answers');
    expect(codes(report)).not.toContain('answers_not_counted');
  });

  it('are counted once an hour, and anew for another version', async () => {
    await label('org_hour', 0);
    await calibration.report('org_hour');
    await calibration.report('org_hour');
    expect(calibration.judgments.counts).toBe(1);
    const { rows } = await calibration.database.query(
      `select namespace, version, fit, sampled, array_length(counts, 1) as bins from answer_count where organization = 'org_hour'`,
    );
    expect(rows).toEqual([{ namespace: 'n', version: 1, fit: null, sampled: false, bins: 1_001 }]);
    await age('org_hour', 1);
    await calibration.report('org_hour');
    expect(calibration.judgments.counts).toBe(2);
  });

  it('are reported without them while documents does not answer, and with those of before within 36 hours', async () => {
    await label('org_silent', 0);
    calibration.judgments.countProblem = new Problem('unavailable', 'Not now.');
    const without = await calibration.report('org_silent');
    expect(codes(without)).toContain('answers_not_counted');
    expect(without).toMatchObject({ speaks_for: 'labelled', answers: null });
    calibration.judgments.countProblem = null;
    expect((await calibration.report('org_silent')).speaks_for).toBe('all');
    calibration.judgments.countProblem = new Problem('unavailable', 'Not now.');
    await age('org_silent', 2);
    expect((await calibration.report('org_silent')).speaks_for).toBe('all');
    await age('org_silent', 35);
    expect(codes(await calibration.report('org_silent'))).toContain('answers_not_counted');
  });

  it('are kept by week, and the history compares a week with those before it [ST-F1]', async () => {
    await label('org_week', 0);
    const read = () => calibration.ask(readCalibrationHistory, { namespace: 'n', judgment: 'late' }, 'org_week');
    expect((await read()).answers).toEqual([expect.objectContaining({ n: 100, sampled: false, psi: null, p: null })]);
    await calibration.database.query(
      `update answer_week set week = week - 7, counts = '{55,5,5,5,5,5,5,5,5,5}' where organization = 'org_week'`,
    );
    await age('org_week', 1);
    const [before, now, ...others] = (await read()).answers ?? [];
    expect(others).toEqual([]);
    expect([before.week < now.week, before.psi]).toEqual([true, null]);
    expect(now.psi).toBeGreaterThan(0.25);
    expect(now.p).toBeLessThan(0.001);
  });

  it('are not asked for without labels', async () => {
    await calibration.applyJudgment('org_none');
    const report = await calibration.report('org_none');
    expect(report.answers).toBeNull();
    expect(codes(report)).not.toContain('answers_not_counted');
    expect(calibration.judgments.counts).toBe(0);
  });
});
