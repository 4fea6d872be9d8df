import { postOutcomes, recommendThreshold, runCalibration } from '@app/contracts/calibration';
import { FitMade } from '@app/contracts/documents';
import { JobView, calibrationJobs } from '@app/contracts/jobs';
import { RecordedAnswer, answerRecordedLive } from '@app/contracts/judgments';
import { Problem } from '@app/problem';
import { StoredFit, combinerOf, randomOf, sigmoid } from '@app/statistics';
import { FakeService, eventually, setClock, testEnvironment } from '@app/testing';
import { CalibrationHarness, openCalibration } from '../testing/calibration-harness';
import { computeInMainThread, openNeighbours } from '../testing/neighbours';
import { answerOf, recordedOf } from '../testing/samples';

const march4 = '2026-03-04T09:30:00.000Z';
const march18 = '2026-03-18T12:00:00.000Z';

interface FittedShift {
  thresholds: Record<string, { flagged_before: number; flagged_after: number }>;
}

describe('labels with features and parts', () => {
  let calibration: CalibrationHarness;
  let neighbours: FakeService[];
  const replicated: FitMade[] = [];

  beforeAll(async () => {
    calibration = await openCalibration([computeInMainThread]);
    neighbours = await openNeighbours({ onFit: (fit) => replicated.push(fit) });
  }, 60_000);
  beforeEach(() => {
    calibration.startJudgments();
    replicated.length = 0;
  });
  afterEach(() => calibration.stopJudgments());
  afterAll(async () => {
    for (const neighbour of neighbours) await neighbour.stop();
    await calibration.stop();
  });

  /** Posts labels of answers with these members; what happened follows the log odds that come with them. */
  async function label(organization: string, n: number, of: (at: number) => [Partial<RecordedAnswer>, number]) {
    const random = randomOf(21);
    const outcomes = Array.from({ length: n }, (_, at) => {
      const [members, logOdds] = of(at);
      calibration.judgments.answers.push(answerOf(`d${at}`, `ans_${at}`, march4, members));
      return { document: `d${at}`, value: random.uniform() < sigmoid(logOdds), observed_at: march18 };
    });
    await calibration.ask(postOutcomes, { namespace: 'n', judgment: 'late', post: { outcomes } }, organization);
  }
  async function fitted(organization: string): Promise<JobView> {
    const query = { namespace: 'n', judgment: 'late', run: {} };
    const { id } = await calibration.ask(runCalibration, query, organization);
    return eventually(async () => {
      const job = await calibration.ask(calibrationJobs.get, { id }, organization);
      if (job.finished_at === null) throw new Error(`${job.id} is ${job.status}`);
      return job;
    });
  }
  const announced = () => replicated[0].parameters as StoredFit;

  it('give a fit that reads with features; its report shows the features alone [CAL-05] [CAL-08] [JDG-20]', async () => {
    const random = randomOf(4);
    await calibration.applyJudgment('org_features', { features: ['amount', 'never'], parts: [] });
    await label('org_features', 200, () => {
      const [z, amount] = [random.normal(), random.normal()];
      return [{ number: sigmoid(z), features: { amount: 50 + 10 * amount, never: null } }, z + 2 * amount];
    });
    const { result } = await fitted('org_features');
    expect(result).toMatchObject({ read_with: 'features' });
    expect(replicated[0]).toMatchObject({ read_with: 'features', parameters: { weights: { parts: [] } } });
    const { held_out, read_with, choice } = await calibration.report('org_features');
    expect(read_with).toBe('features');
    expect(choice?.candidates.find(({ chosen }) => chosen)?.map).toBe('features');
    expect(held_out.calibrated?.log_loss).toBeLessThan(held_out.features_only ?? NaN);
    expect(held_out.features_only).toBeLessThan(held_out.raw?.log_loss ?? NaN);
    const { held_out: ofSome } = await calibration.report('org_features', { since: '2000-01-01T00:00:00Z' });
    expect(ofSome.calibrated).not.toBeNull();
    expect(ofSome.features_only).toBeNull();
  });

  it('give the combiner of a composite judgment; labels that lack a part are counted apart [JDG-13]', async () => {
    const random = randomOf(5);
    await calibration.applyJudgment('org_parts', { features: [], parts: ['slow', 'far'] });
    await label('org_parts', 110, (at) => {
      const [slow, far] = [2 * random.normal(), 2 * random.normal()];
      const parts = { slow: { p: sigmoid(slow) }, ...(at < 10 ? {} : { far: { p: sigmoid(far) } }) };
      return [{ number: sigmoid((slow + far) / 2), parts, combiner: null }, 2 * slow];
    });
    const { result } = await fitted('org_parts');
    expect(result).toMatchObject({ read_with: 'calibrated' });
    const [slow, far] = combinerOf(announced())?.parts ?? [];
    expect([slow.name, far.name]).toEqual(['slow', 'far']);
    expect(slow.slope).toBeGreaterThan(5 * Math.abs(far.slope));
    const { excluded, held_out } = await calibration.report('org_parts');
    expect(excluded.no_number).toBe(10);
    expect(held_out.features_only).toBeNull();
  });

  it('move what thresholds of a composite flag; event, recommendation and report say what answers of now are [ST-F4] [JDG-13]', async () => {
    const random = randomOf(8);
    const organization = 'org_moved';
    // The fake keeps the p that answers came with, and documents would count them as the new fit combines them.
    calibration.judgments.countProblem = new Problem('unavailable', 'Documents does not answer.');
    await calibration.applyJudgment(organization, { features: [], parts: ['slow', 'far'], thresholds: { alarm: 0.6 } });
    await label(organization, 200, () => {
      const [slow, far] = [random.normal(), random.normal()];
      const parts = { slow: { p: sigmoid(0.8 * slow - 1) }, far: { p: sigmoid(0.8 * far - 1) } };
      return [{ number: sigmoid(0.4 * (slow + far) - 1), parts, combiner: null }, 2 * slow + 2 * far + 0.5];
    });
    const target = { on: 'p', target: 'precision' as const, at_least: '0.8' };
    const ask = () =>
      calibration.ask(recommendThreshold, { namespace: 'n', judgment: 'late', query: target }, organization);
    const [before, { thresholds: unfitted }] = [await ask(), await calibration.report(organization)];
    await fitted(organization);
    const { rows } = await calibration.database.query<{ payload: string }>(
      `select payload from outbox where subject like '%calibration.fitted%' and payload like $1`,
      [`%${organization}%`],
    );
    const { thresholds: shift } = (JSON.parse(rows[0].payload) as { data: FittedShift }).data;
    const [after, report] = [await ask(), await calibration.report(organization)];
    expect(shift.alarm.flagged_before).toBeCloseTo(unfitted.alarm.flagged, 9);
    // The report reads each label by a fit that does not know it, so it is near the fit itself.
    expect(Math.abs(shift.alarm.flagged_after - report.thresholds.alarm.flagged)).toBeLessThan(0.05);
    expect(shift.alarm.flagged_after - shift.alarm.flagged_before).toBeGreaterThan(0.2);
    // Raw and calibrated are one: the fit's combination is the p of every answer.
    expect(report.held_out.raw?.log_loss).toBe(report.held_out.calibrated?.log_loss);
    expect(after.curve[0].threshold).toBeGreaterThan(before.curve[0].threshold + 0.2);
  });

  it('are read by the fits of the night, as by those that a user asks for [CAL-05] [JDG-13] [JDG-20]', async () => {
    const random = randomOf(6);
    await calibration.applyJudgment('org_night', { features: ['amount'], parts: ['slow', 'far'] });
    await label('org_night', 200, () => {
      const [slow, amount] = [2 * random.normal(), random.normal()];
      const parts = { slow: { p: sigmoid(slow) }, far: { p: 0.5 } };
      return [{ number: sigmoid(slow / 2), parts, combiner: null, features: { amount } }, slow + 2 * amount];
    });
    await setClock(testEnvironment().adminUrl, 86_400_000);
    try {
      const fit = await eventually(async () => {
        const ofNight = replicated.find(({ organization }) => organization === 'org_night');
        if (!ofNight) throw new Error('The night has made no fit');
        return ofNight;
      }, 30_000);
      expect(fit.read_with).toBe('features');
      expect(combinerOf(fit.parameters as StoredFit)?.parts.map(({ name }) => name)).toEqual(['slow', 'far']);
    } finally {
      await setClock(testEnvironment().adminUrl, 0);
    }
  }, 60_000);

  it('are kept of an answer that an outcome waited for, and of one whose window closes [OUT-05] [JDG-16]', async () => {
    const organization = 'org_arriving';
    await calibration.applyJudgment(organization, { features: ['amount'] }, { implicit: { after: '30d' } });
    await calibration.post(organization, [{ document: 'waits', value: true, as_of: 'latest' }]);
    const members = { features: { amount: 3.5 }, parts: { slow: { p: 0.25 } } };
    const answers = ['waits', 'closes'].map((document) => answerOf(document, `ans_${document}`, march4, members));
    await calibration.publish(answerRecordedLive, recordedOf(organization, answers));
    await eventually(async () => {
      const { rows } = await calibration.database.query<{ document: string; source: string }>(
        `select document, source, features, parts from outcome
         where organization = $1 and answer_id is not null order by document`,
        [organization],
      );
      expect(rows).toEqual([
        { document: 'closes', source: 'implicit', ...members },
        { document: 'waits', source: 'posted', ...members },
      ]);
    });
  });
});
