import { OwnNats, eventually, openOwnNats } from '@app/testing';
import { TestHarness, openHarness } from '../test-harness.fake';

let nats: OwnNats;
let harness: TestHarness;
beforeAll(async () => {
  nats = await openOwnNats();
  harness = await openHarness('documents');
});
afterAll(async () => {
  await harness?.close();
  await nats?.close();
});
afterEach(() => jest.restoreAllMocks());

const waits = 'select from outbox where stream_seq is null';
const isDue = `name = 'relay-sweep'`;
/** What the relay sends from now on: statements by name, or by text where they have none, and questions to the bus. */
function watch() {
  const { database, bus } = harness;
  const statements: string[] = [];
  const query = database.query.bind(database);
  jest.spyOn(database, 'query').mockImplementation((statement, values) => {
    statements.push(typeof statement === 'string' ? statement : statement.name);
    return query(statement, values);
  });
  const asked = jest.spyOn(bus.connection.nc, 'request');
  return { statements, asked: () => asked.mock.calls.length };
}
const isLook = (statement: string): boolean => statement.startsWith('select concat(exists (');

it('a relay with nothing to do alone asks the bus nothing, and looks by one statement for both of its loops', async () => {
  const { statements, asked } = watch();
  // The first rests are shorter, and end at other moments.
  const both = () => statements.filter((one) => one.includes(waits) && one.includes(isDue)).length;
  await eventually(() => expect(both()).toBeGreaterThan(0), 30_000);
  const [seen, askedBefore] = [statements.length, asked()];
  await eventually(() => expect(both()).toBeGreaterThan(3), 30_000);
  const others = statements.slice(seen).filter((one) => !isLook(one));
  expect(others.filter((one) => one !== 'lease-take-role')).toEqual([]);
  expect(others.length).toBeLessThanOrEqual(1);
  // With the renewal, if one fell into this time, go the questions whether its streams stand.
  if (others.length === 0) expect(asked()).toBe(askedBefore);
  expect((await harness.database.query('select fence from lease')).rows).toEqual([{ fence: '1' }]);
}, 90_000);

it('is looked after at once when the connection to the bus was gone, since streams may be gone too', async () => {
  const { jsm } = harness.bus.connection;
  await jsm.streams.delete('documents');
  harness.bus.connection.interruptions += 1;
  await eventually(async () => expect((await jsm.streams.info('documents')).config.name).toBe('documents'), 30_000);
}, 60_000);
