import { Call, Entry } from '@app/bus';
import { ProcessState, answerPath, services } from '@app/contracts';
import { emptySchema } from '@app/persistence';
import { callerOf, freshSchema, serviceEnvironment } from '@app/testing';
import { Platform, openPlatform } from './platform';
import { showsProcess } from './process-state';

const schema = { service: 'billing' as const, settings: {}, sql: emptySchema };
let platform: Platform;
beforeAll(async () => {
  await freshSchema(schema);
  platform = await openPlatform(schema, {
    ...serviceEnvironment(schema.service),
    REPLICA: '7',
    BUILD_VERSION: '1.2.3',
  });
});
afterAll(async () => {
  await platform.bus.drain();
  await platform.close();
});

async function shown(): Promise<ProcessState> {
  const [entry] = showsProcess(platform) as Extract<Entry, { kind: 'handle' }>[];
  return (await entry.work({}, Call.within(1_000, callerOf('org_1')), new Uint8Array())) as ProcessState;
}

it('tells the outbox of the service and the pools of the process, and nothing that a fact says [O-STALE]', async () => {
  const main = expect.objectContaining({ busy: 0, waiting: 0 });
  expect(await shown()).toMatchObject({ replica: '7', version: '1.2.3', pools: [main] });
  expect((await shown()).outbox).toEqual({ waiting: 0, published: 0, oldest_s: 0 });
  await platform.database.query(
    `insert into outbox (id, subject, payload, created_at, stream_seq)
     values ('1', 's', 'what only its owner may read', app.now() - interval '1 h', null), ('2', 's', '{}', app.now(), 5)`,
  );
  const { outbox } = await shown();
  expect(outbox).toMatchObject({ waiting: 1, published: 1 });
  expect(outbox.oldest_s).toBeGreaterThanOrEqual(3_600);
  expect(JSON.stringify(await shown())).not.toContain('owner');
});

it('is answered by the services that answers pass, and by no other [O-STALE]', () => {
  const asked = services.filter((service) => showsProcess({ ...platform, service }).length > 0);
  expect(asked.sort()).toEqual([...answerPath].sort());
});
