import fc from 'fast-check';
import { readFile } from './read-file';
import { encodingCases } from './testing/encoding-cases';
import { jsonCases } from './testing/json-cases';
import { bytesOf, read, readInParts } from './testing/read';
import { tableCases } from './testing/table-cases';

const fileCases = [...encodingCases, ...tableCases, ...jsonCases];

it.each(fileCases)('$name: the right rows, or a sentence that tells how to mend it', async (file) => {
  const { rows, refused, told, fault } = await read(file.bytes, file.options);
  expect({ rows, refused, fault }).toEqual({ rows: file.rows, refused: file.refused ?? [], fault: file.fault ?? null });
  if (file.told !== undefined) expect(told.join(' ')).toContain(file.told);
  // Nothing that is refused goes without a sentence.
  for (const sentence of told) expect(sentence).toMatch(/^[A-Z].{20,}\.$/s);
});

it('the same records come of the same bytes, however they are cut', () => {
  for (const { bytes, options } of fileCases) {
    const whole = readInParts(bytes, [bytes.length], options);
    expect(readInParts(bytes, [1], options)).toEqual(whole);
    for (let at = 1; at < bytes.length; at++) expect(readInParts(bytes, [at, bytes.length], options)).toEqual(whole);
  }
});

it('the same records come of any text, however it is cut', () => {
  const chars = fc.constantFrom('a', 'é', '😀', '"', '"', ',', ',', '\n', '\r\n', '\r', ' ', '1', '{', '}', '\0');
  const tables = fc.array(chars, { maxLength: 60 }).map((parts) => bytesOf(`id,n\n${parts.join('')}`));
  const damaged = fc.tuple(tables, fc.nat(), fc.nat(255)).map(([bytes, at, byte]) => {
    const copy = Uint8Array.from(bytes);
    copy[5 + (at % Math.max(1, copy.length - 5))] = byte;
    return copy.subarray(0, Math.max(5, bytes.length));
  });
  const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.oneof(tables, damaged), lengths, fc.constantFrom('csv', 'jsonl'), (bytes, parts, format) => {
      const options = { format, encoding: 'utf-8', ...(format === 'csv' && { delimiter: ',' }) } as const;
      expect(readInParts(bytes, parts, options)).toEqual(readInParts(bytes, [bytes.length], options));
    }),
    { numRuns: 2_000 },
  );
});

it('a table that was written by the rules is read as it was meant', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r\n', ';', 'ü', ' '), maxLength: 8 });
  const rows = fc.array(fc.tuple(cell, cell), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(rows, async (cells) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const text = ['id,n', ...cells.map((row) => row.map(quoted).join(','))].join('\r\n');
      const { rows: found, refused } = await read(text, { delimiter: ',' });
      const meant = cells.filter((row) => row.join('') !== '').map(([id, n]) => ({ id, n }));
      expect([found, refused]).toEqual([meant, []]);
    }),
  );
});

it('cells stay texts, and the end names the columns that look like numbers', async () => {
  const { summary, understanding } = await read('id,zip,seats,price,mixed,none\n1,01234,5,1.50,2,\n2,99,7,-3e2,x,\n');
  expect(summary).toMatchObject({ rows: 2, refused: 0, numberColumns: ['id', 'seats', 'price'] });
  expect(understanding?.columns.map(({ name, guess }) => `${name} ${guess}`)).toEqual([
    'id number',
    'zip text',
    'seats number',
    'price number',
    'mixed text',
    'none empty',
  ]);
});

it('the head tells format, columns, their guesses and which may be the id', async () => {
  const table = await read('name,ticket_id,at,on\nx,7,2026-01-02T03:04:05Z,true\nx,8,2026-01-03,FALSE\n');
  expect(table.understanding).toMatchObject({ format: 'csv', encoding: 'utf-8', delimiter: ',', lineEnd: '\n' });
  expect(table.understanding?.columns.map(({ guess }) => guess)).toEqual(['text', 'number', 'time', 'boolean']);
  expect(table.understanding?.idCandidates).toEqual(['ticket_id', 'at', 'on']);
  const objects = await read('{"n":{"a":1},"id":12345678901234567890}\n{"n":[1],"id":2,"f":1.5}\n', {
    idMembers: ['id'],
  });
  expect(objects.understanding?.columns).toEqual([
    { name: 'n', guess: 'mixed' },
    { name: 'id', guess: 'text' },
    { name: 'f', guess: 'number' },
  ]);
  expect(objects.understanding?.idCandidates).toEqual(['id']);
});

it('a summary keeps a hundred refusals and counts all; a refusal keeps the beginning of its text', async () => {
  const long = 'x'.repeat(3_000);
  const { summary } = await read(`id,n\n${`${long}\n`.repeat(250)}a,b\n`);
  expect([summary.rows, summary.refused, summary.refusals.length]).toEqual([1, 250, 100]);
  expect([summary.refusedByReason, summary.refusals[0]?.raw.length]).toEqual([{ cells: 250 }, 1_000]);
});

it('rows past 1 MiB are refused, and one without an end fills no memory', async () => {
  const text = 'é'.repeat(600_000);
  const { rows, refused } = await read(`id,n\na,${text}\nb,"${text}"\nc,x\n`);
  expect([rows, refused.map(([line, , reason]) => [line, reason])]).toEqual([
    [{ id: 'c', n: 'x' }],
    [
      [2, 'too_long'],
      [3, 'too_long'],
    ],
  ]);
  const mebibyte = bytesOf('y'.repeat(1024 * 1024));
  function* endless(beginning: string, end: string) {
    yield bytesOf(beginning);
    for (let part = 0; part < 20; part++) yield mebibyte;
    yield bytesOf(end);
  }
  for (const [beginning, end] of [
    ['id,n\na,"', '"\nb,x\n'],
    ['id,n\na,', '\nb,x\n'],
    ['{"id":"', '"}\n{"id":"b"}\n'],
  ] as const) {
    const kept: string[] = [];
    for await (const record of readFile(endless(beginning, end))) {
      kept.push(record.kind === 'row' ? JSON.stringify(record.fields['id']) : `${record.line} ${record.reason}`);
    }
    expect(kept).toEqual([beginning.startsWith('{') ? '1 too_long' : '2 too_long', '"b"']);
  }
});

it('nothing is read of an array past 50 MB', async () => {
  const part = bytesOf(`{"id":"${'x'.repeat(1024 * 1024 - 10)}"},`);
  function* large() {
    yield bytesOf('[');
    for (let count = 0; count < 51; count++) yield part;
    yield bytesOf('{}]');
  }
  const records = readFile(large())[Symbol.asyncIterator]();
  await expect(records.next()).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('JSON lines') as string,
  });
});

it('a stream of a page is read, and let go by who takes no more', async () => {
  let isCancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(bytesOf(`id,n\n${'a,b\n'.repeat(100_000)}`)),
    cancel: () => void (isCancelled = true),
  });
  for await (const record of readFile(stream)) {
    expect(record).toEqual({ kind: 'row', line: 2, fields: { id: 'a', n: 'b' }, raw: ['a', 'b'] });
    break;
  }
  expect(isCancelled).toBe(true);
  const blob = new Blob(['{"id":"a"}\n', '{"id":"b"}']);
  const ids: unknown[] = [];
  for await (const record of readFile(blob.stream())) if (record.kind === 'row') ids.push(record.fields['id']);
  expect(ids).toEqual(['a', 'b']);
});
