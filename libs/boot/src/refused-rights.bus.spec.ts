import { handle } from '@app/bus';
import { BusPermissions, busUsers } from '@app/contracts/catalogue';
import { readDocuments } from '@app/contracts/documents';
import { emptySchema } from '@app/persistence';
import { NatsUser, busUser, reloadUsers, runNats, stopNats } from '@app/servers';
import { FakeService, OwnNats, callerOf, eventually, freshSchema, openOwnNats, serviceEnvironment } from '@app/testing';
import { readFileSync } from 'node:fs';
import { Platform, openPlatform } from './platform';

const schema = { service: 'documents' as const, settings: {}, sql: emptySchema };
const { subject } = readDocuments;
const all = busUsers().find(({ service }) => service === 'documents')!.permissions;
/** Rights of a release that did not know the request yet. */
const before: BusPermissions = { ...all, subscribe: all.subscribe.filter((one) => !one.startsWith(subject)) };
const reply = { documents: [] };

let nats: OwnNats;
let others: NatsUser[];
let open: Platform[];

beforeAll(async () => {
  nats = await openOwnNats();
  const config = JSON.parse(readFileSync(nats.control.configPath, 'utf8')) as { authorization: { users: NatsUser[] } };
  others = config.authorization.users.filter(({ user }) => user !== 'documents');
});
afterAll(() => nats?.close());
beforeEach(async () => {
  open = [];
  await freshSchema(schema);
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const platform of open) {
    // What was asked of a server that stopped since would be waited for, for five seconds.
    await platform.bus.connection.nc.close();
    await platform.bus.drain();
    await platform.close();
  }
});

const give = (rights: BusPermissions) =>
  reloadUsers(nats.control.configPath, [...others, busUser('documents', 'secret', rights)]);
/** How a server comes to have other rights. */
const ways = {
  'reads its configuration anew': give,
  async 'is started again'(rights: BusPermissions) {
    await stopNats(nats.control);
    await give(rights);
    await runNats(nats.control);
  },
};

/** Has the interval of five seconds pass at once, in which a process asks again for what was refused. */
function hastenAsking(): void {
  const begin = setInterval;
  jest
    .spyOn(globalThis, 'setInterval')
    .mockImplementation(((again: () => void, ms: number) =>
      begin(again, ms === 5000 ? 100 : ms)) as typeof setInterval);
}

/** A process that handles the request, and nothing else. */
async function start(more: { readyAlone?: boolean } = {}): Promise<Platform> {
  const platform = await openPlatform(
    { ...schema, ...more },
    serviceEnvironment('documents', { NATS_USER: 'documents', NATS_PASSWORD: 'secret' }),
  );
  open.push(platform);
  await platform.bus.serve([handle(readDocuments, async () => reply as never)]);
  platform.health.start();
  return platform;
}
const unready = {
  ok: false,
  failing: {
    subscriptions: `NATS does not let this process hear ${subject}: give its user the rights of this version`,
  },
};

describe.each(Object.keys(ways) as (keyof typeof ways)[])('a server that %s', (way) => {
  it('with the right to a request makes the process ready that lacked it, and the request is answered [O-M3]', async () => {
    hastenAsking();
    await give(before);
    const process = await start();
    expect(await process.health.checkReadiness()).toEqual(unready);
    await ways[way](all);
    await eventually(
      async () => expect(await process.health.checkReadiness()).toEqual({ ok: true, failing: {} }),
      30_000,
    );
    const gateway = await FakeService.open('gateway');
    try {
      await expect(gateway.ask(readDocuments, {} as never, callerOf('org_rights'))).resolves.toEqual(reply);
    } finally {
      await gateway.stop();
    }
  }, 60_000);

  it('without a right that a process had makes it unready, unless it answers without servers [O-M3]', async () => {
    await give(all);
    const [process, alone] = [await start(), await start({ readyAlone: true })];
    for (const { health } of [process, alone])
      await eventually(async () => expect((await health.checkReadiness()).ok).toBe(true), 30_000);
    await ways[way](before);
    await eventually(async () => expect(await process.health.checkReadiness()).toEqual(unready), 30_000);
    expect((await alone.health.checkReadiness()).ok).toBe(true);
    expect(await (await start({ readyAlone: true })).health.checkReadiness()).toEqual(unready);
  }, 60_000);
});
