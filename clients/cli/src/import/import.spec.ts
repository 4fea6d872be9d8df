import { createServer, type Server } from 'node:http';
import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Terminal } from '../testing/terminal';
import { progressText } from './progress-text';

interface Write {
  upsert: {
    id: string;
    state?: Record<string, unknown>;
    attributes?: Record<string, unknown>;
    created_at?: string;
    created_at_if_new?: string;
  }[];
}

/** A service that keeps documents, replays keys, refuses rows that say so, and may fall silent. */
let documents: Map<string, unknown>;
/** When each document came to be. */
let moments: Map<string, string | undefined>;
/** Whether it is of a version that does not know `created_at_if_new`. */
let isOlder: boolean;
/** Its clock; the machine's is two days off. */
const serviceMs = Date.parse('2026-11-25T12:00:00Z');
let writes: { key: string; ids: string[] }[];
let replies: Map<string, string>;
let breaksAfter: number;
let server: Server;
let terminal: Terminal;
let folder: string;
let onWrite: () => void;
let requests: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests++;
    response.setHeader('date', new Date(serviceMs).toUTCString());
    if (request.method === 'HEAD') return void response.writeHead(404).end();
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      const key = String(request.headers['idempotency-key']);
      const { upsert } = JSON.parse(text) as Write;
      const reply = (status: number, body: string) =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      const known = replies.get(key);
      if (known !== undefined) return reply(200, known);
      if (isOlder && upsert.some((one) => one.created_at_if_new !== undefined)) {
        const details = { reason: 'unknown_field', path: '/upsert/0/created_at_if_new' };
        return reply(400, JSON.stringify({ error: { code: 'invalid_request', message: 'No such member.', details } }));
      }
      if (upsert.some(({ state }) => state?.['note'] === 'bad')) {
        return reply(400, '{"error":{"code":"invalid_request","message":"Mend the note.","details":{}}}');
      }
      writes.push({ key, ids: upsert.map(({ id }) => id) });
      for (const { id, created_at_if_new: ifNew, created_at: created, ...rest } of upsert) {
        if (!moments.has(id)) moments.set(id, created ?? ifNew);
        documents.set(id, rest);
      }
      replies.set(key, '{"unchanged":0}');
      onWrite();
      // The write was carried out and its reply is lost.
      if (writes.length > breaksAfter) return void response.destroy();
      reply(200, '{"unchanged":0}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  [documents, writes, replies, breaksAfter, onWrite] = [new Map(), [], new Map(), Infinity, () => undefined];
  [moments, isOlder, requests] = [new Map(), false, 0];
  terminal = new Terminal();
  folder = terminal.home;
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  terminal.environment = { JUDGMENT_BASE_URL: base, JUDGMENT_API_KEY: 'jk', JUDGMENT_NAMESPACE: 'a' };
});
afterEach(() => terminal.remove());

const fileOf = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const rejectsOf = (file: string) =>
  readFileSync(`${file}.rejects.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { line: number; reason: string });

it('a CSV file becomes documents: quotes, line breaks, a byte order mark; a ZIP code stays a text', async () => {
  const file = fileOf('a.csv', '\uFEFFnr,zip,note\n1,01234,"one, ""two""\nthree"\n2,99,x\n');
  const { code, err } = await terminal.run(['import', file, '--id', 'nr', '--attributes', 'zip', '--state-rest']);
  expect([code, err]).toEqual([0, `${file}: 2 written\n`]);
  expect(documents.get('1')).toEqual({ attributes: { zip: '01234' }, state: { note: 'one, "two"\nthree' } });
});

it('--typed reads cells as JSON, --map places columns, and a column that is absent is refused before anything is sent', async () => {
  const file = fileOf('a.csv', 'nr,Ort,count,big,empty\n1,Rom,12,12345678901234567890,\n');
  const map = '{"nr":"id","Ort":"attributes.city","count":"state.deep.count","big":"state.big","empty":"state.empty"}';
  expect(await terminal.run(['import', file, '--map', map, '--typed'])).toMatchObject({ code: 0 });
  expect(documents.get('1')).toEqual({
    attributes: { city: 'Rom' },
    state: { deep: { count: 12 }, big: '12345678901234567890' },
  });
  const { code, err } = await terminal.run(['import', file, '--id', 'id']);
  expect([code, writes.length]).toEqual([2, 1]);
  expect(err).toContain('The file has no column "id"; it has nr, Ort');
});

it('JSON lines, packed or from the input, hold whole operations', async () => {
  const lines = '{"id":"a","state":{"t":"\u2028"}}\n\n{"id":"b","attributes":{"n":1}}';
  expect(await terminal.run(['import', fileOf('a.jsonl.gz', gzipSync(lines))])).toMatchObject({ code: 0 });
  expect([documents.get('a'), documents.get('b')]).toEqual([{ state: { t: '\u2028' } }, { attributes: { n: 1 } }]);
  expect(await terminal.run(['import', '-', '--format', 'jsonl'], '{"id":"c"}\n')).toMatchObject({ code: 0 });
  expect(documents.has('c')).toBe(true);
});

it('refused lines go into a file with line, reason and row; all others are written, and the command ends with 8', async () => {
  const lines = Array.from({ length: 40 }, (_, n) => `${n},${n === 17 || n === 30 ? 'bad' : 'ok'}`);
  const file = fileOf('a.csv', `id,note\n${lines.join('\n')}\nx,ok,more\n,ok\n`);
  const { code, err } = await terminal.run(['import', file, '--batch', '10', '--concurrency', '2']);
  expect([code, documents.size]).toEqual([8, 38]);
  expect(rejectsOf(file).map(({ line, reason }) => [line, reason])).toEqual([
    [19, 'Mend the note.'],
    [32, 'Mend the note.'],
    [42, 'The line has 3 cells, the header 2: quote a cell that holds ",".'],
    [43, '"id" is empty: it must hold the document\'s id.'],
  ]);
  expect(err).toBe(`${file}: 38 written, 4 rejected: ${file}.rejects.jsonl\n`);
});

it('rows of one id are sent in their order, and never twice in a batch', async () => {
  const file = fileOf('a.csv', `id,note\n${Array.from({ length: 60 }, (_, n) => `d${n % 7},${n}`).join('\n')}\n`);
  await terminal.run(['import', file, '--batch', '5']);
  expect(writes.every(({ ids }) => new Set(ids).size === ids.length)).toBe(true);
  expect([...documents].sort()).toEqual(
    Array.from({ length: 7 }, (_, n) => [`d${n}`, { state: { note: String(n < 4 ? 56 + n : 49 + n) } }]),
  );
});

it('a run that is interrupted at any batch goes on where it stopped and writes nothing twice', async () => {
  const rows = Array.from({ length: 100 }, (_, n) => `d${n % 40},${n === 55 ? 'bad' : n}`);
  const file = fileOf('a.csv', `id,note\n${rows.join('\n')}\n`);
  const line = ['import', file, '--batch', '3', '--concurrency', '3'];
  for (const at of [1, 9, 20]) {
    const interruption = new AbortController();
    breaksAfter = at;
    onWrite = () => {
      if (writes.length > at) interruption.abort(new DOMException('Interrupted.', 'AbortError'));
    };
    expect(await terminal.run(line, '', interruption.signal)).toMatchObject({ code: 130 });
  }
  [breaksAfter, onWrite] = [Infinity, () => undefined];
  const { code, err } = await terminal.run([...line, '--resume']);
  expect(code).toBe(8);
  expect(err).toContain('Goes on after line');
  expect(err).toContain('99 written, 1 rejected');
  expect(rejectsOf(file).map(({ line: at }) => at)).toEqual([57]);
  // Each batch reached the documents once, though replies were lost.
  expect(new Set(writes.map(({ key }) => key)).size).toBe(writes.length);
  expect(writes.flatMap(({ ids }) => ids)).toHaveLength(99);
  const finished = new Map(documents);
  documents.clear();
  expect(await terminal.run([...line, '--fresh'])).toMatchObject({ code: 8 });
  expect(documents).toEqual(finished);
  expect(await terminal.run([...line, '--resume'])).toMatchObject({ code: 2 });
});

it('a run over an array that stands in one line goes on behind the row that it came to', async () => {
  const rows = Array.from({ length: 60 }, (_, n) => ({ id: `d${n}`, state: { n } }));
  const line = ['import', fileOf('a.json', JSON.stringify(rows)), '--batch', '3', '--concurrency', '2'];
  const interruption = new AbortController();
  onWrite = () => {
    if (writes.length === 9) interruption.abort(new DOMException('Interrupted.', 'AbortError'));
  };
  expect(await terminal.run(line, '', interruption.signal)).toMatchObject({ code: 130 });
  expect(await terminal.run([...line, '--resume'])).toMatchObject({ code: 0 });
  expect([documents.size, writes.flatMap(({ ids }) => ids).length]).toEqual([60, 60]);
});

/** Milliseconds from the service's clock to the moment of each document that has one. */
const agesOf = (ids: readonly string[]) => ids.map((id) => Date.parse(moments.get(id) ?? '') - serviceMs);

it('new documents get moments that ascend in the order of the file and end now; rows that name one keep theirs [REL-F10]', async () => {
  const [first, second] = ['2020-01-01T00:00:00Z', '2020-01-02T00:00:00Z'];
  const rows = Array.from({ length: 60 }, (_, n) => `d${n},${n === 7 ? first : ''},${n === 9 ? '"a\nb"' : 'x'}`);
  const file = fileOf('a.csv', `id,made,note\n${rows.join('\n')}\n`);
  const line = ['import', file, '--created-at', 'made', '--batch', '4'];
  expect(await terminal.run(line)).toMatchObject({ code: 0 });
  const ids = rows.map((_, n) => `d${n}`);
  expect(agesOf(ids)).toEqual(ids.map((_, n) => (n === 7 ? Date.parse(first) - serviceMs : n - 59)));
  // Whole operations, packed: what exists keeps its time, whatever the row says now.
  const lines = [...ids.slice(50), 'e0', 'e1', 'e2'].map((id) =>
    JSON.stringify({ id, state: { n: 1 }, ...(id === 'e1' && { created_at: second }) }),
  );
  await terminal.run(['import', fileOf('b.jsonl.gz', gzipSync(`\n${lines.join('\n\n')}\n`))]);
  expect(agesOf(ids.slice(50))).toEqual(ids.slice(50).map((_, n) => n - 9));
  expect([...agesOf(['e0', 'e2']), moments.get('e1')]).toEqual([-2, 0, second]);
});

it('a run that goes on gives each row the moment of the run before it, however late [REL-F10]', async () => {
  const rows = Array.from({ length: 60 }, (_, n) => `d${n},${n === 5 ? 'bad' : n}`);
  const file = fileOf('a.csv', `id,note\n${rows.join('\n')}\n`);
  const line = ['import', file, '--batch', '3', '--concurrency', '2'];
  const interruption = new AbortController();
  breaksAfter = 6;
  onWrite = () => {
    if (writes.length > 6) interruption.abort(new DOMException('Interrupted.', 'AbortError'));
  };
  expect(await terminal.run(line, '', interruption.signal)).toMatchObject({ code: 130 });
  [breaksAfter, onWrite] = [Infinity, () => undefined];
  terminal.nowMs += 3_600_000;
  expect(await terminal.run([...line, '--resume'])).toMatchObject({ code: 8 });
  const ids = rows.map((_, n) => `d${n}`).filter((id) => id !== 'd5');
  expect(agesOf(ids)).toEqual(ids.map((id) => Number(id.slice(1)) - 59));
});

it('rows of the input begin a quarter of an hour before the run; an older service gets rows without moments [REL-F10]', async () => {
  await terminal.run(['import', '-', '--format', 'jsonl'], '{"id":"a"}\n{"id":"b"}\n');
  expect(agesOf(['a', 'b'])).toEqual([-900_000, -899_999]);
  isOlder = true;
  const file = fileOf('a.csv', 'id,note\n1,x\n2,bad\n3,y\n');
  expect(await terminal.run(['import', file])).toMatchObject({ code: 8 });
  expect(
    [...moments]
      .filter(([, at]) => at === undefined)
      .map(([id]) => id)
      .sort(),
  ).toEqual(['1', '3']);
});

it('a dry run reads the whole file, names what is wrong and sends nothing', async () => {
  const file = fileOf('a.csv', 'id,note\n1,a\n,b\n');
  const { code, err } = await terminal.run(['import', file, '--dry-run']);
  expect([code, writes]).toEqual([8, []]);
  expect(err).toContain('1 valid, 1 rejected');
  expect(existsSync(join(folder, '.local'))).toBe(false);
});

it('rows behind an unclosed quote stand in the rejects with the lines that they take, and a file that is absent ends with 1', async () => {
  const file = fileOf('a.csv', 'id,note\r\n0,"a\r\nb"\r\n1,"open\r\n2,x\r\n3,"ok"\r\n4,y\r\n');
  expect(await terminal.run(['import', file])).toMatchObject({ code: 8 });
  expect([[...documents.keys()].sort(), rejectsOf(file)]).toEqual([
    ['0', '4'],
    [expect.objectContaining({ line: 4, last_line: 6, row: '1,"open\r\n2,x\r\n3,"ok"' })],
  ]);
  const absent = await terminal.run(['import', join(folder, 'none.csv')]);
  expect(absent).toMatchObject({ code: 1, err: expect.stringContaining('none.csv does not exist.') as string });
});

it('ids of JSON keep their digits; a number past 2^53 refuses its row, or is stored as text', async () => {
  const lines = '{"id":1234567890123456781}\n{"id":1234567890123456789}\n{"id":7,"n":9007199254740993}\n';
  const file = fileOf('a.jsonl', lines);
  expect(await terminal.run(['import', file, '--id', 'id'])).toMatchObject({ code: 8 });
  expect([...documents.keys()].sort()).toEqual(['1234567890123456781', '1234567890123456789']);
  expect(rejectsOf(file)).toMatchObject([
    { line: 3, reason: expect.stringContaining('(--big-numbers text).') as string },
  ]);
  expect(await terminal.run(['import', file, '--id', 'id', '--big-numbers', 'text'])).toMatchObject({ code: 0 });
  expect(documents.get('7')).toEqual({ state: { n: '9007199254740993' } });
  const { code, err } = await terminal.run(['api', 'POST', '/x', '--data', '{"n":9007199254740993}']);
  expect([code, err]).toEqual([2, expect.stringContaining('9007199254740993 at /n, which would be rounded')]);
});

it('a file of another encoding or delimiter is read as the options say, and stops with the option that is lacking', async () => {
  const latin = fileOf('a.csv', Buffer.from('id;name\nc1;Müller\n', 'latin1'));
  const { code, err } = await terminal.run(['import', latin]);
  expect([code, err, writes]).toEqual([1, expect.stringContaining('Line 2 is not UTF-8'), []]);
  expect(err).toContain('such as windows-1252 (--encoding).');
  expect(await terminal.run(['import', latin, '--encoding', 'latin1'])).toMatchObject({ code: 0 });
  expect(documents.get('c1')).toEqual({ state: { name: 'Müller' } });
  const tabs = fileOf('b.tsv', 'id\tpipe\na\t5" wide, round\n');
  expect(await terminal.run(['import', tabs, '--no-quotes', '--delimiter', 'tab'])).toMatchObject({ code: 0 });
  expect(documents.get('a')).toEqual({ state: { pipe: '5" wide, round' } });
  const array = fileOf('c.json', '[\n{"id": "x", "state": {"n": 1}},\n{"id": "y", "state": {}}\n]\n');
  expect(await terminal.run(['import', array])).toMatchObject({ code: 0 });
  expect(documents.get('x')).toEqual({ state: { n: 1 } });
  expect(await terminal.run(['import', array, '--encoding', 'ebcdic'])).toMatchObject({ code: 2 });
});

it('the end names columns that look like numbers and were written as text', async () => {
  const file = fileOf('a.csv', 'id,seats,zip\n1,5,01234\n');
  const told = 'seats looks like numbers and was written as text: --typed writes numbers.\n';
  expect(await terminal.run(['import', file])).toMatchObject({ code: 0, err: `${file}: 1 written\n${file}: ${told}` });
  const odd = fileOf('odd.csv', 'id,a,b,c\n1,1e999,0.1234567890123456789012,1E5\n');
  await terminal.run(['import', odd, '--typed']);
  expect(documents.get('1')).toEqual({ state: { a: '1e999', b: '0.1234567890123456789012', c: 100_000 } });
  const typed = await terminal.run(['import', file, '--typed', '--fresh']);
  expect([typed.err, documents.get('1')]).toEqual([`${file}: 1 written\n`, { state: { seats: 5, zip: '01234' } }]);
});

it('a run whose first hundred rows are refused for one reason stops there and writes nothing', async () => {
  const flat = fileOf('a.jsonl', '{"id":"a","text":"x"}\n'.repeat(300));
  expect(await terminal.run(['import', flat])).toMatchObject({
    code: 2,
    err: expect.stringContaining('they have id, text. Give --id COLUMN.') as string,
  });
  const cells = fileOf('b.csv', `id,note\n${'1\n'.repeat(300)}2,ok\n`);
  expect(await terminal.run(['import', cells])).toMatchObject({
    code: 1,
    err: expect.stringContaining('Stopped: the first 100 rows were refused for one reason') as string,
  });
  const bad = fileOf('c.csv', `id,note\n${Array.from({ length: 3_000 }, (_, n) => `${n},bad`).join('\n')}\n`);
  expect(await terminal.run(['import', bad])).toMatchObject({
    code: 1,
    err: expect.stringContaining('Mend') as string,
  });
  expect([requests < 1_000, writes, documents.size]).toEqual([true, [], 0]);
  expect(await terminal.run(['import', cells, '--dry-run'])).toMatchObject({ code: 8 });
  // A row that is taken shows that the file is the right one.
  const good = fileOf('d.csv', `id,note\n0,ok\n${Array.from({ length: 150 }, (_, n) => `x${n},bad`).join('\n')}\n`);
  expect(await terminal.run(['import', good, '--batch', '10', '--concurrency', '1'])).toMatchObject({ code: 8 });
});

it('progress shows rows, rate, bytes and the time that is left', () => {
  const seen = {
    rows: 12_430,
    refused: 3,
    bytesRead: 6_100_000,
    bytes: 14_800_000,
    rowsNow: 12_430,
    elapsedMs: 6_508,
    bytesBefore: 0,
  };
  expect(progressText(seen)).toBe(
    '[########............] 41 %  12,430 rows  1,910/s  6.1 of 14.8 MB  0:09 left  3 rejected',
  );
  expect(progressText({ ...seen, bytes: null, refused: 0 })).toBe('12,430 rows  1,910/s  6.1 MB');
  // Of a run that goes on at 90 %, the bytes that an earlier run sent take none of its time.
  const goesOn = { ...seen, bytesRead: 95_000_000, bytes: 100_000_000, bytesBefore: 90_000_000, elapsedMs: 60_000 };
  expect(progressText(goesOn)).toContain('1:00 left');
  expect(progressText({ ...goesOn, bytesBefore: 95_000_000 })).not.toContain('left');
});
