import type { CalibrationReport, OutcomesPosted } from '@app/contracts/calibration';
import type { AnswerView } from '@app/contracts/documents';
import type { BackfillReply } from '@app/contracts/judgments';
import { Stack, eventually, openLimitMs, openStack } from '@app/testing/stack';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Scenario, boolJudgment } from './scenario/scenario';
import { areaUnder, reviews } from './scenario/reviews';

const root = join(__dirname, '..');
const script = join(root, 'dist/examples/learning.js');
const labelled = 400;
const all = reviews(labelled + 200);
const fresh = all.slice(labelled);
const question = 'Does the writer recommend the product?';

let stack: Stack;
let folder: string;
let engine: ChildProcess;
const said: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'learning-'));
  const engines = { jev: { dialect: 'extension' }, 'gpt-6-luna': { dialect: 'built_in' } };
  const built = once(
    spawn(process.execPath, [join(root, 'deploy/tools/build/build.mjs'), 'examples'], { stdio: 'inherit' }),
    'exit',
  );
  // The broker alone reads them: a stack of the usual form does.
  stack = await openStack({ name: 'learning', settings: { 'engine-broker': { ENGINES: JSON.stringify(engines) } } });
  expect(await built).toEqual([0, null]);
  engine = start('run');
  await eventually(() => expect(said).toContain('answering as jev'), 30_000);
}, openLimitMs);
afterAll(async () => {
  engine?.kill('SIGTERM');
  await stack?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The example as its README says: the engine has a bus user and no key, a training a key that only reads. */
function start(...args: string[]): ChildProcess {
  const { baseUrls, keys, gatewayEnv } = stack.at;
  const bus = { NATS_URL: gatewayEnv['NATS_URL'], NATS_USER: 'extension', NATS_PASSWORD: 'test-extension' };
  const api = { JUDGMENT_BASE_URL: baseUrls[0], JUDGMENT_API_KEY: keys.ro };
  const env = { STATE_DIR: folder, ...(args[0] === 'run' ? bus : api) };
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  createInterface(child.stdout!).on('line', (line) => said.push(line));
  return child;
}

it('outcomes make its answers better, its report is as good as new documents, and a training opens one epoch [ENG-11] [CAL-03]', async () => {
  const scenario = new Scenario(stack, 'learning');
  await scenario.judgment(boolJudgment('recommends', { question }));
  await scenario.judgment(
    boolJudgment('lexical', {
      question,
      engine: { name: 'gpt-6-luna', version: 'current' },
      applies_to: { 'attributes.few': true },
    }),
  );
  const upsert = all.map(({ id, text }, at) => ({ id, attributes: { few: at < 10 }, state: { text } }));
  for (let from = 0; from < upsert.length; from += 300)
    await scenario.write({ upsert: upsert.slice(from, from + 300) });
  const answers = () => answersOf(scenario);
  const before = await answers();
  const few = await eventually(async () => {
    const read = await Promise.all(all.slice(0, 10).map(({ id }) => scenario.fresh(id, 'lexical')));
    return read.map(({ p }) => p);
  });
  expect(all.slice(0, 10).map(({ id }) => before.get(id)?.p)).toEqual(few);
  const [untrained] = epochsOf(before);
  expect(epochsOf(before)).toEqual([untrained]);

  const outcomes = all.slice(0, labelled).map(({ id, isYes }) => ({ document: id, value: isYes, as_of: 'latest' }));
  const post = () => scenario.ok<OutcomesPosted>('POST', '/judgments/recommends/outcomes', { outcomes });
  expect(await post()).toMatchObject({ matched: labelled });
  expect(await once(start('train'), 'exit')).toEqual([0, null]);
  await eventually(
    () => expect(said.filter((line) => line.startsWith('jev answers as learning-1.'))).toHaveLength(1),
    30_000,
  );

  const quote = await scenario.ok<BackfillReply>('POST', '/judgments/recommends/backfill', { only: 'all' });
  await scenario.ok('POST', '/judgments/recommends/backfill', { only: 'all', confirm: quote.confirm });
  const after = await eventually(async () => {
    const read = await answers();
    if (epochsOf(read).includes(untrained)) throw new Error('Some answers are of the time before the training.');
    return read;
  }, 60_000);
  expect(epochsOf(after)).toHaveLength(1);
  const areaOf = (read: Map<string, AnswerView>) =>
    areaUnder(fresh.map(({ id, isYes }) => ({ p: read.get(id)?.p ?? NaN, isYes })));
  const [freshBefore, freshAfter] = [areaOf(before), areaOf(after)];
  expect(freshAfter).toBeGreaterThan(freshBefore + 0.1);

  // The same outcomes label the new answers, which heads gave that had not seen them.
  expect(await post()).toMatchObject({ matched: labelled });
  const report = await scenario.ok<CalibrationReport>('GET', '/judgments/recommends/calibration');
  expect(report.labels.count).toBe(labelled);
  // Of 400 and 200 labels at an area of 0.98 the difference has a standard error of 0.014, and the reviews are the same each time.
  expect(Math.abs((report.held_out.raw?.auroc ?? NaN) - freshAfter)).toBeLessThan(0.03);
}, 240_000);

async function answersOf(scenario: Scenario): Promise<Map<string, AnswerView>> {
  const filter = { 'answers.recommends.status': 'fresh' };
  return eventually(async () => {
    const found = new Map<string, AnswerView>();
    let cursor: string | null = null;
    do {
      const page = await scenario.query({ filter, limit: 100, ...(cursor ? { cursor } : {}) });
      for (const { id, answers } of page.documents) if (answers) found.set(id, answers['recommends']);
      cursor = page.next_cursor ?? null;
    } while (cursor);
    if (found.size < all.length) throw new Error(`${found.size} of ${all.length} are judged.`);
    return found;
  }, 60_000);
}

function epochsOf(read: Map<string, AnswerView>): unknown[] {
  return [...new Set([...read.values()].map(({ engine_version: epoch }) => epoch))];
}
