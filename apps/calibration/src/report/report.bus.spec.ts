import { handle } from '@app/bus';
import {
  postOutcomes,
  readCalibration,
  readCalibrationPage,
  readQueue,
  recommendThreshold,
} from '@app/contracts/calibration';
import { readOrganizationMarks } from '@app/contracts/gateway';
import { calibrationJobs } from '@app/contracts/jobs';
import { FakeService } from '@app/testing';
import { CalibrationHarness, openCalibration } from '../testing/calibration-harness';
import { addFit } from '../figure/fit/fit.store';
import { LabelSetBuilder } from '../outcome/label/label-set';
import { answerOf } from '../testing/samples';

const march4 = '2026-03-04T09:30:00.000Z';
const march18 = '2026-03-18T12:00:00.000Z';

describe('the report', () => {
  let calibration: CalibrationHarness;
  let gateway: FakeService;
  let marks: string[] = [];
  beforeAll(async () => {
    calibration = await openCalibration();
    const readMarks = async () => ({ non_production_prefixes: marks });
    gateway = await FakeService.open('gateway', [handle(readOrganizationMarks, readMarks)]);
  });
  beforeEach(() => calibration.startJudgments());
  afterEach(() => calibration.stopJudgments());
  afterAll(async () => {
    await gateway.stop();
    await calibration.stop();
  });

  it('counts only the active version, and filters by source and time, and says so [defect E-M8] [OUT-03] [OUT-10]', async () => {
    await calibration.applyJudgment('org_version');
    calibration.judgments.answers.push(answerOf('a', 'ans_1', march4), answerOf('b', 'ans_2', march4, { version: 2 }));
    await calibration.post('org_version', [
      { document: 'a', value: true, observed_at: march18 },
      { document: 'b', value: true, observed_at: march18 },
    ]);
    expect(await calibration.report('org_version')).toMatchObject({ version: 1, labels: { count: 1 } });
    expect((await calibration.report('org_version', { sources: 'queue,rule' })).labels.count).toBe(0);
    expect((await calibration.report('org_version', { since: march18 })).labels.count).toBe(1);
    expect((await calibration.report('org_version', { until: march18 })).labels.count).toBe(0);
    const { labels } = await calibration.report('org_version', { sources: 'queue,rule', since: march4 });
    expect(labels.outcomes).toEqual({ sources: ['queue', 'rule'], since: march4, until: null });
    expect((await calibration.report('org_version')).labels.outcomes).toBeNull();
    await calibration.applyJudgment('org_version', { revision: 2, active_version: 2 });
    await calibration.applyJudgment('org_version', { revision: 1, active_version: 9 });
    expect(await calibration.report('org_version')).toMatchObject({ version: 2, labels: { count: 1 } });
    await calibration.applyJudgment('org_version', { revision: 3, archived: true });
    await expect(calibration.report('org_version')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of a template pools its namespaces, as its list of outcomes does; a namespace reports on what it inherits [defect E-M9]', async () => {
    const organization = 'org_pool';
    await calibration.applyJudgment(organization, { scope: 'acme/*' });
    const caller = organization;
    for (const namespace of ['acme/t1', 'acme/t2']) {
      calibration.judgments.answers.push(answerOf(namespace, `ans_${namespace}`, march4));
      const outcomes = [{ document: namespace, value: true, observed_at: march18 }];
      await calibration.ask(postOutcomes, { namespace, judgment: 'late', post: { outcomes } }, caller);
    }
    const count = async (namespace: string) =>
      (await calibration.ask(readCalibration, { namespace, judgment: 'late' }, caller)).labels.count;
    expect([await count('acme/t1'), await count('acme/*')]).toEqual([1, 2]);
    // The list at the prefix tells documents of the same id apart [defect E-M9].
    const { outcomes } = await calibration.list(organization, { namespace: 'acme/*' });
    expect(outcomes.map(({ namespace, document }) => [namespace, document])).toEqual([
      ['acme/t2', 'acme/t2'],
      ['acme/t1', 'acme/t1'],
    ]);
    // A non-production namespace counts in its own report and not in the pool.
    marks = ['acme/t2'];
    const pool = await calibration.ask(readCalibration, { namespace: 'acme/*', judgment: 'late' }, caller);
    expect(pool).toMatchObject({ labels: { count: 1 }, excluded: { non_production: 1 } });
    expect(await count('acme/t2')).toBe(1);
    await expect(count('acmes/t1')).rejects.toMatchObject({ code: 'not_found' });
  });

  it("leaves out non-production namespaces everywhere at a template: report, recommendation, the page's curve and queue [defect E-H1] [CAL-09]", async () => {
    const organization = 'org_marked';
    await calibration.applyJudgment(organization, { scope: 'acme/*', thresholds: { alarm: 0.5 } });
    calibration.judgments.namespaceOf = ({ document }) => document.split(' ')[0];
    // Production: what reads high comes true. Development: what reads high does not.
    for (const [namespace, right] of [
      ['acme/t1', true],
      ['acme/dev/x', false],
    ] as const) {
      const documents = Array.from({ length: 40 }, (_, i) => ({ id: `${namespace} ${i}`, high: i % 2 === 0 }));
      calibration.judgments.answers.push(
        ...documents.map(({ id, high }) => answerOf(id, `ans_${id}`, march4, { number: high ? 0.8 : 0.2 })),
      );
      // A quarter of the answers stays without a label, for the queue.
      const outcomes = documents
        .slice(10)
        .map(({ id, high }) => ({ document: id, value: high === right, observed_at: march18 }));
      await calibration.ask(postOutcomes, { namespace, judgment: 'late', post: { outcomes } }, organization);
    }
    const at = { namespace: 'acme/*', judgment: 'late' };
    const query = { on: 'p', target: 'precision' as const, at_least: '0.9' };
    const recommendation = () => calibration.ask(recommendThreshold, { ...at, query }, organization);
    const places = async () => {
      const { items } = await calibration.ask(readQueue, { ...at, limit: 20 }, organization);
      return [...new Set(items.map(({ namespace }) => namespace))].sort();
    };
    marks = [];
    expect(await recommendation()).toMatchObject({ n: 60, holds: false, curve: [{ precision: 0.5 }, {}] });
    expect(await places()).toEqual(['acme/dev/x', 'acme/t1']);
    marks = ['acme/dev/*'];
    expect((await calibration.report(organization, at)).labels.count).toBe(30);
    expect(await recommendation()).toMatchObject({ n: 30, positives: 15, curve: [{ precision: 1, recall: 1 }, {}] });
    expect(await places()).toEqual(['acme/t1']);
    const page = async () => (await calibration.ask(readCalibrationPage, at, organization)).html;
    const curveOf = (html: string) => /<svg[^>]*aria-label="Precision, recall.*?<\/svg>/s.exec(html)?.[0];
    const production = curveOf(await page());
    marks = [];
    expect(production).toBeDefined();
    expect(curveOf(await page())).not.toBe(production);
  });

  it("of a detached copy without a fit of its own stands on its template's, as its answers do [defect E-M4] [TPL-12]", async () => {
    const organization = 'org_detached';
    await calibration.applyJudgment(organization, { scope: 'acme/*' });
    const namespace = 'acme/t1';
    const ids = Array.from({ length: 12 }, (_, i) => `d${i}`);
    calibration.judgments.answers.push(...ids.map((id) => answerOf(id, `ans_${id}`, march4)));
    const outcomes = ids.map((document, i) => ({ document, value: i % 2 === 0, observed_at: march18 }));
    await calibration.ask(postOutcomes, { namespace, judgment: 'late', post: { outcomes } }, organization);
    await calibration.applyJudgment(organization, { scope: namespace, copied: { stored: 1, shown: 1 } });
    const key = {
      organization,
      judgment_id: `jdg_${organization}`,
      version: 1,
      engine_version: 'current+2026-03-02.1',
    };
    const own = await calibration.report(organization, { namespace });
    expect(own).toMatchObject({ fit: null, read_with: 'raw', labels: { count: 12 } });
    const form = { type: 'bool' as const, options: [], levels: [], features: [], parts: [] };
    const fit = {
      ...key,
      scope: '',
      read_with: 'calibrated' as const,
      floor: 0.005,
      labels: own.labels,
      report: own,
      stored: { type: 'bool' as const, map: { kind: 'raw' as const } },
      made_at: new Date(march18),
      outcomes: null,
      labelsSeen: 12,
      labelsChangedAt: new Date(march18),
      sample: { set: new LabelSetBuilder(form).build(), heldOut: new Float64Array() },
    };
    const add = (more: { id: string; scope?: string }) =>
      calibration.database.transaction('spec', (tx) => addFit(tx, { ...fit, ...more }));
    await add({ id: 'fit_template' });
    const read = () => calibration.report(organization, { namespace });
    expect(await read()).toMatchObject({ fit: 'fit_template', read_with: 'calibrated' });
    await add({ id: 'fit_own', scope: namespace });
    await add({ id: 'fit_template_later' });
    expect(await read()).toMatchObject({ fit: 'fit_own' });
  });

  it('lists no jobs before the first run', async () => {
    const caller = 'org_jobs';
    expect(await calibration.ask(calibrationJobs.list, {}, caller)).toEqual({ jobs: [], next_cursor: null });
    for (const message of [calibrationJobs.get, calibrationJobs.cancel]) {
      await expect(calibration.ask(message, { id: 'job_c01' }, caller)).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});
