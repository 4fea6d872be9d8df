import type { Service } from '@app/contracts';
import type { NamespaceView } from '@app/contracts/documents';
import type { JobView } from '@app/contracts/jobs';
import { ChatStub, completeWith } from '@app/testing/simulator';
import { eventually, openLimitMs, openStack } from '@app/testing/stack';
import type { Json, Stack } from '@app/testing/stack';
import { LabelledJudgment, rowOf } from './scenario/alternatives';
import { drafted, tellComparedInBrowser } from './scenario/compared-in-browser';
import { Scenario } from './scenario/scenario';
import { copyFacts, placesOf } from './scenario/traces';

const labels = 60;
/** A step that the first run crosses: 60 judged documents stand before it. */
const prices = {
  tiers: [
    { upTo: '100', usdPerJudgment: '0.002' },
    { upTo: null, usdPerJudgment: '0.001' },
  ],
};

/** What no log, no fact and no table but those of documents and judgments may hold of a document or of an engine. */
const planted = { text: 'planted-context-5d13', key: 'sim-planted-engine-key-a907' };

let writer: ChatStub;
let stack: Stack;
/** Of an organization whose month holds what this file spends alone. */
let key: string;
let aheadMs = 0;
beforeAll(async () => {
  writer = await ChatStub.open();
  writer.answer = completeWith({ drafts: [drafted] });
  const drafter = { base_url: writer.url, model: 'writer', rate: { in_flight: 4 } };
  stack = await openStack({
    name: 'alternatives-kills',
    movesClock: true,
    settings: {
      all: { LOG_LEVEL: 'debug' },
      billing: { PRICES: JSON.stringify(prices) },
      'engine-broker': { ENGINE_JEV_KEY: planted.key, DRAFTER: JSON.stringify(drafter) },
    },
  });
  key = await stack.operator.organization(`alternatives-${Date.now().toString(36)}`);
}, openLimitMs);
afterAll(async () => {
  await stack?.close();
  await writer?.close();
}, 60_000);

/** Past every lease that a killed process held: claims 60 s, keys 40 s, reservations 120 s. */
async function leasesEnd(): Promise<void> {
  aheadMs += 130_000;
  await stack.setClock(aheadMs);
}

async function labelled(name: string): Promise<LabelledJudgment> {
  const judgment = new LabelledJudgment(new Scenario(stack, `alt/${name}`, key), labels);
  await judgment.arrange();
  return judgment;
}

// Before the clock moves and processes die.
describe('in a browser', () =>
  tellComparedInBrowser(
    () => stack,
    () => writer,
  ));

it('bills what was quoted across a step of the prices, or refuses when other judging has moved the price [ALT-35] [ALT-36] [ALT-37]', async () => {
  const judgment = await labelled('price');
  const { id } = await judgment.name({ question: judgment.wording('Late?') });
  const { quote } = await judgment.priced();
  // 60 units are spent: 40 of the quote cost the first price, the rest the second.
  expect(quote).toMatchObject({ judgment_units: labels });
  expect(quote!.cost_usd).toBeCloseTo(40 * 0.002 + 20 * 0.001, 6);
  const other = new Scenario(stack, 'alt/other', key);
  await other.judgment({
    name: 'late',
    type: 'bool',
    question: 'Other?',
    context: { fields: ['state.text'] },
    freshness: { policy: 'on_change', debounce_ms: 0 },
  });
  const others = Array.from({ length: 30 }, (_, n) => ({ id: `o${n}`, state: { text: `other ${n}` } }));
  await other.write({ upsert: others });
  await eventually(async () => {
    const fresh = { filter: { 'answers.late.status': 'fresh' }, limit: 1, count: true };
    expect((await other.query(fresh)).count).toBe(30);
  });
  const refused = await judgment.run(quote!.generation);
  const { error } = refused.body as unknown as Json;
  expect([refused.status, error.details.reason]).toEqual([409, 'quote_changed']);
  const again = await eventually(async () => {
    const { quote: moved } = await judgment.priced();
    expect(moved!.generation).toBeGreaterThan(quote!.generation);
    return moved!;
  });
  expect(again.cost_usd).toBeCloseTo(10 * 0.002 + 50 * 0.001, 6);
  const before = await judgment.billed();
  const row = rowOf(await judgment.scored(), id);
  expect(row.billed!.cost_usd).toBeCloseTo(again.cost_usd, 6);
  await eventually(async () => {
    const { units, cost } = await judgment.billed();
    expect(units - before.units).toBe(labels);
    expect(cost - before.cost).toBeCloseTo(again.cost_usd, 6);
  });
}, 180_000);

it('asks and bills each label once when judgments, calibration and billing are killed in turn [ALT-34] [ALT-37]', async () => {
  const judgment = await labelled('kills');
  const wordings = ['one', 'two', 'three'].map((word) => judgment.wording(`Late ${word}?`));
  const rows = [];
  for (const question of wordings) rows.push(await judgment.name({ question }));
  const { quote } = await judgment.priced();
  expect(quote!.judgment_units).toBe(3 * labels);
  const before = await judgment.billed();
  await stack.engine.set({ latency: 20 });
  const job = await judgment.confirm();
  const asked = async (): Promise<number> => {
    const counts = await Promise.all(wordings.map((wording) => stack.engine.count(wording)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const killed: Service[] = ['judgments', 'calibration', 'billing'];
  for (const [turn, service] of killed.entries()) {
    await eventually(async () => expect(await asked()).toBeGreaterThanOrEqual(20 + turn * 50), 60_000);
    await stack.services.kill(service);
    await stack.services.start(service);
    await leasesEnd();
  }
  const ended = await eventually(async () => {
    const { body } = await stack.api<JobView>('GET', `/jobs/${job.id}`, undefined, { key });
    expect(body.status).toBe('done');
    return body;
  }, 120_000);
  const table = await judgment.table();
  for (const { id } of rows) {
    expect(rowOf(table, id)).toMatchObject({ labels, billed: { judgment_units: labels } });
  }
  expect((ended.result as Json).corrected_for).toBe(3);
  // Asks that were with the engine when judgments died were sent again: at most one claim of them.
  expect(await asked()).toBeLessThanOrEqual(3 * labels + 48);
  await eventually(async () => {
    const { units, cost } = await judgment.billed();
    expect(units - before.units).toBe(3 * labels);
    expect(cost - before.cost).toBeCloseTo(quote!.cost_usd, 6);
  });
  const shown = await judgment.table();
  await stack.services.kill('calibration');
  await stack.services.start('calibration');
  expect(await eventually(() => judgment.table(), 30_000)).toEqual(shown);
}, 300_000);

it('leaves what the engine read in documents and judgments alone, and its key nowhere [ALT-24] [I5]', async () => {
  await copyFacts(stack);
  const judgment = new LabelledJudgment(new Scenario(stack, 'alt/planted', key), 24);
  for (const document of judgment.documents) document.text += `, ${planted.text}`;
  await judgment.arrange();
  const wording = judgment.wording('Late with a planted question?');
  await judgment.name({ question: wording });
  await judgment.name({ context: { fields: ['state.text'], max_tokens: 500 } });
  await judgment.scored();
  expect(await stack.engine.count(planted.text)).toBeGreaterThanOrEqual(3 * 24);
  // The search finds what there is to find: texts where they belong, and the wording in calibration's own table.
  const texts = await placesOf(stack, planted.text, []);
  expect(texts.filter((place) => !/^(documents|judgments)\./.test(place))).toEqual([]);
  expect(texts).toEqual(expect.arrayContaining(['documents.document']));
  expect(texts.some((place) => place.startsWith('judgments.context'))).toBe(true);
  expect(await placesOf(stack, wording, ['judgments', 'idempotency'])).toContain('calibration.alternative');
  expect((await placesOf(stack, wording, [])).filter((place) => place.endsWith('.log'))).toEqual([]);
  expect(await placesOf(stack, planted.key, [])).toEqual([]);
}, 120_000);

it('waits when the budget is lowered in the middle of a run, and goes on when it is raised [ALT-05] [BUD-03]', async () => {
  const judgment = await labelled('lowered');
  const wording = judgment.wording('Late at last?');
  const { id } = await judgment.name({ question: wording });
  await judgment.priced();
  await stack.engine.set({ latency: 100 });
  const budget = (usd: number | null) =>
    judgment.scenario.ok<NamespaceView>('PATCH', '', {
      budget: usd === null ? null : { compute_usd_per_month: usd, on_exceeded: 'pause' },
    });
  const job = await judgment.confirm();
  await eventually(async () => expect(await stack.engine.count(wording)).toBeGreaterThan(0));
  await budget(0);
  const waits = { status: 'not_run', reason: 'budget_paused' };
  await eventually(async () => expect(await judgment.table()).toMatchObject(waits), 60_000);
  await budget(null);
  await stack.engine.set({ latency: 'zero' });
  await leasesEnd();
  const ended = await judgment.ended(job.id, 120_000);
  expect(ended.status).toBe('done');
  expect(rowOf(await judgment.table(), id).labels).toBe(labels);
}, 300_000);
