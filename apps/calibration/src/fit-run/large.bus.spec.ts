import { FitView, listLabels, readCalibrationHistory, runCalibration } from '@app/contracts/calibration';
import { calibrationJobs } from '@app/contracts/jobs';
import { FakeService, eventually } from '@app/testing';
import { maxLabels } from '../outcome/label/load-labels';
import { maxLive } from '../report/read-labels';
import { CalibrationHarness, openCalibration } from '../testing/calibration-harness';
import { computeInMainThread, openNeighbours } from '../testing/neighbours';

const organization = 'org_large';
/** More labels than a read counts; with `LONG=1` a million. */
const labels = process.env['LONG'] === '1' ? 1_000_000 : maxLive + 1_000;

/** Labels of an overconfident engine on a grid of hundredths. Every tenth label is from the review queue. */
const fill = `
  insert into outcome (id, organization, namespace, judgment_id, document, identity, value, escape, source, observed_at,
    answer_id, version, document_version, engine_version, judged_at, number, attributes_asked, attributes)
  select 'out_' || lpad(n::text, 8, '0'), $1, 'n', 'jdg_' || $1, 'd' || n, 'i', to_jsonb(hash % 100 < 50 + (p - 50) * 0.6), false,
    case when n % 10 = 0 then 'queue' else 'posted' end, '2026-03-18T12:00:00Z', 'ans_' || lpad(n::text, 8, '0'), 1, 1,
    'current+2026-03-02.1', '2026-03-04T09:30:00Z', p / 100.0, true,
    jsonb_build_object('even', n % 2 = 0)
  from (select n, n % 101 as p, abs(hashtext(n::text)::bigint) as hash from generate_series($2::int, $3::int) n) made`;
/** Rows of one statement, so that no statement occupies a busy machine for long. */
const chunk = 100_000;

describe(`a judgment of ${labels} labels`, () => {
  let calibration: CalibrationHarness;
  let neighbours: FakeService[];

  beforeAll(async () => {
    calibration = await openCalibration([computeInMainThread]);
    neighbours = await openNeighbours();
    calibration.startJudgments();
    await calibration.applyJudgment(organization, { thresholds: { alarm: 0.5 } });
    for (let from = 1; from <= labels; from += chunk) {
      const to = Math.min(labels, from + chunk - 1);
      await calibration.database.query(fill, [organization, from, to]);
    }
    await calibration.database.query('analyze outcome');
  }, 300_000);
  afterAll(async () => {
    for (const neighbour of neighbours) await neighbour.stop();
    await calibration.stopJudgments();
    await calibration.stop();
  });

  it('is reported before any fit of all its labels, which are not read again while nothing has changed [CAL-05]', async () => {
    const read = async () => {
      const startedMs = performance.now();
      const report = await calibration.report(organization);
      process.stdout.write(`live report of ${labels} labels: ${Math.round(performance.now() - startedMs)} ms\n`);
      return report;
    };
    const begun = jest.spyOn(calibration.database, 'transaction');
    const passes = () => begun.mock.calls.filter(([name]) => name === 'calibration.read-labels').length;
    const first = await read();
    expect([first.fit, first.labels.count, first.labels.sampled]).toEqual([null, labels, labels > maxLabels]);
    expect([await read(), passes()]).toEqual([first, 1]);
    // Another filter is another report, and so is another state of the judgment, of a label, or of the time.
    const queue = await calibration.report(organization, { sources: 'queue' });
    expect([queue.labels.count, passes()]).toEqual([Math.floor(labels / 10), 2]);
    const change = 'update outcome set source = $2, changed_at = app.now() where organization = $1 and id = $3';
    await calibration.database.query(change, [organization, 'queue', 'out_00000001']);
    expect((await read()).labels.by_source.queue).toBe(Math.floor(labels / 10) + 1);
    await calibration.database.query(change, [organization, 'posted', 'out_00000001']);
    expect([(await read()).labels.by_source.queue, passes()]).toEqual([Math.floor(labels / 10), 4]);
    await calibration.applyJudgment(organization, { revision: 2, thresholds: { alarm: 0.4 } });
    expect(Object.values((await read()).thresholds)).toMatchObject([{ threshold: 0.4 }]);
    await calibration.applyJudgment(organization, { revision: 3, thresholds: { alarm: 0.5 } });
    begun.mockRestore();
  }, 120_000);

  it('is fitted on at most 100,000 labels, and its report is the one that was counted with the fit [ST-F3]', async () => {
    const job = await calibration.ask(runCalibration, { namespace: 'n', judgment: 'late', run: {} }, organization);
    const { result } = await eventually(async () => {
      const found = await calibration.ask(calibrationJobs.get, { id: job.id }, organization);
      if (found.finished_at === null) throw new Error(`the run is ${found.status}`);
      return found;
    }, 280_000);
    const startedMs = performance.now();
    const report = await calibration.report(organization);
    const tookMs = performance.now() - startedMs;
    expect(report).toMatchObject({ fit: (result as FitView).fit, read_with: 'calibrated' });
    expect(report.labels).toMatchObject({ count: labels, hindsight: 0, sampled: labels > maxLabels });
    expect(report.labels.by_source.queue).toBe(Math.floor(labels / 10));
    expect(report.labels.used).toBeLessThan(maxLabels * 1.05);
    expect([report.rule, report.labels.documents]).toEqual([2, report.labels.used]);
    expect(report.notices.map(({ code }) => code)).toContain('stands_since');
    expect(report.held_out.calibrated?.log_loss).toBeLessThan(report.held_out.raw?.log_loss ?? NaN);
    expect([report.verdict?.code, report.errors?.length]).toEqual(['better', 20]);
    expect(report.held_out.skill_interval?.[0]).toBeGreaterThan(0);
    expect(report.thresholds.alarm.flagged).toBeCloseTo(51 / 101, 1);
    // The read counts no labels, however many there are.
    expect(tookMs).toBeLessThan(10_000);
    process.stdout.write(`report of ${labels} labels: ${Math.round(tookMs)} ms\n`);
    const queue = await calibration.report(organization, { sources: 'queue' });
    expect(queue.labels.count).toBeLessThan(report.labels.used);
    expect(queue.excluded.filtered).toBe(report.labels.used - queue.labels.used);
    expect(queue.held_out.calibrated?.brier).toBeGreaterThan(0);
    // Its table and its segments are of the labels that the report stands on.
    const table = { namespace: 'n', judgment: 'late', limit: 1_000 };
    const page = await calibration.ask(listLabels, table, organization);
    expect(page).toMatchObject({ fit: report.fit, labels: report.labels.used, rows: { length: 1_000 } });
    const more = { ...table, cursor: page.next_cursor ?? undefined };
    const next = await calibration.ask(listLabels, more, organization);
    expect([next.snapshot, next.rows[0].answer > page.rows[999].answer]).toEqual([page.snapshot, true]);
    // Only of the labels that the report stands on are values read.
    const asked = jest.spyOn(calibration.database, 'query');
    const { segments } = await calibration.report(organization, { by: 'attributes.even' });
    const reads = asked.mock.calls.filter(([query]) => (query as { name?: string }).name === 'segment-values');
    expect(reads.length).toBe(Math.ceil(report.labels.used / 10_000));
    asked.mockRestore();
    expect(new Set(segments?.values.map(({ value }) => value))).toEqual(new Set([true, false]));
    expect(segments?.values.reduce((sum, one) => sum + one.labels, 0)).toBe(report.labels.used);
  }, 300_000);

  it('keeps the figures that an earlier rule counted, and says so, while those counted now say theirs [CAL-03]', async () => {
    const find = `select id from fit where organization = $1 order by revision desc limit 1`;
    const { rows } = await calibration.database.query<{ id: string }>(find, [organization]);
    const before = `update fit set report = report #- '{rule}' #- '{labels,documents}' where id = $1`;
    await calibration.database.query(before, [rows[0].id]);
    expect((await calibration.report(organization)).rule).toBe(1);
    expect((await calibration.report(organization, { sources: 'queue' })).rule).toBe(2);
    const query = { namespace: 'n', judgment: 'late' };
    const { fits } = await calibration.ask(readCalibrationHistory, query, organization);
    expect(fits[0]).toMatchObject({ rule: 1, documents: null });
  }, 60_000);
});
