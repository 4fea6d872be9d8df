import { documentDeleted } from '@app/contracts/documents';
import { addToOutbox, armKillPoints, factRow, newId } from '@app/persistence';
import type { Database } from '@app/persistence';
import { OwnNats, eventually, openOwnNats, setClock, testEnvironment } from '@app/testing';
import { TestHarness, onDeletedDocument, openHarness, openReplica } from '../test-harness.fake';

const stream = 'documents';
const hourMs = 3_600_000;
/** The beginning of a look for rows that nobody was woken for. */
const waiting = 'select from outbox where stream_seq is null';
/** Longer than a lease lasts that another process waits for. */
const lapsedMs = 6_000;
let nats: OwnNats;
let organization: string;
let open: TestHarness[];
let first: TestHarness;
let second: TestHarness;

beforeAll(async () => {
  nats = await openOwnNats();
});
afterAll(() => nats?.close());
beforeEach(async () => {
  organization = newId('org');
  first = await openHarness('documents');
  open = [first];
  await eventually(async () => expect(await holder()).toBeDefined());
  second = await openReplica('documents', first);
  open.push(second);
});
afterEach(async () => {
  armKillPoints(() => undefined);
  jest.restoreAllMocks();
  await setClock(testEnvironment().adminUrl, 0);
  for (const harness of open.toReversed()) await harness.close();
});

/** Commits facts. The relay of the process is woken that commits by its own pool. */
const commit = (by: Database, ...ids: string[]) =>
  by.transaction('spec', (tx) =>
    addToOutbox(
      tx,
      ids.map((id) => factRow(documentDeleted, { organization, namespace: 'n', documents: [{ id, version: 1 }] })),
    ),
  );
/** As a process that dies right after its commit. */
async function commitUnheard(id: string): Promise<void> {
  const database = await second.database.openBeside({ name: 'spec', poolSize: 1 });
  await commit(database, id);
  await database.close();
}
const holder = async (): Promise<string | undefined> =>
  (await first.database.query<{ holder: string }>(`select holder from lease where name = 'relay-sweep'`)).rows[0]
    ?.holder;
const sequences = async () =>
  (
    await second.database.query<{ seq: string | null }>('select stream_seq::text as seq from outbox order by id')
  ).rows.map(({ seq }) => seq);
const allSent = () => eventually(async () => expect(await sequences()).not.toContain(null));
const messages = async () => (await second.bus.connection.jsm.streams.info(stream)).state.messages;

/** How often a process has asked where durables stand, published, and tried to become the one that sweeps. */
function watch({ bus, database }: TestHarness) {
  const looks = jest.spyOn(bus.connection.jsm.consumers, 'info');
  const published = jest.spyOn(bus.connection.nc, 'publish');
  const statements = jest.spyOn(database, 'query');
  const finds = jest.spyOn(database, 'finds');
  const count = (name: string): number =>
    statements.mock.calls.filter(([one]) => typeof one === 'object' && one.name === name).length;
  return {
    looks: () => looks.mock.calls.length,
    published: () => published.mock.calls.filter(([, , options]) => options?.headers?.has('Nats-Msg-Id')).length,
    polls: () => finds.mock.calls.filter(([select]) => select.startsWith(waiting)).length,
    tries: () => count('lease-take-role'),
  };
}
type Watched = ReturnType<typeof watch>;

/** Waits until a process has tried so often to become the one that sweeps. */
const tried = async (process: Watched, times: number) => {
  const before = process.tries();
  await eventually(() => expect(process.tries()).toBeGreaterThanOrEqual(before + times), 30_000);
};

/**
 * Gives the lease to another process in one statement, so that it is free at no moment, and keeps it as if that one lived.
 * @returns lets go of it: that one has died
 */
async function handTo(holder: string): Promise<() => void> {
  const renew = () =>
    second.database.query(
      `update lease set holder = $1, until = app.now() + interval '5 s' where name = 'relay-sweep'`,
      [holder],
    );
  expect((await renew()).rowCount).toBe(1);
  const renewing = setInterval(() => void renew(), 500);
  return () => clearInterval(renewing);
}

/** Cuts the first process off from everything. Its lease stays as if just renewed until the spec lets go of it. @returns lets go */
async function die(): Promise<() => void> {
  const letGo = await handTo('dead');
  await first.bus.relay.stop();
  await first.bus.connection.nc.close();
  return letGo;
}

describe('two relays of a service', () => {
  it('have one that asks where durables stand and looks for rows that nobody was woken for', async () => {
    const [one, other] = [watch(first), watch(second)];
    await commitUnheard('a');
    await allSent();
    expect([one.published(), other.published()]).toEqual([1, 0]);
    await tried(other, 3);
    expect(one.looks()).toBeGreaterThan(1);
    expect(one.polls()).toBeGreaterThan(1);
    expect([other.looks(), other.polls()]).toEqual([0, 0]);
  }, 60_000);

  it('each publish at once what they commit, and each fact once', async () => {
    const before = await messages();
    const [one, other] = [watch(first), watch(second)];
    const rounds = Array.from({ length: 40 }, (_, round) => round);
    await Promise.all(
      [first, second].map(async ({ database }, process) => {
        for (const round of rounds) await commit(database, `${process}-${round}-a`, `${process}-${round}-b`);
      }),
    );
    await allSent();
    await tried(other, 2);
    expect((await messages()) - before).toBe(160);
    expect(one.published() + other.published()).toBe(160);
    expect(other.published()).toBeGreaterThan(0);
  }, 60_000);

  it('have another one once the lease of the dead one has run out, which publishes what that one left', async () => {
    const letGo = await die();
    const other = watch(second);
    await commitUnheard('left');
    await tried(other, 3);
    expect(await sequences()).toEqual([null]);
    // Its own facts do not wait for that; they take with them what waits.
    await commit(second.database, 'own');
    await allSent();
    expect([await holder(), other.polls()]).toEqual(['dead', 0]);
    await commitUnheard('later');
    letGo();
    await setClock(testEnvironment().adminUrl, lapsedMs);
    await allSent();
    expect(await sequences()).toHaveLength(3);
    await eventually(() => expect(other.looks()).toBeGreaterThan(3));
    expect(await holder()).not.toBe('dead');
  }, 60_000);

  it('leave the lease to the other one when they cannot reach the streams', async () => {
    const mine = await holder();
    await first.bus.connection.nc.close();
    await setClock(testEnvironment().adminUrl, hourMs);
    await eventually(async () => expect(await holder()).not.toBe(mine));
  }, 60_000);
});

it('a sweep whose lease another process has taken has no row published again', async () => {
  const heard = new Set<string>();
  const listen = onDeletedDocument(organization, async (id) => void heard.add(id));
  open.push(await openHarness('calibration', [listen]));
  await commit(first.database, 'a');
  await allSent();
  const [sequence] = await sequences();
  await first.bus.connection.jsm.streams.deleteMessage(stream, Number(sequence));
  let stops = 0;
  let letGo: () => void = () => undefined;
  armKillPoints(async (point) => {
    if (point !== 'relay.before-forget' || stops++ > 0) return;
    letGo = await handTo('taker');
  });
  open.push(await openHarness('judgments', [listen]));
  await commit(first.database, 'b');
  await eventually(() => expect(stops).toBe(1), 30_000);
  await tried(watch(first), 2);
  expect((await sequences())[0]).toBe(sequence);
  letGo();
  await second.database.query('delete from lease');
  await eventually(async () => expect(await sequences()).toEqual([]), 30_000);
  expect(heard).toEqual(new Set(['a', 'b']));
}, 90_000);
