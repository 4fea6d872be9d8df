import { openFaultRoom, refusalOf } from '../testing/fault-room';
import { json, refuse, type Script } from '../testing/fault-server';
import type { BulkOptions } from './bulk-writer';

const room = openFaultRoom();
const { server } = room;
const bulk = (rows: Iterable<object>, options: BulkOptions = {}) =>
  room
    .client()
    .namespace('a')
    .documents.bulk(rows as never, options);
const written = json(200, { upserted: 1, documents: [] });
const rowsOf = (body: string) => (JSON.parse(body) as { upsert: { id: string; n: number }[] }).upsert;
const always = (script: Script) => server.play(...Array.from({ length: 60 }, () => script));

it('keeps the order of an id, halves what is refused and reports the row [SDK-08]', async () => {
  const seen: string[] = [];
  always((request, response) => {
    const rows = rowsOf(request.body);
    if (rows.some(({ id }) => id === 'bad')) {
      return refuse(400, 'invalid_request', { path: '/upsert/0/id' })(request, response);
    }
    seen.push(...rows.map(({ id, n }) => `${id}${n}`));
    written(request, response);
  });
  const rows = Array.from({ length: 40 }, (_, n) => ({ id: n === 17 ? 'bad' : n % 10 === 0 ? 'same' : `i${n}`, n }));
  const refused: unknown[] = [];
  const report = await bulk(rows, { concurrency: 3, maxRows: 5, onRefused: (row) => refused.push(row) });
  expect(report).toEqual({ written: 39, refused: 1 });
  expect(refused).toEqual([{ id: 'bad', n: 17 }]);
  expect(seen.filter((row) => row.startsWith('same'))).toEqual(['same0', 'same10', 'same20', 'same30']);
  expect(new Set(seen).size).toBe(39);
});

it('begins nothing more after what is not about a row, and raises when nothing is in flight [SDK-08]', async () => {
  let inFlight = 0;
  let rowsTaken = 0;
  always((request, response) => {
    inFlight++;
    const isFirst = server.heard.length === 1;
    setTimeout(
      () => {
        inFlight--;
        (isFirst ? refuse(403, 'forbidden') : written)(request, response);
      },
      isFirst ? 10 : 60,
    );
  });
  function* rows() {
    for (let n = 0; n < 40; n++, rowsTaken++) yield { id: `i${n}` };
  }
  expect(await refusalOf(bulk(rows(), { concurrency: 3, maxRows: 2 }))).toMatchObject({ status: 403 });
  const heard = server.heard.length;
  expect([inFlight, heard <= 4, rowsTaken < 40]).toEqual([0, true, true]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(server.heard).toHaveLength(heard);
});

it('a refusal that names no row is not taken for one of each row [SDK-08]', async () => {
  always(refuse(400, 'invalid_request', { path: '/ns' }));
  expect(await refusalOf(bulk([{ id: '1' }, { id: '2' }], { concurrency: 1 }))).toMatchObject({ path: '/ns' });
  expect(server.heard).toHaveLength(1);
});

it('refuses a row that is no JSON and writes the others [SDK-08]', async () => {
  always(written);
  const refused: string[] = [];
  const rows = [{ id: '1' }, { id: '2', state: { n: BigInt(1) } }];
  const report = await bulk(rows, { onRefused: ({ id }, { code }) => refused.push(`${id} ${code}`) });
  expect([report, refused]).toEqual([{ written: 1, refused: 1 }, ['2 usage']]);
});

it('raises what the source raises, and sends nothing of what it gave last [SDK-08]', async () => {
  always(written);
  function* rows() {
    yield { id: '1' };
    throw new Error('the file ends in the middle of a line');
  }
  expect(await refusalOf(bulk(rows()))).toEqual(new Error('the file ends in the middle of a line'));
  expect(server.heard).toHaveLength(0);
});

it.each([{ maxRows: 501 }, { maxRows: 0 }, { concurrency: 17 }, { concurrency: 0.5 }, { maxBytes: 8_388_609 }])(
  'refuses %j, and names the bound [SDK-08]',
  async (options) => {
    server.play();
    const [name = ''] = Object.keys(options);
    const error = await refusalOf(bulk([{ id: '1' }], options));
    expect(error).toMatchObject({ code: 'usage', message: expect.stringContaining(name) as string });
  },
);

it('takes no option of a single write, which it could not honour [SDK-08]', () => {
  // @ts-expect-error one key for many writes would give each batch the first one's reply
  const options: BulkOptions = { idempotencyKey: 'nightly' };
  expect(Object.keys(options)).toEqual(['idempotencyKey']);
});
