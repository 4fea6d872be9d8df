import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LineProblem, readRows } from './line';
import { parseDocument } from './row';

const folder = mkdtempSync(join(tmpdir(), 'loader-line-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function readAll(content: string | Buffer): Promise<[string[], LineProblem[]]> {
  const path = join(folder, 'ticket.jsonl');
  writeFileSync(path, content);
  const [ids, problems]: [string[], LineProblem[]] = [[], []];
  for await (const { line, row } of readRows(path, 'ticket.jsonl', parseDocument, (one) => problems.push(one))) {
    ids.push(`${line} ${row.id}`);
  }
  return [ids, problems];
}

it('lines that cannot be read are told by their number and passed over', async () => {
  const lines = [
    '{"id":"a","type":"t","data":{"text":"one\u2028two"}}',
    '',
    '{"id":"b","type":"t"',
    '[]',
    '{"id":"c","type":"t","data":{"account":9007199254740993}}',
    '{"id":"","type":"t","data":{}}',
  ];
  const latin = Buffer.from(
    '\n{"id":"d","type":"t","data":{"n":"Müller"}}\n{"id":"e","type":"t","data":{}}\n',
    'latin1',
  );
  const [ids, problems] = await readAll(Buffer.concat([Buffer.from(lines.join('\n')), latin]));
  expect(ids).toEqual(['1 a', '8 e']);
  expect(problems.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7]);
  expect(problems.map(({ message }) => message).join('\n')).toMatch(
    /no JSON.*\n.*JSON object.*\n.*9007199254740993 would be rounded.*\n`id`.*\n.*not UTF-8/,
  );
});

it('a file that holds no text ends the run with a sentence', async () => {
  await expect(readAll(Buffer.from([0x1f, 0x8b, 8, 0]))).rejects.toThrow('ticket.jsonl: The file is packed by gzip');
});
