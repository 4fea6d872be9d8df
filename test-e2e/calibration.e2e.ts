import {
  CalibrationReport,
  FitView,
  LabelTable,
  OutcomesPosted,
  RepeatabilityReply,
  RepeatabilityView,
} from '@app/contracts/calibration';
import { JobView } from '@app/contracts/jobs';
import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { readForecasts, reportOn } from './scenario/forecasts';
import { Scenario, boolJudgment } from './scenario/scenario';

/** `npm run forecasts -- <folder>`: any folder of forecasts, by an engine that prints every digit. */
const given = process.env['FORECASTS'];
const folder = given ?? join(__dirname, 'fixtures/forecasts');
let stack: StackClient;

beforeAll(async () => {
  stack = await sharedStack();
  if (given !== undefined) await stack.engine.set({ rounding: 'none', saturate: 2 });
}, openLimitMs);
afterAll(async () => {
  await stack?.engine.set({ scripts: [], rounding: null, saturate: null });
  await stack?.leave();
});

it.each(readForecasts(folder).map((forecasts) => [forecasts.name, forecasts] as const))(
  'the report of stored forecasts has the digits that are known of them: %s',
  async (name, forecasts) => {
    const scenario = new Scenario(stack, `forecasts/${name.replace(/[^a-z0-9]/g, '-')}`);
    const report = await reportOn(scenario, forecasts);
    const { n, baseRate, meanP, brier, ece } = forecasts.known;
    const { raw } = report.held_out;
    const mean = report.raw_bins.reduce((sum, bin) => sum + bin.n * bin.mean_p, 0) / report.labels.count;
    expect([report.labels.count, report.base_rate?.toFixed(4), mean.toFixed(4)]).toEqual([n, baseRate, meanP]);
    expect([raw?.brier?.toFixed(4), raw?.ece_equal_width?.toFixed(4)]).toEqual([brier, ece]);
    // A poster leaves out what is not known: null says nothing and is refused.
    const unknown = { outcomes: [{ document: 'f0', value: null, as_of: 'latest' }] };
    expect((await scenario.call('POST', '/judgments/forecast/outcomes', unknown)).status).toBe(400);
  },
  900_000,
);

it('a fit finds the planted error, and answers read calibrated beside raw at once [CAL-03] [ANS-08] [THR-05] [ST-F13]', async () => {
  const scenario = new Scenario(stack, 'calibration/planted');
  // Told 0.1 and 0.9 where the truth is 0.3 and 0.7: thirty documents each, and what happened in that share.
  const documents = Array.from({ length: 60 }, (_, at) => {
    const isHigh = at % 2 === 1;
    const rank = Math.floor(at / 2);
    return { id: `d${at}`, p: isHigh ? 0.9 : 0.1, value: isHigh ? rank < 21 : rank < 9 };
  });
  const question = 'Was it planted?';
  const scripts = [
    { match: { question, state: 'high' }, answer: { p: 0.9 } },
    { match: { question, state: 'low' }, answer: { p: 0.1 } },
  ];
  await stack.engine.set({ scripts });
  await scenario.judgment(boolJudgment('planted', { question, thresholds: { alarm: 0.8 } }));
  await scenario.write({
    upsert: documents.map(({ id, p }) => ({
      id,
      attributes: { side: p > 0.5 ? 'high' : 'low' },
      state: { text: `${id} is ${p > 0.5 ? 'high' : 'low'}` },
    })),
  });
  const fresh = { filter: { 'answers.planted.status': 'fresh' }, limit: 1, count: true };
  await eventually(async () => expect((await scenario.query(fresh)).count).toBe(60), 30_000);
  const run = () => scenario.call<JobView>('POST', '/judgments/planted/calibration/run', {});
  expect(await run()).toMatchObject({ status: 422, body: { error: { code: 'insufficient_labels' } } });
  const outcomes = documents.map(({ id, value }) => ({ document: id, value, as_of: 'latest' }));
  await scenario.ok<OutcomesPosted>('POST', '/judgments/planted/outcomes', { outcomes });
  const before = await scenario.ok<CalibrationReport>('GET', '/judgments/planted/calibration');
  expect(before).toMatchObject({ fit: null, read_with: 'raw', labels: { count: 60, hindsight: 60 }, base_rate: 0.5 });

  const started = await run();
  expect(started.status).toBe(202);
  const job = await eventually(async () => {
    const { body } = await stack.api<JobView>('GET', `/jobs/${started.body.id}`);
    if (body.status !== 'done') throw new Error(`The run is ${body.status}`);
    return body;
  });
  const { fit } = job.result as FitView;
  const report = await scenario.ok<CalibrationReport>('GET', '/judgments/planted/calibration');
  expect(report).toMatchObject({ fit, read_with: 'calibrated' });
  const { raw, calibrated } = report.held_out;
  expect(raw?.brier).toBeCloseTo(0.25, 2);
  expect(calibrated?.brier).toBeLessThan(raw?.brier ?? NaN);
  expect(calibrated?.log_loss).toBeLessThan(raw?.log_loss ?? NaN);
  expect(report.thresholds.alarm).toMatchObject({ flagged: 0.5, precision: 0.7, recall: 0.7 });
  await checkLabels(scenario);

  const high = await scenario.answer('d1', 'planted');
  const read = high.calibrated as { p: number; fit: string };
  // Raw stays, and the threshold goes by it; the calibrated number tends to what happened.
  expect(high).toMatchObject({ p: 0.9, thresholds: { alarm: true }, calibrated: { fit, read_with: 'calibrated' } });
  expect(read.p).toBeGreaterThan(0.6);
  expect(read.p).toBeLessThan(0.8);
  const likely = { filter: { 'answers.planted.calibrated.p': { gte: read.p } }, count: true, limit: 100 };
  const found = await scenario.query(likely);
  expect(found.count).toBe(30);
  expect(found.documents.map(({ answers }) => answers?.['planted'].calibrated)).toEqual(
    Array(30).fill(high.calibrated),
  );
  const order_by = [{ path: 'answers.planted.calibrated.p', direction: 'asc' }];
  const { documents: lowest } = await scenario.query({ order_by, limit: 30 });
  expect(new Set(lowest.map(({ answers }) => answers?.['planted'].p))).toEqual(new Set([0.1]));
  await eventually(async () => expect((await scenario.events('calibration.*')).length).toBe(1));
  await checkRepeats(scenario);
}, 90_000);

/** The engine is asked again: its price comes first, nothing becomes an answer, and the report tells its noise. [CAL-01] */
async function checkRepeats(scenario: Scenario): Promise<void> {
  const answers = async () => {
    const { documents } = await scenario.query({ limit: 100, order_by: [{ path: 'id', direction: 'asc' }] });
    return documents.map((one) => one.answers?.['planted']);
  };
  const before = await answers();
  const still = await askAgain(scenario, 30);
  expect(still).toMatchObject({ answers: 30, times: 2, sd_p: 0, flips: { alarm: { share: 0 } } });
  // Without its script the engine answers by the words, each time a little differently.
  await stack.engine.set({ scripts: [], noise: 2 });
  const noisy = await askAgain(scenario, 40);
  await stack.engine.set({ noise: 0 });
  expect(noisy).toMatchObject({ answers: 40, times: 2 });
  expect(noisy.sd_p).toBeGreaterThan(0.01);
  expect(noisy.sd_logit).toBeGreaterThan(0.1);
  const report = await scenario.ok<CalibrationReport>('GET', '/judgments/planted/calibration');
  expect(report.repeatability).toEqual(noisy);
  const page = await scenario.call('GET', '/judgments/planted/calibration', undefined, {
    headers: { accept: 'text/html' },
  });
  expect(page.text).toContain('Asked again (40 answers, 2 times each)');
  expect(await answers()).toEqual(before);
}

async function askAgain(scenario: Scenario, answers: number): Promise<RepeatabilityView> {
  const at = '/judgments/planted/repeatability';
  const asked = await stack.engine.count('Was it planted?');
  const quote = await scenario.ok<RepeatabilityReply>('POST', at, { answers });
  expect(quote).toMatchObject({ status: 'confirmation_required', estimate: { answers, asks: 2 * answers } });
  expect(await stack.engine.count('Was it planted?')).toBe(asked);
  const begun = await scenario.call<RepeatabilityReply>('POST', at, { answers, confirm: quote.confirm });
  expect(begun).toMatchObject({ status: 201, body: { status: 'started', job: { type: 'repeatability_run' } } });
  const job = await eventually(async () => {
    const { body } = await stack.api<JobView>('GET', `/jobs/${begun.body.job?.id}`);
    if (body.status !== 'done') throw new Error(`The run is ${body.status} ${JSON.stringify(body.result)}`);
    return body;
  }, 30_000);
  expect(await stack.engine.count('Was it planted?')).toBe(asked + 2 * answers);
  const { usage, ...found } = job.result as RepeatabilityView & { usage: { judgment_units: number; cost_usd: number } };
  expect([usage.judgment_units, usage.cost_usd]).toEqual([quote.estimate.judgment_units, quote.estimate.cost_usd]);
  return found;
}

/** What lies behind the report of the planted judgment: its labels by an attribute, and each of them. [ST-F3] [ST-F13] */
async function checkLabels(scenario: Scenario): Promise<void> {
  const calibration = '/judgments/planted/calibration';
  await eventually(async () => {
    const { segments } = await scenario.ok<CalibrationReport>('GET', `${calibration}?by=attributes.side`);
    expect(segments?.values.map(({ value, labels, documents }) => [value, labels, documents])).toEqual([
      ['high', 30, 30],
      ['low', 30, 30],
    ]);
  }, 30_000);
  for (const [query, reason] of [
    ['by=state.text', 'bad_path'],
    ['engine_version=never', 'unknown_epoch'],
  ]) {
    const refused = await scenario.call('GET', `${calibration}?${query}`);
    expect(refused).toMatchObject({ status: 400, body: { error: { details: { reason } } } });
  }
  const first = await scenario.call('GET', `${calibration}/labels?format=csv&limit=40`);
  expect(first.headers['content-type']).toBe('text/csv; charset=utf-8');
  const next = /^<\/v1(\/[^>]+)>; rel="next"$/.exec(String(first.headers['link']))?.[1];
  const second = await stack.api('GET', String(next));
  expect([first, second].map(({ text }) => text.trim().split('\r\n').length)).toEqual([41, 21]);
  expect(second.headers['link']).toBeUndefined();
  const { rows } = await scenario.ok<LabelTable>('GET', `${calibration}/labels`);
  expect(rows.map(({ document }) => document).sort()).toEqual(Array.from({ length: 60 }, (_, at) => `d${at}`).sort());
  const script = [join(__dirname, '../examples/recount.mjs'), `${stack.baseUrls[0]}`, scenario.namespace, 'planted'];
  const env = { ...process.env, JUDGMENT_API_KEY: stack.keys.rw };
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, script, { env }, (error, out, err) => resolve(`${error?.code ?? 0}\n${out}${err}`));
  });
  expect(said).toMatch(/^0\nsame\tlabels\t60\t60\n/);
}
