import { Method } from '@app/testing/stack';
import { boolJudgment } from './scenario';

/** Requests that the service takes as they are, below a namespace. */
export const validRequests: [method: Method, path: string, body: unknown][] = [
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
export const oddValues: unknown[] = [
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

/**
 * A copy in which one place, chosen at random, is replaced, left out, renamed or doubled.
 * @param odd what takes the place of a value
 */
export function mutated(value: unknown, random: () => number, odd: readonly unknown[] = oddValues): unknown {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)];
  const isHere = value === null || typeof value !== 'object' || random() < 0.15;
  if (isHere) return pick(odd);
  if (Array.isArray(value)) {
    if (value.length === 0 || random() < 0.2) return [...(value as unknown[]), ...(value as unknown[]), pick(odd)];
    const at = Math.floor(random() * value.length);
    return (value as unknown[]).map((one, index) => (index === at ? mutated(one, random, odd) : one));
  }
  const entries = Object.entries(value);
  const at = Math.floor(random() * entries.length);
  const [name, inner] = entries[at] ?? ['x', 1];
  const kind = random();
  if (kind < 0.1) return Object.fromEntries(entries.filter((_, index) => index !== at));
  if (kind < 0.2) return { ...value, [String(pick(odd)).slice(0, 300)]: inner };
  return { ...value, [name]: mutated(inner, random, odd) };
}
