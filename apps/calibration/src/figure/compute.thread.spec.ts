import { Metrics } from '@app/observability';
import { randomOf } from '@app/statistics';
import { build } from 'esbuild';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compareRow } from './compare-row';
import { commonLabels } from '../alternative/score/row-labels';
import { bool, choiceOf, sampleOf } from '../alternative/score/samples.fake';
import { RowScorer } from '../alternative/score/score-row';
import { readSide } from './side';
import { Task, compute } from './compute';
import { ComputeThread } from './compute.thread';
import { Form, LabelSet } from '../outcome/label/label-set';

/** Rows of a table; each takes as long as the others. */
const tableRows = process.env.LONG === '1' ? 40 : 10;

/** Labels of an overconfident engine on a grid of hundredths. */
function labels(n: number): LabelSet {
  const random = randomOf(5);
  const z = Float64Array.from({ length: n }, () => (random.uniform() - 0.5) * 8);
  return {
    form: { type: 'bool', options: [], levels: [], features: [], parts: [] },
    answers: Array.from({ length: n }, (_, at) => `ans_${at}`),
    reads: z.map((one) => Math.round(100 / (1 + Math.exp(-1.8 * one))) / 100),
    y: z.map((one) => (random.uniform() < 1 / (1 + Math.exp(-one)) ? 1 : 0)),
    values: new Float64Array(0),
    scores: new Float64Array(0),
    features: new Float64Array(0),
    parts: new Float64Array(0),
    weights: new Float64Array(n).fill(1),
    draws: new Float64Array(n),
    drawSizes: new Float64Array(n),
    units: Float64Array.from({ length: n }, (_, at) => at),
    source: new Uint8Array(n),
    hindsight: new Uint8Array(n),
    observedMs: new Float64Array(n),
    population: null,
  };
}
const taskOf = (n: number): Task => ({ set: labels(n), floor: 0.005, fit: true, reads: null });

/** A row of 500 labels, as one of a table that is scored. */
function rowOf(form: Form, seed: number, n = 500) {
  const sample = sampleOf(form, n, seed);
  const outcome = { answers: sample.answers, skipped: new Map() };
  const facts = {
    outcome,
    versionUnits: new Map(),
    billed: { units: 1, costUsd: 1 },
    scoredAtMs: 0,
    inLaterRun: false,
    thresholds: {},
  };
  return { labels: commonLabels(form, sample.rows, outcome), facts };
}
const floors = { version: 0.005, alternative: 1e-6 };

describe('the thread that computes fits', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fit-thread-'));
  const thread = new ComputeThread(new Metrics('calibration', '0'), { computeThreads: 1 });

  beforeAll(async () => {
    const root = resolve(__dirname, '../../../..');
    const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8')) as {
      compilerOptions: { paths: Record<string, [string]> };
    };
    const paths = Object.entries(compilerOptions.paths).map(([name, [file]]) => [name, join(root, file)]);
    thread.file = join(folder, 'thread.js');
    await build({
      entryPoints: [join(__dirname, '../thread.ts')],
      outfile: thread.file,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      packages: 'external',
      alias: Object.fromEntries(paths) as Record<string, string>,
    });
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('returns what the same task gives in the main thread, to the digit', async () => {
    const [threaded, direct] = [await thread.run(taskOf(300), 'org', null), compute(taskOf(300))];
    expect(threaded.made?.stored).toEqual(direct.made?.stored);
    expect(Array.from(threaded.made?.heldOut ?? [])).toEqual(Array.from(direct.made?.heldOut ?? []));
    expect(threaded.calibrated).toEqual(direct.calibrated);
  }, 60_000);

  it('does not block the event loop while it works', async () => {
    const task = taskOf(20_000);
    const before = performance.eventLoopUtilization();
    const { made } = await thread.run(task, 'org', null);
    const { utilization } = performance.eventLoopUtilization(before);
    expect(made?.readWith).toBe('calibrated');
    // The main thread only copies the labels, which is a small part of the time on any machine.
    expect(utilization).toBeLessThan(0.2);
  }, 120_000);

  it('rejects a task that fails, and runs the next one', async () => {
    const broken = { ...taskOf(2_000), set: null as unknown as LabelSet };
    await expect(thread.run(broken, 'org', null)).rejects.toThrow();
    await expect(thread.run(taskOf(200), 'org', null)).resolves.toMatchObject({ made: { readWith: 'calibrated' } });
  }, 60_000);

  it('ends with its caller: the thread of a task that takes longer is stopped [defect S-M9]', async () => {
    const unavailable = expect.objectContaining({ code: 'unavailable' });
    await expect(thread.run(taskOf(100_000), 'org', Date.now() + 50)).rejects.toEqual(unavailable);
    await expect(thread.run(taskOf(200), 'org', null)).resolves.toMatchObject({ made: { readWith: 'calibrated' } });
  }, 60_000);

  it('compares a row and reads a sample as the main thread does, to the digit', async () => {
    const { version, alternative } = rowOf(choiceOf(3), 1, 80).labels;
    const task = {
      version: { set: version, floor: 0.005 },
      alternative: { set: alternative, floor: 1e-6 },
      versionReads: null,
    };
    expect(await thread.compareRow(task, 'table')).toEqual(compareRow(task));
    expect(await thread.readSide(task.version, 'table')).toEqual(readSide(task.version));
  }, 60_000);

  it(`scores ${tableRows} rows of 500 labels beside a service that answers, and a report waits for one row`, async () => {
    const rows = Array.from({ length: tableRows }, (_, i) => rowOf(bool, 1 + i));
    const scorer = new RowScorer((task) => thread.compareRow(task, 'table'));
    const before = performance.eventLoopUtilization();
    const ended: number[] = [];
    let startedBeside = -1;
    let report: Promise<unknown> = Promise.resolve();
    for (const [i, { labels, facts }] of rows.entries()) {
      const scored = scorer.score(labels, floors, facts);
      if (i === tableRows / 2) {
        startedBeside = ended.length;
        report = thread.run(taskOf(2_000), 'org', null).then(() => ended.push(-1));
      }
      expect(await scored).toMatchObject({ labels: 500, comparison: { statistic: { labels: 500 } } });
      ended.push(i);
    }
    await report;
    const { utilization } = performance.eventLoopUtilization(before);
    // The row that ran when the report came, and then the report.
    expect(ended.indexOf(-1) - startedBeside).toBeLessThanOrEqual(1 + 1);
    expect(utilization).toBeLessThan(0.2);
  }, 300_000);
});
