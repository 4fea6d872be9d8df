import { Database } from '@app/persistence';
import { openFreshDatabase } from '@app/testing';
import { brokerSchema } from '../app.schema';
import { EngineStore, overrideRate } from './engine.store';

let database: Database;
let store: EngineStore;
beforeAll(async () => {
  database = await openFreshDatabase(brokerSchema, 4);
  store = new EngineStore(database);
});
afterAll(() => database.close());

it('a look finds every change of what is known of engines since a digest was read, and nothing without one', async () => {
  let digest = '';
  const changedBy = async (statement: string) => {
    await database.query(statement);
    const hasChanged = await store.haveChanged(digest);
    digest = await store.readDigest();
    return hasChanged && !(await store.haveChanged(digest));
  };
  expect(await store.haveChanged(await store.readDigest())).toBe(false);
  const changes = [
    `insert into engine (name, active, identity, weight, limits) values ('jev', true, 'x', 1, '{}')`,
    'update engine set revision = revision + 1',
    `update engine set circuit_until = app.now()`,
    `insert into epoch (engine, day, n, identity, opened_at, answered_at) values ('jev', '2026-11-28', 1, 'x', app.now(), app.now())`,
    `update epoch set answered_at = answered_at + interval '1 s'`,
  ];
  for (const change of changes) expect([change, await changedBy(change)]).toEqual([change, true]);
  expect(await store.haveChanged(digest)).toBe(false);
  await overrideRate(database, 'jev', { in_flight: 3 });
  expect(await store.haveChanged(digest)).toBe(true);
});
