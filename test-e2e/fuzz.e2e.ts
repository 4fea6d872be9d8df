import { services } from '@app/contracts';
import { Method, StackClient, openLimitMs, sharedStack } from '@app/testing/stack';
import { Scenario, boolJudgment } from './scenario/scenario';
import { randomOf } from './scenario/random';

const isLong = process.env.LONG === '1';
const requests = isLong ? 200_000 : 1_000;
const atOnce = 16;
/** A failure prints it; the same seed sends the same requests. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);

let stack: StackClient;
let scenario: Scenario;
beforeAll(async () => {
  stack = await sharedStack();
  scenario = new Scenario(stack, 'fuzz');
  await scenario.upsert('d', { text: 'seed', list: [1, 2], at: '2026-01-01T00:00:00Z' }, { x: 1, tag: 'a' });
  await scenario.judgment(boolJudgment('late', { freshness: { policy: 'manual' } }));
}, openLimitMs);
afterAll(() => stack?.leave());

/** Requests that the service takes as they are. */
const valid: [method: Method, path: string, body: unknown][] = [
  ['POST', '/documents', { upsert: [{ id: 'a', attributes: { x: 1, tag: 'b' }, state: { text: 'hello', n: 1.5 } }] }],
  ['POST', '/documents', { patch: [{ id: 'd', state: { text: 'new' } }], condition: { 'attributes.x': { gte: 1 } } }],
  ['POST', '/documents', { append: [{ id: 'd', path: 'state.list', values: [3, 4], keep_last: 5 }] }],
  ['POST', '/documents', { delete: ['nobody'] }],
  ['POST', '/documents/get', { ids: ['d', 'a'], fresh: 'stored', include: ['attributes', 'state', 'answers'] }],
  [
    'POST',
    '/query',
    {
      filter: {
        all: [{ 'attributes.x': { in: [1, 2] } }, { any: [{ 'state.text': 'seed' }, { id: { prefix: 'd' } }] }],
      },
      order_by: [{ path: 'attributes.x', direction: 'desc' }],
      limit: 10,
      include: ['answers'],
    },
  ],
  ['POST', '/query', { filter: { not: { 'answers.late.p': { lt: 0.5 } } }, judgments: ['late'] }],
  ['POST', '/query', { filter: { 'state.at': { within: '1h' }, created_at: { gte: '2026-01-01T00:00:00Z' } } }],
  [
    'PUT',
    '/groups/g',
    { key: 'attributes.x', aggregates: { n: { aggregate: 'sum', path: 'state.n', where: { 'attributes.x': 1 } } } },
  ],
  ['PUT', '/subscriptions/s', { filter: { 'attributes.x': { exists: true } }, on: ['entered'], min_hold: '5s' }],
  ['POST', '/judgments', { ...boolJudgment('other'), dry_run: true }],
  ['PATCH', '/judgments/late', { thresholds: { alarm: 0.5 } }],
  ['POST', '/judgments/late/context', { document: 'd' }],
  ['POST', '/judgments/late/outcomes', { outcomes: [{ document: 'd', value: true, as_of: 'latest' }] }],
  ['PATCH', '', { pinned: false, budget: { compute_usd_per_month: 5, on_exceeded: 'pause' } }],
  ['GET', '/documents?limit=5', undefined],
];

/** Values that a client would not mean. */
const odd: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  5e-324,
  -0,
  1e16,
  2 ** 53 + 2,
  '',
  ' ',
  '\u0001',
  '😀'.repeat(300),
  'x'.repeat(70_000),
  '..',
  '__proto__',
  'constructor',
  '0000-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '99999999999d',
  [],
  {},
  [[[[[[[[]]]]]]]],
  { gte: 1, lte: 0 },
  { all: [] },
  { $where: '1' },
  Array.from({ length: 1_200 }, (_, n) => n),
];

/** A copy in which one place, chosen at random, is replaced, left out, renamed or doubled. */
function mutated(value: unknown, random: () => number): unknown {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)];
  const isHere = value === null || typeof value !== 'object' || random() < 0.15;
  if (isHere) return pick(odd);
  if (Array.isArray(value)) {
    if (value.length === 0 || random() < 0.2) return [...(value as unknown[]), ...(value as unknown[]), pick(odd)];
    const at = Math.floor(random() * value.length);
    return (value as unknown[]).map((one, index) => (index === at ? mutated(one, random) : one));
  }
  const entries = Object.entries(value);
  const at = Math.floor(random() * entries.length);
  const [name, inner] = entries[at] ?? ['x', 1];
  const kind = random();
  if (kind < 0.1) return Object.fromEntries(entries.filter((_, index) => index !== at));
  if (kind < 0.2) return { ...value, [String(pick(odd)).slice(0, 300)]: inner };
  return { ...value, [name]: mutated(inner, random) };
}

/** Bytes that a process holds, all services together. */
async function resident(): Promise<number> {
  const pages = await Promise.all(services.map((service) => stack.metrics(service)));
  return pages.reduce((sum, page) => sum + Number(/^process_resident_memory_bytes\S* (\S+)$/m.exec(page)?.[1]), 0);
}

it(`answers ${requests} mutated requests without a 500 and without a death, seed ${seed} [T26] [GEN-05]`, async () => {
  const random = randomOf(seed);
  const statuses = new Map<number, number>();
  const wrong: string[] = [];
  let before = 0;
  let left = requests;
  const client = async (): Promise<void> => {
    for (; left > 0 && wrong.length < 20;) {
      left -= 1;
      const [method, path, body] = valid[Math.floor(random() * valid.length)];
      const sent = body === undefined ? undefined : mutated(body, random);
      const { status, text } = await scenario.call(method, path, sent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // What warms caches and compiles is no growth.
      if (left === Math.floor(requests * 0.8) && isLong) before = await resident();
      if (status === 500 || (status >= 400 && !/^\{"error":\{"code":"[a-z_]+","message":"./.test(text))) {
        wrong.push(`${method} ${path} ${JSON.stringify(sent).slice(0, 600)} answered ${status} ${text.slice(0, 200)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  expect(wrong).toEqual([]);
  for (const service of services) expect(await stack.services.isRunning(service)).toBe(true);
  // The mutations reach both sides: many are refused, and many are taken.
  expect(statuses.get(400)).toBeGreaterThan(requests / 5);
  expect(statuses.get(200)).toBeGreaterThan(requests / 20);
  if (isLong) expect(await resident()).toBeLessThan(before * 1.1);
  // It still does what it is asked.
  await scenario.upsert('after', { text: 'well' });
  expect((await scenario.call('GET', '/documents/after?fresh=stored')).status).toBe(200);
}, 3_600_000);
