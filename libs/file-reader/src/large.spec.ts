import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readFile } from './read-file';
import { bytesOf } from './testing/read';

/** Bytes of each file. */
const size = process.env['LONG'] === '1' ? 200_000_000 : 10_000_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A file that is made while it is read; it has a line that is refused in each part. */
function* partsOf(header: string, rowOf: (n: number) => string) {
  yield bytesOf(header);
  let [n, sent] = [0, 0];
  while (sent < size) {
    const rows = Array.from({ length: 500 }, (_, at) => (at === 250 ? '"broken\n' : rowOf(n + at)));
    const part = bytesOf(rows.join(''));
    yield part;
    n += rows.length;
    sent += part.length;
  }
}

const kinds: [string, string, (n: number) => string][] = [
  ['table', 'id;text;status\n', (n) => `${n};"a ""ticket"" of\ntwo lines ${n}";open\n`],
  [
    'JSON lines',
    '{"id":"first"}\n',
    (n) => `{"id":${n},"text":"a ticket ${n}","status":{"open":true,"since":${n}.5}}\n`,
  ],
];

it.each(kinds)(
  'a large %s is read in level memory',
  async (_name, header, rowOf) => {
    const heaps: number[] = [];
    const reading = readFile(partsOf(header, rowOf), { idMembers: ['id'] });
    let records = 0;
    for await (const record of reading) {
      // In a worker that has run many files the garbage of a look takes a third of a second to collect.
      if (++records % Math.floor(size / 500) > 0) continue;
      collectGarbage();
      heaps.push(process.memoryUsage().heapUsed);
      expect(record.line).toBeGreaterThanOrEqual(records);
    }
    const { rows, refused } = reading.summary;
    expect(rows + refused).toBe(records);
    expect([rows > size / 100, refused > size / 100_000]).toEqual([true, true]);
    // The first one was taken when all that is kept was there.
    expect(Math.max(...heaps) - (heaps[0] ?? 0)).toBeLessThan(4_000_000);
    expect(heaps.length).toBeGreaterThan(5);
  },
  120_000,
);

it('refusals that are kept do not keep the text around them', async () => {
  function* parts() {
    for (let n = 0; n < 30; n++) yield bytesOf(`{"id":"${'x'.repeat(1_000_000)}"}\nalone ${n}, one, two, three\n`);
  }
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const reading = readFile(parts());
  for await (const record of reading) if (record.kind === 'refusal') expect(record.raw).toMatch(/^alone/);
  const { refusals } = reading.summary;
  collectGarbage();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
  expect(refusals).toHaveLength(30);
});
