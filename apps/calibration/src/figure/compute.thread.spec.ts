import { randomOf } from '@app/statistics';
import { build } from 'esbuild';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Task, compute } from './compute';
import { FitThread } from './compute.thread';
import { LabelSet } from '../label/label-set';

/** Reads that are too sure of themselves, on a grid of hundredths. */
function labels(n: number): LabelSet {
  const random = randomOf(5);
  const z = Float64Array.from({ length: n }, () => (random.uniform() - 0.5) * 8);
  return {
    form: { type: 'bool', options: [], levels: [] },
    answers: Array.from({ length: n }, (_, at) => `ans_${at}`),
    reads: z.map((one) => Math.round(100 / (1 + Math.exp(-1.8 * one))) / 100),
    y: z.map((one) => (random.uniform() < 1 / (1 + Math.exp(-one)) ? 1 : 0)),
    values: new Float64Array(0),
    scores: new Float64Array(0),
    weights: new Float64Array(n).fill(1),
    units: Float64Array.from({ length: n }, (_, at) => at),
    source: new Uint8Array(n),
    hindsight: new Uint8Array(n),
    observedMs: new Float64Array(n),
  };
}
const taskOf = (n: number): Task => ({ set: labels(n), floor: 0.005, fit: true, reads: null });

describe('the thread that fits are made in', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fit-thread-'));
  const thread = new FitThread();

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

  it('answers what the same task gives here, to the digit', async () => {
    const [there, here] = [await thread.run(taskOf(300)), compute(taskOf(300))];
    expect(there.made?.stored).toEqual(here.made?.stored);
    expect(Array.from(there.made?.heldOut ?? [])).toEqual(Array.from(here.made?.heldOut ?? []));
    expect(there.calibrated).toEqual(here.calibrated);
  }, 60_000);

  it('leaves the event loop to others while it works', async () => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const startedMs = performance.now();
    delay.enable();
    const { made } = await thread.run(taskOf(20_000));
    delay.disable();
    const tookMs = performance.now() - startedMs;
    expect(made?.readWith).toBe('calibrated');
    // Copying the labels there and back is all that is done here: a small part, however fast the machine is.
    expect(delay.max / 1e6).toBeLessThan(tookMs / 2);
  }, 120_000);

  it('says what went wrong inside, and goes on with the next task', async () => {
    const broken = { ...taskOf(2_000), set: null as unknown as LabelSet };
    await expect(thread.run(broken)).rejects.toThrow();
    await expect(thread.run(taskOf(200))).resolves.toMatchObject({ made: { readWith: 'calibrated' } });
  }, 60_000);
});
