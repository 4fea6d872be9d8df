import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { generate } from './bad-inputs/generated-body';
import { Row } from './bad-inputs/row';
import { cases } from './fixtures/bad-inputs.json';
import { CliInProcess } from './scenario/cli-in-process';
import { mutated, validRequests } from './scenario/mutation';
import { randomOf } from './scenario/random';

const isLong = process.env.LONG === '1';
const requests = isLong ? 20_000 : 400;
/** A failure prints it; the same seed sends the same requests. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);

interface Heard {
  method: string;
  url: string;
  body: Buffer;
}
/** Requests that reached the recording service. */
let heard: Heard[] = [];
let server: Server;
let cli: CliInProcess;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    void buffer(request).then((body) => {
      heard.push({ method, url, body });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cli = await CliInProcess.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, 'a/b');
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  cli?.remove();
});

/** Runs a command with bytes at its input. */
async function run(line: readonly string[], input: Uint8Array): Promise<{ code: number; err: string; sent: Heard[] }> {
  heard = [];
  const { code, err } = await cli.run(line, input);
  return { code, err, sent: heard };
}

/** Literals that a double does not hold, and bytes that are no text. */
const lost = ['9007199254740993', '1e999', '-1e-400', '12345678901234567890.5'];

/** A JSON text as a person may have it, in which now and then a number is one that parsing changes, or a byte is no UTF-8. */
function spelt(body: unknown, random: () => number): { bytes: Buffer; isBroken: boolean } {
  const text = JSON.stringify(body, null, random() < 0.3 ? 2 : 0);
  const kind = random();
  const numbers = [...text.matchAll(/(?<=[:,[]\s*)-?\d[\d.eE+-]*(?=\s*[,}\]])/g)];
  // Outside of texts alone: a text keeps whatever digits it has.
  const outside = numbers.filter(({ index }) => (text.slice(0, index).match(/(?<!\\)"/g)?.length ?? 0) % 2 === 0);
  const number = outside[Math.floor(random() * outside.length)];
  if (kind < 0.3 && number) {
    const literal = lost[Math.floor(random() * lost.length)] ?? '';
    const end = number.index + number[0].length;
    return { bytes: Buffer.from(`${text.slice(0, number.index)}${literal}${text.slice(end)}`), isBroken: true };
  }
  const place = text.indexOf('"') + 1;
  if (kind < 0.4 && place > 0) {
    const bytes = Buffer.concat([Buffer.from(text.slice(0, place)), Buffer.of(0xf6), Buffer.from(text.slice(place))]);
    return { bytes, isBroken: true };
  }
  return { bytes: Buffer.from(text), isBroken: false };
}

it(`${requests} mutated requests go out byte by byte as they are given or are refused, seed ${seed} [T26]`, async () => {
  const random = randomOf(seed);
  const bodies = validRequests.filter(([, , body]) => body !== undefined);
  const wrong: unknown[] = [];
  const seen = { sent: 0, refused: 0 };
  for (let n = 0; n < requests && wrong.length < 10; n++) {
    const [method, path, valid] = bodies[Math.floor(random() * bodies.length)] ?? ['POST', '', {}];
    const { bytes, isBroken } = spelt(mutated(valid, random), random);
    const { code, err, sent } = await run(['api', method, `/namespaces/a%2Fb${path}`, '--data', '-'], bytes);
    const [one] = sent;
    const isSent = code === 0 && sent.length === 1 && one?.url === `/v1/namespaces/a%2Fb${path}`;
    const isKept = isSent && one?.method === method && bytes.equals(one.body);
    const isRefused = code === 2 && sent.length === 0 && /would be rounded|is not UTF-8 in line \d/.test(err);
    if (isBroken ? !isRefused : !isKept) wrong.push([method, path, bytes.toString('latin1').slice(0, 300), code, err]);
    if (isBroken) seen.refused++;
    else seen.sent++;
  }
  expect(wrong).toEqual([]);
  expect(seen.sent).toBeGreaterThan(requests / 4);
  expect(seen.refused).toBeGreaterThan(requests / 20);
});

it('bodies of bad inputs go out byte by byte, so that the service is the one that refuses them [T26]', async () => {
  const rows = (cases as unknown as Row[]).filter(
    ({ method, path }) => !['RAW', 'GET', 'HEAD'].includes(method) && path,
  );
  const wrong: unknown[] = [];
  let count = 0;
  for (const { id, method, path, body, body_gen: made, raw_base64: raw } of rows) {
    if (made && ['declared_only', 'chunked'].includes(made.kind)) continue;
    const bytes =
      typeof raw === 'string'
        ? Buffer.from(raw, 'base64')
        : Buffer.from(made ? generate(made) : JSON.stringify(body ?? {}));
    count++;
    const { code, err, sent } = await run(['api', method, path ?? '', '--data', '-'], bytes);
    const isKept = code === 0 && sent.length === 1 && withoutMark(bytes).equals(sent[0]?.body ?? Buffer.alloc(0));
    const isRefused =
      code === 2 &&
      sent.length === 0 &&
      /is no JSON|would be rounded|not UTF-8|--data|address|JSON can hold|JSON cannot hold|nest/.test(err);
    if (!isKept && !isRefused) wrong.push([id, path, code, err, bytes.toString('latin1').slice(0, 200)]);
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(300);
});

it('filters and definitions that commands build into a request keep every value, or are refused', async () => {
  const random = randomOf(seed + 1);
  const parts: [line: string[], member: string | null, valid: unknown][] = [
    [['query', '--filter', '-'], 'filter', { all: [{ 'attributes.x': { in: [1, 2] } }, { 'state.t': 'seed' }] }],
    [['documents', 'put', '-'], 'upsert', [{ id: 'a', attributes: { x: 1 }, state: { text: 'hello', n: 1.5 } }]],
    [
      ['groups', 'put', 'g', '-'],
      null,
      { key: 'attributes.x', aggregates: { n: { aggregate: 'sum', path: 'state.n' } } },
    ],
    [['subscriptions', 'put', 's', '-'], null, { filter: { 'attributes.x': 1 }, on: ['entered'], min_hold: '5s' }],
    [['namespaces', 'update', '--fanout', '-'], 'fanout', { share: 0.5, rolling_limit: 100 }],
  ];
  const wrong: unknown[] = [];
  let count = 0;
  for (let n = 0; n < requests / 2 && wrong.length < 10; n++) {
    const [line, member, valid] = parts[n % parts.length] ?? [[], null, {}];
    const { bytes, isBroken } = spelt(mutated(valid, random), random);
    const { code, err, sent } = await run([...line, '--json'], bytes);
    if (code === 2 && sent.length === 0) continue;
    count++;
    const body = JSON.parse(String(sent[0]?.body)) as Record<string, unknown>;
    const given = JSON.parse(bytes.toString()) as unknown;
    if (isBroken || !isSame(member === null ? body : body[member], given)) wrong.push([line, String(bytes), code, err]);
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(requests / 8);
});

/** Editors put a byte order mark before a text; it is no part of it. */
function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf)) ? bytes.subarray(3) : bytes;
}

/** Equal as JSON: -0 and 0 are one number, a list of one may stand for the one. */
function isSame(sent: unknown, given: unknown): boolean {
  const plain = (value: unknown) => JSON.stringify(value);
  return plain(sent) === plain(given) || plain(sent) === plain([given]);
}
