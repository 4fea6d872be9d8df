import { FitView, readCalibration, readCalibrationHistory, recommendThreshold } from '@app/contracts/calibration';
import { FitMade, namespaceDeleted } from '@app/contracts/documents';
import type { EventData } from '@app/contracts/events';
import { armKillPoints } from '@app/persistence';
import { FakeService, eventually, keepLog } from '@app/testing';
import { minLabels } from '../figure/fit/make-fit';
import { CalibrationHarness, openCalibration } from '../testing/calibration-harness';
import { computeInMainThread, openNeighbours } from '../testing/neighbours';
import { FitRoom, epoch, march18 } from './fit-room.fake';

const dayMs = 86_400_000;

/** Half of what is flagged comes true: labels of both times together reach it by far. */
const ofHalf = {
  namespace: 'n',
  judgment: 'late',
  query: { on: 'p', target: 'precision' as const, at_least: '0.5' },
};

describe('fits', () => {
  let calibration: CalibrationHarness;
  let neighbours: FakeService[];
  let fits: FitRoom;
  const log = keepLog();
  const replicated: FitMade[] = [];
  let marks: string[] = [];

  beforeAll(async () => {
    calibration = await openCalibration([computeInMainThread, log.override]);
    neighbours = await openNeighbours({
      marks: () => marks,
      onFit: (fit) => replicated.push(fit),
    });
    fits = new FitRoom(calibration);
  }, 60_000);
  beforeEach(() => {
    calibration.startJudgments();
    replicated.length = 0;
    marks = [];
  });
  afterEach(() => calibration.stopJudgments());
  afterAll(async () => {
    for (const neighbour of neighbours) await neighbour.stop();
    await calibration.stop();
  });

  it('need ten labels; a refusal says how many there are [CAL-02]', async () => {
    await calibration.applyJudgment('org_few');
    for (const labels of [0, minLabels - 1]) {
      if (labels > 0) await fits.label('org_few', labels);
      await expect(fits.run('org_few')).rejects.toMatchObject({
        code: 'insufficient_labels',
        details: { labels, labels_needed: minLabels },
      });
    }
  });

  it('say whether the labels of the last month are what a fit from before them reads, and which test says so [CAL-03] [ST-F1]', async () => {
    const told = async (organization: string) => {
      const { rows } = await calibration.database.query<{ payload: string }>(
        `select payload from outbox where subject like '%calibration.fitted%' and payload like $1 order by id`,
        [`%${organization}%`],
      );
      return rows.map(({ payload }) => (JSON.parse(payload) as { data: EventData['calibration.fitted'] }).data);
    };
    const yesterday = new Date(Date.now() - dayMs).toISOString();
    for (const isReversed of [false, true]) {
      const organization = `org_drift_${isReversed}`;
      await calibration.applyJudgment(organization);
      await fits.label(organization, 200);
      const { fit } = await fits.fitted(organization);
      await calibration.database.query(`update fit set made_at = made_at - interval '40 days' where id = $1`, [fit]);
      await fits.label(organization, 80, { from: 400, observedAt: yesterday, isReversed });
      await fits.fitted(organization);
      const { drift } = await calibration.report(organization);
      expect(drift).toMatchObject({ labels: 80, documents: 80, fit, worse: isReversed, reason: null });
      const [first, second] = await told(organization);
      expect(first).toMatchObject({ drift_worse: false, drift_tests: [] });
      expect(second).toMatchObject({ drift_worse: isReversed, drift_tests: drift?.tests });
      expect(second.drift_tests.some(({ p }) => p <= 0.05)).toBe(isReversed);
      const recommended = await calibration.ask(recommendThreshold, ofHalf, organization);
      expect(recommended.holds).toBe(!isReversed);
      expect(recommended.notices?.map(({ code }) => code)).toEqual(isReversed ? ['drifted'] : []);
    }
  });

  it('are listed newest first with their figures, in pages, beside the labels of each week [CAL-03] [DASH-06]', async () => {
    await calibration.applyJudgment('org_history');
    const read = (query: object = {}) =>
      calibration.ask(readCalibrationHistory, { namespace: 'n', judgment: 'late', ...query }, 'org_history');
    expect(await read()).toEqual({ fits: [], weeks: [], answers: [], next_cursor: null });
    await fits.label('org_history', 60);
    const first = await fits.fitted('org_history');
    await fits.label('org_history', 60, { from: 60 });
    const second = await fits.fitted('org_history');
    const page = await read({ limit: 1, weeks: 104 });
    const report = await calibration.report('org_history');
    expect(page.fits).toEqual([
      expect.objectContaining({
        fit: second.fit,
        labels: second.labels,
        rule: 2,
        documents: 120,
        engine_version: epoch,
        new_epoch: false,
        read_with: report.read_with,
        log_loss: report.held_out.calibrated?.log_loss,
        raw_log_loss: report.held_out.raw?.log_loss,
        ece_noise_floor: report.held_out.calibrated?.ece_noise_floor,
      }),
    ]);
    expect(page.weeks).toEqual([expect.objectContaining({ week: '2026-03-16', labels: 120, documents: 120 })]);
    const rest = await read({ limit: 1, cursor: page.next_cursor });
    expect([rest.fits.map(({ fit }) => fit), rest.weeks, rest.next_cursor]).toEqual([[first.fit], [], null]);
    expect((await read({ weeks: 1 })).weeks).toEqual([]);
    await expect(read({ cursor: 'nonsense' })).rejects.toMatchObject({ details: { reason: 'bad_cursor' } });
  });

  it('are jobs that end when documents has applied the fit, one for each effect id, and appear in the report [CAL-01] [CAL-03]', async () => {
    await calibration.applyJudgment('org_run', { thresholds: { alarm: 0.5 } });
    await fits.label('org_run', 300);
    const job = await fits.run('org_run', 'n', 'clm_run');
    expect((await fits.run('org_run', 'n', 'clm_run')).id).toBe(job.id);
    const { result, result_status } = await fits.finished('org_run', job);
    expect(result_status).toBe(200);
    const fit = result as FitView;
    expect(fit).toMatchObject({ version: 1, engine_version: epoch, read_with: 'calibrated', labels: { count: 300 } });
    const parameters = { type: 'bool', map: expect.objectContaining({ floor: 0.005 }) };
    expect(replicated).toEqual([
      expect.objectContaining({ fit: fit.fit, judgment_id: 'jdg_org_run', version: 1, parameters }),
    ]);
    const report = await calibration.report('org_run');
    expect(report).toMatchObject({ fit: fit.fit, read_with: 'calibrated', drift: null, version: 1 });
    const { raw, calibrated } = report.held_out;
    expect(calibrated?.log_loss).toBeLessThan(raw?.log_loss ?? NaN);
    expect(raw?.ece).toBeGreaterThan(raw?.ece_noise_floor?.high ?? NaN);
    expect(calibrated?.ece).toBeLessThanOrEqual(calibrated?.ece_noise_floor?.high ?? NaN);
    expect(report.thresholds.alarm.flagged).toBeGreaterThan(0);
    // No label has changed since the fit: the report of now equals the stored one, to the digit.
    const { rows } = await calibration.database.query<{ report: typeof report }>(
      'select report from fit where id = $1',
      [fit.fit],
    );
    const { computed_at: _then, ...stored } = rows[0].report;
    // Verdict, errors and what stood behind the epoch are added when a report is read.
    const {
      computed_at: _now,
      verdict,
      errors,
      repeatability: _noise,
      engine_source: _source,
      ...live
    } = JSON.parse(JSON.stringify(report)) as typeof report;
    expect([verdict?.code, errors?.length]).toEqual(['better', 20]);
    expect(live).toEqual(stored);
  });

  it('end in one line of the log, and so does the job that asked for one; neither holds a label', async () => {
    await calibration.applyJudgment('org_logged');
    await fits.label('org_logged', 20);
    const job = await fits.run('org_logged');
    const { fit } = (await fits.finished('org_logged', job)).result as FitView;
    await eventually(() => expect(log.lines(job.id)).toHaveLength(2));
    const about = { level: 'info', organization: 'org_logged', ms: expect.any(Number) as number };
    const [made, ended] = log.lines(job.id);
    expect(made).toMatchObject({
      ...about,
      event: 'fit.ended',
      outcome: 'made',
      scope: 'n',
      judgment_id: 'jdg_org_logged',
      judgment: 'late',
      version: 1,
      fit,
      labels: 20,
      engine_version: epoch,
    });
    expect(ended).toMatchObject({
      ...about,
      event: 'job.ended',
      type: 'calibration_run',
      outcome: 'done',
      status: 200,
      namespace: 'n',
      claims: 1,
    });
    expect(log.lines('ans_n-0')).toEqual([]);
    await calibration.applyJudgment('org_failing');
    await fits.label('org_failing', 20);
    await calibration.database.query(`update outcome set number = null where organization = 'org_failing'`);
    await fits.finished('org_failing', await fits.run('org_failing'));
    await eventually(() =>
      expect(log.lines('org_failing').map(({ event, outcome }) => [event, outcome])).toEqual([
        ['fit.ended', 'insufficient_labels'],
        ['job.ended', 'failed'],
      ]),
    );
  });

  it('stay as they are when labels come later; the report counts the later labels too', async () => {
    await calibration.applyJudgment('org_later');
    await fits.label('org_later', 60);
    const fit = await fits.fitted('org_later');
    await fits.label('org_later', 40, { from: 100 });
    expect(await calibration.report('org_later')).toMatchObject({ fit: fit.fit, labels: { count: 100, used: 100 } });
    const filtered = await calibration.report('org_later', { until: march18 });
    expect(filtered).toMatchObject({ labels: { count: 0 }, excluded: { filtered: 100 } });
  });

  it('take only the outcomes that the run asks for', async () => {
    await calibration.applyJudgment('org_filter');
    await fits.label('org_filter', 20);
    expect(await fits.fitted('org_filter', 'n', { sources: ['posted'] })).toMatchObject({ labels: { count: 20 } });
    await expect(fits.run('org_filter', 'n', undefined, { until: march18 })).rejects.toMatchObject({
      code: 'insufficient_labels',
    });
    await expect(fits.run('org_filter', 'n', undefined, { since: '2026-02-30' })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { path: '/outcomes/since' },
    });
  });

  it('belong to one epoch: a new epoch starts without a fit, and the report is of the newest epoch [CAL-06]', async () => {
    await calibration.applyJudgment('org_epoch');
    await fits.label('org_epoch', 20);
    await fits.fitted('org_epoch');
    const later = 'current+2026-04-01.1';
    await fits.label('org_epoch', 12, { from: 200, epoch: later });
    await calibration.database.query(`update outcome set judged_at = '2026-04-02' where engine_version = $1`, [later]);
    expect(await calibration.report('org_epoch')).toMatchObject({
      engine_version: later,
      fit: null,
      read_with: 'raw',
      labels: { count: 12 },
      excluded: { other_epoch: 20 },
      held_out: { calibrated: null },
    });
    expect(await fits.fitted('org_epoch')).toMatchObject({ engine_version: later, labels: { count: 12 } });
    expect(replicated.map(({ engine_version }) => engine_version)).toEqual([epoch, later]);
  });

  it('of a template pool its production namespaces, and are made at its prefix [CAL-09] [TPL-10]', async () => {
    const organization = 'org_pool_fit';
    await calibration.applyJudgment(organization, { scope: 'acme/*' });
    await fits.label(organization, 20, { namespace: 'acme/t1' });
    await fits.label(organization, 20, { namespace: 'acme/t2', from: 50 });
    const before = await fits.fitted(organization, 'acme/*');
    expect(before.labels.count).toBe(40);
    marks = ['acme/staging/*'];
    await fits.label(organization, 30, { namespace: 'acme/staging/x', from: 90 });
    const after = await fits.fitted(organization, 'acme/*');
    expect(after.labels.count).toBe(40);
    expect(replicated[1].parameters).toEqual(replicated[0].parameters);
    await expect(fits.run(organization, 'acme/t1')).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'inherited' },
    });
    const own = await calibration.ask(readCalibration, { namespace: 'acme/t1', judgment: 'late' }, organization);
    expect(own).toMatchObject({ fit: after.fit, labels: { count: 20 } });
  });

  it('are replicated and reported even when the process dies before or after their commit', async () => {
    await calibration.applyJudgment('org_kill');
    await fits.label('org_kill', 20);
    for (const at of ['calibration.fit.before-commit', 'calibration.fit.after-commit']) {
      let deaths = 0;
      armKillPoints((name) => {
        if (name === at && deaths++ === 0) throw new Error('killed');
      });
      const { fit } = await fits.fitted('org_kill');
      expect(deaths).toBeGreaterThan(0);
      expect(await calibration.report('org_kill')).toMatchObject({ fit });
      armKillPoints(() => undefined);
    }
  }, 40_000);

  it('that fail by a defect of the service name their job, by which its log has the fault [ERR-03] [S-D6]', async () => {
    await calibration.applyJudgment('org_defect');
    await fits.label('org_defect', 20);
    armKillPoints((name) => {
      if (name === 'calibration.fit.before-commit') throw new Error('killed');
    });
    const job = await fits.run('org_defect');
    // After the first attempt the job rests for seconds; those until the last one would only wait.
    await eventually(async () => {
      const { rowCount } = await calibration.database.query(
        `update job set attempts = 4
         where id = $1 and attempts = 1 and lease_until < app.now() + interval '3 seconds'`,
        [job.id],
      );
      expect(rowCount).toBe(1);
    });
    const { status, result } = await fits.finished('org_defect', job);
    armKillPoints(() => undefined);
    expect(status).toBe('failed');
    expect(result).toMatchObject({ error: { code: 'internal', details: { request_id: job.id } } });
  }, 40_000);

  it('are deleted with their namespace, and so are their labels', async () => {
    await calibration.applyJudgment('org_gone');
    await fits.label('org_gone', 20);
    await fits.fitted('org_gone');
    await calibration.publish(namespaceDeleted, { organization: 'org_gone', namespace: 'n', revision: 9 });
    await eventually(async () => {
      const { rows } = await calibration.database.query<{ n: number }>(
        `select (select count(*) from fit where organization = 'org_gone')::int
           + (select count(*) from fit_sample)::int - (select count(*) from fit)::int as n`,
      );
      expect(rows[0].n).toBe(0);
    });
  });
});
