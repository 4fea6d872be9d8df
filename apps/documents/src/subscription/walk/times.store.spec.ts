import { setClock, testEnvironment } from '@app/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { membersOf, raisedLines, subscribe } from '../../testing/subscriptions';

const org = 'org_times';
const ns = 'times/one';
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const migration = readFileSync(join(__dirname, '../../../sql/migrations/0006-times-of-any-offset.sql'), 'utf8');

let harness: DocumentsHarness;
const clock = (ms: number) => setClock(testEnvironment().adminUrl, ms);
beforeAll(async () => {
  await clock(0);
  harness = await openDocuments();
}, 60_000);
afterAll(async () => {
  await clock(0);
  await harness.close();
});

/** A moment as Python writes it in Berlin. */
const berlin = (ms: number) => new Date(Date.now() + ms + 2 * hour).toISOString().replace('Z', '+02:00');
const put = (id: string, due: string, others: object = {}) =>
  harness.write(org, ns, { upsert: [{ id, attributes: { due, ...others } }] });
const members = (name: string) => membersOf(harness, org, ns, name);
const walks = async () =>
  (
    await harness.database.query<{ name: string }>(
      'select s.name from subscription_walk w join subscription s on s.id = w.subscription_id order by name',
    )
  ).rows;

async function sweep(): Promise<void> {
  for (let turn = 0; turn < 20 && (await harness.due.turn()); turn++);
}

it('after an upgrade the members of subscriptions that name `within` follow every offset, and no event is raised [REL-F5]', async () => {
  await put('plain', new Date(Date.now() - 6 * day).toISOString());
  await put('offset', berlin(-hour));
  await put('kept', berlin(-2 * hour));
  await put('soon', berlin(2 * day));
  await put('nothing', `${new Date(Date.now() - 366 * day).getUTCFullYear()}-02-30T00:00:00Z`);
  await subscribe(harness, org, ns, 'week', { filter: { 'attributes.due': { within: '7d' } } });
  await subscribe(harness, org, ns, 'years', { filter: { 'attributes.due': { within: '800d' } } });
  await subscribe(harness, org, ns, 'born', { filter: { created_at: { within: '7d' } } });
  const right = { week: await members('week'), years: await members('years') };
  expect(right).toEqual({ week: ['kept', 'offset', 'plain'], years: ['kept', 'offset', 'plain'] });

  // The rows as the version before left them: it read `Z` alone, and every day of two digits.
  await harness.database.query(`delete from membership where document_id in ('offset', 'kept', 'soon')
    and subscription_id in (select id from subscription where name <> 'born')`);
  await harness.database.query(`insert into membership (namespace_id, subscription_id, document_id, matching)
    select n.id, s.id, 'nothing', true from namespace n, subscription s where n.name = '${ns}' and s.name = 'years'`);
  await harness.database.query(migration);
  await harness.database.query(`update column_revision set revision = revision + 1 where organization = '${org}'`);
  expect(await walks()).toEqual([{ name: 'week' }, { name: 'years' }]);

  // While older builds may still run nobody claims them. What changes a document first sets its members as they are.
  expect(await harness.walks.turn()).toBe(false);
  await put('kept', berlin(-2 * hour), { seen: true });
  expect(await raisedLines(harness, org, ns)).toEqual([]);
  await put('kept', 'never');
  expect((await raisedLines(harness, org, ns)).sort()).toEqual(['exited kept document', 'exited kept document']);
  await put('kept', berlin(-2 * hour));
  const told = (await raisedLines(harness, org, ns)).length;
  expect(told).toBe(4);

  await clock(16 * minute);
  for (let turn = 0; turn < 20 && (await harness.walks.turn()); turn++);
  expect(await walks()).toEqual([]);
  expect({ week: await members('week'), years: await members('years') }).toEqual(right);
  expect(await raisedLines(harness, org, ns)).toHaveLength(told);

  await clock(2 * day + hour);
  await sweep();
  expect((await raisedLines(harness, org, ns)).slice(told).sort()).toEqual([
    'entered soon time',
    'entered soon time',
    'exited plain time',
  ]);
});

it('a walk finds a document that a window will reach, though its text is of an earlier hour than the window’s begin [REL-F5]', async () => {
  await clock(0);
  const other = 'times/two';
  const west = new Date(Date.now() + 2 * hour - 12 * hour).toISOString().replace('Z', '-12:00');
  await harness.write(org, other, { upsert: [{ id: 'later', attributes: { due: west } }] });
  await subscribe(harness, org, other, 'hour', { filter: { 'attributes.due': { within: '1h' } } });
  expect(await membersOf(harness, org, other, 'hour')).toEqual([]);
  await clock(2 * hour + minute);
  await sweep();
  expect(await raisedLines(harness, org, other)).toEqual(['entered later time']);
  await clock(3 * hour + 2 * minute);
  await sweep();
  expect((await raisedLines(harness, org, other)).slice(1)).toEqual(['exited later time']);
});
