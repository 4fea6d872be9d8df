import { armKillPoints } from '@app/persistence';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { aPointer, related } from '../../testing/related';
import { FanoutRoom } from './fanout-room.fake';
import { chunkSize } from './fanout.store';
const org = 'org_walks';
let harness: DocumentsHarness;
let room: FanoutRoom;
beforeAll(async () => {
  harness = await openDocuments(8);
  room = new FanoutRoom(harness, org);
}, 60_000);
afterEach(() => armKillPoints(() => undefined));
afterAll(() => harness.close());

it('walks keys with few documents together, a chunk of documents a transaction', async () => {
  const ns = 'fan/many';
  const ids = await room.manyCustomers(ns, 200, 3, 'late', 'lost');
  // Of two judgments, each with 600 answers to touch.
  expect(await room.walkAll()).toBe(Math.ceil(1200 / 249));
  for (const name of ['late', 'lost']) {
    const own = (await room.facts(ns)).filter(({ sets }) => sets[0][0] === `jdg_${name}`);
    expect(own.flatMap(({ documents }) => documents.map(({ id }) => id)).sort()).toEqual(ids);
  }
  const sizes = (await room.facts(ns)).map(({ documents }) => documents.length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(chunkSize);
  expect(sizes.length).toBeLessThanOrEqual(10);
  expect(await room.stale(ns)).toBe(600);
  await room.judge(ns, ids);
  expect(await room.stale(ns)).toBe(0);
});

it('ends in a line of the log for each judgment of a transaction, and in none before it has ended', async () => {
  const ns = 'fan/logged';
  const lines = (judgment: string) =>
    harness.log.lines(ns).filter(({ event, judgment_id: id }) => event === 'walk.ended' && id === judgment);
  await room.manyCustomers(ns, 40, 3, 'late', 'lost');
  await room.walkAll();
  for (const judgment of ['jdg_late', 'jdg_lost']) {
    expect(lines(judgment)).toEqual([
      {
        level: 'info',
        time: expect.any(String) as string,
        service: 'spec',
        replica: '0',
        msg: 'a walk ended',
        event: 'walk.ended',
        walk: 'fanout',
        outcome: 'ended',
        organization: org,
        namespace: ns,
        judgment_id: judgment,
        walks: 40,
        claims: 1,
        documents: 120,
        ms: expect.any(Number) as number,
      },
    ]);
  }
  const long = 'fan/long';
  await harness.putJudgment(org, long, 'late', related(aPointer()));
  await room.tier(long, 'gold');
  await room.orders(long, 600);
  await room.walkAll();
  await room.tier(long, 'lead');
  await harness.drainRelated();
  expect(await harness.fanouts.turn()).toBe(true);
  const ended = harness.log.lines(long).length;
  expect(await room.walkAll()).toBeGreaterThan(1);
  expect(harness.log.lines(long)).toHaveLength(ended + 1);
  expect(harness.log.lines(long).at(-1)).toMatchObject({ walk: 'fanout', walks: 1, claims: 3, outcome: 'ended' });
}, 60_000);

it.each(['documents.fanout.claimed', 'documents.fanout.before-commit', 'documents.fanout.after-commit'])(
  'walks each of several walks once when it is killed at %s',
  async (point) => {
    const ns = `fan/${point}`;
    const ids = await room.manyCustomers(ns, 100, 3, 'late');
    armKillPoints((name) => {
      if (name === point) throw new Error('killed');
    });
    await expect(harness.fanouts.turn()).rejects.toThrow('killed');
    armKillPoints(() => undefined);
    expect(await room.stale(ns)).toBe(300);
    await room.walkAll();
    expect((await room.touched(ns)).sort()).toEqual(ids);
  },
);

it('touches a document once that points at two changed targets of one chunk', async () => {
  const ns = 'fan/two';
  await room.manyCustomers(ns, 2, 1, 'late');
  await room.walkAll();
  await harness.write(org, ns, {
    upsert: [{ id: 'both', attributes: { customer: ['c0', 'c1'] }, state: { note: 'b' } }],
  });
  await room.judge(ns, ['o0000', 'o0001', 'both']);
  const before = (await room.touched(ns)).length;
  await harness.write(org, ns, { upsert: ['c0', 'c1'].map((id) => ({ id, state: { tier: 'gold' } })) });
  await harness.drainRelated();
  expect(await room.walkAll()).toBe(1);
  expect((await room.touched(ns)).slice(before).sort()).toEqual(['both', 'o0000', 'o0001']);
  expect(await room.stale(ns)).toBe(3);
});
