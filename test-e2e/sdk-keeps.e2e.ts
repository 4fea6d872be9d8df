import { JudgmentClient, JudgmentError } from '@app/sdk';
import { generate } from './bad-inputs/generated-body';
import { Row } from './bad-inputs/row';
import { cases } from './fixtures/bad-inputs.json';
import { mutated, oddValues, validRequests } from './scenario/mutation';
import { randomOf } from './scenario/random';

const requests = process.env.LONG === '1' ? 100_000 : 2_000;
/** A failure prints it; the same seed sends the same requests. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
/** What a program of JavaScript may hold and JSON cannot. */
const lost = [
  Number.NaN,
  Infinity,
  BigInt(1),
  new Map([['a', 1]]),
  new Set([1]),
  new Uint8Array(2),
  Symbol('a'),
  () => 1,
];

/** What stood in the request that went out. */
interface Sent {
  url: URL;
  method: string;
  body: unknown;
}
const sent: Sent[] = [];
const client = new JudgmentClient({
  baseUrl: 'https://judge.example.com/v1',
  apiKey: 'jk_1',
  runtime: {
    fetch: (address, { method = '', body } = {}) => {
      const text = body === undefined || body === null ? undefined : (JSON.parse(body as string) as unknown);
      sent.push({ url: new URL(address as string), method, body: text });
      return Promise.resolve(Response.json({}));
    },
  },
});
const t1 = client.namespace('a/b');
const late = t1.judgments.get('late');

/** The call of the client for each path of the mutated requests. */
const callOf: Readonly<Record<string, (body: never) => PromiseLike<unknown>>> = {
  'POST /documents': (body) => t1.documents.write(body),
  'POST /documents/get': (body) => client.request('POST', '/namespaces/a%2Fb/documents/get', body),
  'POST /query': (body) => t1.query(body),
  'PUT /groups/g': (body) => t1.groups.put('g', body),
  'PUT /subscriptions/s': (body) => t1.subscriptions.put('s', body),
  'POST /judgments': (body) => t1.judgments.create(body),
  'PATCH /judgments/late': (body) => late.update(body),
  'POST /judgments/late/context': (body) => late.context(body),
  'POST /judgments/late/outcomes': (body) => late.outcomes.post(body),
  'PATCH ': (body) => t1.update(body),
};

/** What came of a call: the requests that it sent, or the refusal. */
async function outcomeOf(call: () => PromiseLike<unknown>): Promise<Sent[] | JudgmentError> {
  sent.length = 0;
  try {
    await call();
  } catch (error) {
    if (error instanceof JudgmentError) return error;
    throw error;
  }
  return [...sent];
}

/** -0 and 0 are one number in JSON as JavaScript writes it. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (_, one: unknown) => (Object.is(one, -0) ? 0 : one)));

function holdsLost(value: unknown): boolean {
  if (lost.some((one) => Object.is(one, value)) || value === Infinity) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsLost);
}

it(`${requests} mutated requests go out as they are given or are refused with a path, seed ${seed} [T26] [SDK-04]`, async () => {
  const random = randomOf(seed);
  const bodies = validRequests.filter(([, , body]) => body !== undefined);
  const wrong: unknown[] = [];
  const seen = { sent: 0, refused: 0 };
  for (let n = 0; n < requests && wrong.length < 20; n++) {
    const [method, path, valid] = bodies[Math.floor(random() * bodies.length)] ?? ['POST', '', {}];
    const body = mutated(valid, random, n % 2 ? oddValues : lost);
    const outcome = await outcomeOf(() => callOf[`${method} ${path}`]?.(body as never) as PromiseLike<unknown>);
    if (outcome instanceof JudgmentError) {
      seen.refused++;
      const isRight =
        outcome.code === 'usage' && /^(\/|$)/.test(outcome.path ?? '?') && holdsLost(body) && sent.length === 0;
      if (!isRight) wrong.push([method, path, outcome.message]);
      continue;
    }
    seen.sent++;
    const [one] = outcome;
    const isSame = one?.method === method && one.url.pathname === `/v1/namespaces/a%2Fb${path}`;
    const keeps = !holdsLost(body) && JSON.stringify(plain(one?.body)) === JSON.stringify(plain(body));
    if (outcome.length !== 1 || !isSame || !keeps) wrong.push([method, path, body, outcome]);
  }
  expect(wrong).toEqual([]);
  expect(seen.sent).toBeGreaterThan(requests / 3);
  expect(seen.refused).toBeGreaterThan(requests / 10);
});

it('rows of bad inputs go out as they are given, so that the service is the one that refuses them [T26] [SDK-04]', async () => {
  const rows = (cases as unknown as Row[]).filter(({ method, path }) => method !== 'RAW' && path !== null);
  const wrong: unknown[] = [];
  let count = 0;
  for (const { id, method, path, body, body_gen: made, raw_base64: raw } of rows) {
    // Bytes that are no JSON have no value that a program could give.
    const given = typeof raw === 'string' ? valueOf(Buffer.from(raw, 'base64').toString()) : made ? madeOf(made) : body;
    if (given === unknown) continue;
    count++;
    const outcome = await outcomeOf(() => client.request(method, path ?? '', given));
    if (outcome instanceof JudgmentError) {
      // An address cannot hold it: a URL parser would send another path.
      const isChanged = `/v1${path ?? ''}` !== shownPath(path ?? '');
      if (outcome.code !== 'usage' || !(isChanged || isDeep(given) || holdsLost(given)))
        wrong.push([id, path, outcome.message]);
      continue;
    }
    const [one] = outcome;
    const where = `${one?.url.pathname}${one?.url.search}`;
    const isSame = one?.method === method && where === shownPath(path ?? '');
    if (!isSame || JSON.stringify(plain(one?.body)) !== JSON.stringify(plain(given))) wrong.push([id, path, where]);
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(400);
});

const unknown = Symbol('no JSON');

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return unknown;
  }
}

const madeOf = (made: NonNullable<Row['body_gen']>): unknown =>
  ['declared_only', 'chunked'].includes(made.kind) ? unknown : valueOf(generate(made));

/** The path and query that a URL parser makes of a path. */
const shownPath = (path: string): string => {
  const { pathname, search } = new URL(`https://judge.example.com/v1${path}`);
  return `${pathname}${search}`;
};

function isDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let n = 0; n <= 1_000 && level.length > 0; n++) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return level.length > 0;
}
