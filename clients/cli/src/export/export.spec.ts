import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FaultServer, json, refuse, type Script } from '@app/sdk/testing';
import { Terminal } from '../testing/terminal';

const server = new FaultServer();
let terminal: Terminal;
let file: string;
let base: string;
beforeAll(async () => (base = await server.start()));
afterAll(() => server.stop());
beforeEach(() => {
  terminal = new Terminal();
  file = join(terminal.home, 'all.jsonl');
  terminal.environment = { JUDGMENT_BASE_URL: base, JUDGMENT_API_KEY: 'jk', JUDGMENT_NAMESPACE: 'a' };
});
afterEach(() => terminal.remove());

const documentOf = (n: number) => ({ id: `d${n}`, version: n, state: { text: `Größe\n${n}` } });
/** A page of two documents; the third is the last. */
const page = (n: number): Script =>
  json(200, { documents: [documentOf(2 * n), documentOf(2 * n + 1)], next_cursor: n < 2 ? `c${n + 1}` : null });
const whole = Array.from({ length: 6 }, (_, n) => `${JSON.stringify(documentOf(n))}\n`).join('');
const cursors = () => server.heard.map(({ body }) => (JSON.parse(body) as { cursor?: string }).cursor);
const run = (...words: string[]) => terminal.run(['export', file, ...words]);

it('an export holds every document once, one a line', async () => {
  server.play(page(0), page(1), page(2));
  const { code, err } = await run('--filter', '{"attributes.n":1}', '--include', 'state', '--limit', '2');
  expect([code, readFileSync(file, 'utf8')]).toEqual([0, whole]);
  expect(err).toBe(`${file}: 6 lines, ${Buffer.byteLength(whole)} bytes\n`);
  expect(JSON.parse(server.heard[0]?.body ?? '')).toEqual({
    limit: 2,
    filter: { 'attributes.n': 1 },
    include: ['state'],
  });
});

it('an export that is cut off goes on behind its last whole page, and what half a page left is cut away', async () => {
  server.play(page(0), page(1), refuse(400, 'invalid_request'));
  expect(await run()).toMatchObject({ code: 1 });
  appendFileSync(file, '{"id":"d4","sta');
  server.play(page(2));
  const { code, err } = await run('--resume');
  expect([code, cursors(), readFileSync(file, 'utf8')]).toEqual([0, ['c2'], whole]);
  expect(err).toContain('Goes on after line 4');
  // The finished export is no earlier run.
  expect(await run('--resume')).toMatchObject({ code: 2 });
});

it('a file that is there is replaced by --fresh alone, also one that somebody cut after the run', async () => {
  writeFileSync(file, 'precious');
  server.play();
  expect(await run()).toMatchObject({ code: 5, err: expect.stringContaining('--fresh') as string });
  server.play(refuse(400, 'invalid_request'));
  await run('--fresh');
  expect(readFileSync(file, 'utf8')).toBe('');
  server.play(page(0), refuse(400, 'invalid_request'));
  expect(await run('--resume')).toMatchObject({ code: 1 });
  writeFileSync(file, '');
  expect(await run()).toMatchObject({ code: 5, err: expect.stringContaining('shorter') as string });
  server.play(page(0), page(1), page(2));
  expect([(await run('--fresh')).code, cursors()[0], readFileSync(file, 'utf8')]).toEqual([0, undefined, whole]);
});

it('--answers writes a line for each answer, with its document and judgment', async () => {
  const answer = { type: 'bool', status: 'fresh', p: 0.4 };
  server.play(
    json(200, { documents: [{ id: 'x', version: 3, answers: { late: answer, angry: answer } }], next_cursor: null }),
  );
  expect(await run('--answers', '--judgments', 'late,angry')).toMatchObject({ code: 0 });
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
    ['late', 'angry'].map((judgment) => ({ document: 'x', judgment, ...answer })),
  );
  expect(JSON.parse(server.heard[0]?.body ?? '')).toMatchObject({ include: ['answers'], judgments: ['late', 'angry'] });
});
