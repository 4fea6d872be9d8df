import { Database } from '@app/persistence';
import { openFreshDatabase, setClock, testEnvironment } from '@app/testing';
import { randomUUID } from 'node:crypto';
import { brokerSchema } from '../app.schema';
import { Holder, SliceStore } from './slice.store';

const leaseS = 40;
const all = [0, 1, 2, 3, 4, 5, 6, 7];

describe('slices', () => {
  let database: Database;
  let slices: SliceStore;
  const hold = async (by: Holder, seconds: number, count: number) =>
    (await slices.hold(['jev'], by, seconds, count)).get('jev') ?? [];
  const replica = (holder: string): Holder => ({ holder, process: randomUUID() });
  beforeEach(async () => {
    database = await openFreshDatabase(brokerSchema, 4);
    slices = new SliceStore(database);
    await database.query(
      `insert into engine (name, active, identity, weight, limits) values ('jev', true, 'x', 1, '{}')`,
    );
    await slices.make('jev');
  });
  afterEach(async () => {
    await setClock(testEnvironment().adminUrl, 0);
    await database.close();
  });

  it('are never held twice, however many reach for them at once', async () => {
    const held = await Promise.all(['a', 'b', 'c', 'd'].map((name) => hold(replica(name), leaseS, 8)));
    const rest = await hold(replica('e'), leaseS, 8);
    expect([...held.flat(), ...rest].sort()).toEqual(all);
  });

  it('of a process that died are its restarted self’s at once, and another’s when the lease has ended', async () => {
    expect(await hold(replica('a'), leaseS, 8)).toEqual(all);
    const restarted = replica('a');
    expect(await hold(restarted, leaseS, 8)).toEqual(all);
    const other = replica('b');
    await setClock(testEnvironment().adminUrl, 39_000);
    expect(await hold(other, leaseS, 8)).toEqual([]);
    await setClock(testEnvironment().adminUrl, 41_000);
    expect(await hold(other, leaseS, 3)).toHaveLength(3);
    expect(await hold(restarted, leaseS, 8)).toHaveLength(5);
  });

  it('are free as soon as they are given back', async () => {
    const [a, b] = [replica('a'), replica('b')];
    await hold(a, leaseS, 8);
    await slices.giveBack('jev', a, [4, 5, 6, 7]);
    expect(await hold(b, leaseS, 8)).toEqual([4, 5, 6, 7]);
    await slices.leave(a);
    expect(await hold(b, leaseS, 8)).toEqual(all);
  });

  it('are shared among the replicas that were heard lately', async () => {
    const [a, b] = [replica('a'), replica('b')];
    await slices.announce(a, 10);
    expect(await slices.announce(b, 10)).toEqual(['a', 'b']);
    const changed = (...known: string[]) => slices.haveReplicasChanged(known);
    expect([await changed('a'), await changed('a', 'b'), await changed()]).toEqual([true, false, true]);
    await setClock(testEnvironment().adminUrl, 11_000);
    expect(await changed('a', 'b')).toBe(true);
    expect(await slices.announce(b, 10)).toEqual(['b']);
  });
});
