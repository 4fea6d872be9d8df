import type { CalibrationReport } from '@app/contracts/calibration';
import type { EngineList } from '@app/contracts/engines';
import type { JobView } from '@app/contracts/jobs';
import type { BackfillReply, BuiltInAnswersList } from '@app/contracts/judgments';
import { Stack, eventually, openLimitMs, openStack } from '@app/testing/stack';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DashboardRoom } from './browser/dashboard-room';
import { WatchedPage } from './browser/watched-page';
import { Scenario, boolJudgment } from './scenario/scenario';

const limitMs = 120_000;
const path = '/judgments/built-in-answers';
const documents = 12;

let folder: string;
let stack: Stack;
let room: DashboardRoom;
let scenario: Scenario;
let owner: WatchedPage;
let member: WatchedPage;
let at: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entries-'));
  writeFileSync(file(), JSON.stringify({ jev: { dialect: 'built_in' } }));
  stack = await openStack({
    name: 'built-in',
    settings: { 'engine-broker': { ENGINE_ENTRIES_FILE: file() } },
  });
  room = await DashboardRoom.open('built-in', stack);
  scenario = new Scenario(stack, 'built-in', room.key);
  at = encodeURIComponent(scenario.namespace);
  const applies_to = { 'attributes.open': true };
  const freshness = { policy: 'on_change', debounce_ms: 0 };
  await scenario.judgment(boolJudgment('late', { freshness, applies_to }));
  await scenario.judgment(boolJudgment('calm', { freshness }));
  const upsert = Array.from({ length: documents }, (_, n) => ({
    id: `d${n}`,
    attributes: { open: true },
    state: { text: `order ${n} waits` },
  }));
  await scenario.write({ upsert });
  await answeredBy('late', 'built_in', documents);
  await answeredBy('calm', 'built_in', documents);
  [owner, member] = [await room.signedIn('owner'), await room.signedIn('member')];
}, openLimitMs);
afterAll(async () => {
  await room?.close();
  await stack?.close();
  rmSync(folder, { recursive: true, force: true });
});

function file(): string {
  return join(folder, 'engines.json');
}

/** Waits until answers of a judgment come from a source. */
async function answeredBy(judgment: string, source: string, count: number): Promise<void> {
  await eventually(async () => {
    const { documents: found } = await scenario.query({ limit: 100, include: ['answers'], judgments: [judgment] });
    const sources = found.map(({ answers }) => answers?.[judgment]?.engine_source);
    expect(sources.filter((one) => one === source)).toHaveLength(count);
  }, 60_000);
}

async function list(): Promise<BuiltInAnswersList> {
  const reply = await stack.api<BuiltInAnswersList>('GET', path, undefined, { key: room.key });
  expect(reply.status).toBe(200);
  return reply.body;
}

it(
  'says on each page of a judgment that no model answered, in the place of its name [CLI-A1] [DASH-06]',
  async () => {
    expect(await list()).toEqual({ judgments: [], more: false });
    const outcomes = Array.from({ length: 4 }, (_, n) => ({ document: `d${n}`, value: n % 2 === 0, as_of: 'latest' }));
    await scenario.ok('POST', '/judgments/late/outcomes', { outcomes });
    const report = await scenario.ok<CalibrationReport>('GET', '/judgments/late/calibration');
    expect(report.engine_source).toBe('built_in');
    const { page } = owner;
    const banner = (words: string) => page.getByRole('status').filter({ hasText: words });
    const address = `/judgment?ns=${at}&name=late`;
    await owner.go(address);
    await banner('The built-in engine answers for this judgment').waitFor();
    for (const tab of ['thresholds', 'calibration']) {
      await owner.go(`${address}&tab=${tab}`);
      await banner('These figures are of the built-in engine’s answers').waitFor();
      await page.getByText(`built-in ${report.engine_version}`).first().waitFor();
    }
    await owner.go(`/judgments?ns=${at}`);
    await banner('The built-in engine answers for judgments on this page').waitFor();
    await page.getByRole('cell', { name: 'built-in', exact: true }).first().waitFor();
    await owner.go(`/review?ns=${at}&name=late`);
    await banner('The built-in engine gave this answer').waitFor();
    const printed = await fetch(`${stack.baseUrls[0]}/namespaces/${at}/judgments/late/calibration`, {
      headers: { authorization: `Bearer ${room.key}`, accept: 'text/html' },
    });
    expect(await printed.text()).toContain(`built-in ${report.engine_version}`);
  },
  limitMs,
);

it(
  'lists what the built-in engine left when a model takes its place, with the price of new answers, until none is left [CLI-A1]',
  async () => {
    const entry = { preset: 'openai', base_url: `${stack.at.engineUrl}/openai`, model: 'small', canary: false };
    writeFileSync(join(folder, 'key'), 'sim-secret');
    writeFileSync(file(), JSON.stringify({ jev: { ...entry, key_file: join(folder, 'key') } }));
    await eventually(async () => {
      const { body } = await stack.api<EngineList>('GET', '/engines', undefined, { key: room.key });
      expect(body.engines.find(({ name }) => name === 'jev')?.source).toBe('hosted');
    });
    await scenario.upsert('new', { text: 'asked of the model' }, { open: true });
    await answeredBy('late', 'hosted', 1);
    // An answer of a document to which the judgment applies no more is not asked again, and does not count.
    await scenario.write({ patch: [{ id: 'd0', attributes: { open: false } }] });
    const row = { namespace: scenario.namespace, engine_source: 'hosted', at_least: false, job: null };
    await eventually(async () =>
      expect(await list()).toMatchObject({
        judgments: [
          { ...row, name: 'calm', answers: documents },
          { ...row, name: 'late', answers: documents - 1 },
        ],
        more: false,
      }),
    );
    const other = await stack.operator.organization(`beside-${Date.now().toString(36)}`);
    expect((await stack.api('GET', path, undefined, { key: other })).body).toEqual({ judgments: [], more: false });

    const body = { only: 'other_epoch' };
    const quote = await scenario.ok<BackfillReply>('POST', '/judgments/late/backfill', body);
    expect(quote.estimate?.existing.documents).toBe(documents - 1);
    expect(quote.estimate?.existing.cost_usd).toBeGreaterThan(0);
    const begun = await scenario.ok<BackfillReply>('POST', '/judgments/late/backfill', {
      ...body,
      confirm: quote.confirm,
    });
    const { id } = begun.job as JobView;
    await eventually(async () => {
      const { body: job } = await stack.api<JobView>('GET', `/jobs/${id}`, undefined, { key: room.key });
      expect(job.status).toBe('done');
    }, 60_000);
    await eventually(async () => expect((await list()).judgments.map(({ name }) => name)).toEqual(['calm']), 30_000);
  },
  limitMs,
);

it(
  'shows that list on the overview, has the model asked again by a button, and members have none [CLI-A1] [DASH-06]',
  async () => {
    await member.go('/');
    const seen = member.page.getByRole('region', { name: 'Answers of the built-in engine' }).first();
    await seen.getByRole('link', { name: 'calm' }).waitFor();
    expect(await seen.getByRole('button').count()).toBe(0);

    await owner.go('/');
    const left = owner.page.getByRole('region', { name: 'Answers of the built-in engine' }).first();
    await left.getByText(`${documents} answers for $`).waitFor();
    await left.getByRole('button', { name: `Ask again: calm on ${scenario.namespace}` }).click();
    await answeredBy('calm', 'hosted', documents + 1);
    await left.waitFor({ state: 'detached', timeout: 60_000 });
    expect(await list()).toEqual({ judgments: [], more: false });
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);
