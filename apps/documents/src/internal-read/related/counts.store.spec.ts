import fc from 'fast-check';
import { ReaderPool } from '../../document/pool/reader.pool';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { CountsWorld, appliesTo } from './counts-world.fake';

let harness: DocumentsHarness;
let pool: ReaderPool;
beforeAll(async () => {
  harness = await openDocuments(8);
  pool = new ReaderPool({ readerPoolSize: 2 }, harness.database);
  await pool.onModuleInit();
}, 60_000);
afterAll(async () => {
  await pool.onApplicationShutdown();
  await harness.close();
});

const isLong = process.env['LONG'] === '1';

it('counts a ticket that was closed nowhere: neither in a read, a query, a group nor a feature of its account [REL-F6]', async () => {
  const world = new CountsWorld(harness, pool, 'counts/ticket');
  await world.begin();
  await world.order('t1', 'a', true);
  await world.answer('t1', 0.9);
  await world.judge();
  expect([await world.counts(), await world.statusOf('shown', 'a')]).toEqual([
    [
      [1, 1, 1],
      [0, 0, 0],
    ],
    'fresh',
  ]);

  await world.turn('t1', false);
  expect(await world.counts()).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ]);
  expect(await world.statusOf('shown', 'a')).toBe('related_changed');
  await world.judge();
  expect([await world.statusOf('shown', 'a'), await world.shownOf('a')]).toEqual(['fresh', [{ late: 'not judged' }]]);

  // Opened again, what it said before counts until another answer replaces it.
  await world.turn('t1', true);
  expect(await world.statusOf('shown', 'a')).toBe('related_changed');
  expect(await world.counts()).toEqual([
    [1, 1, 1],
    [0, 0, 0],
  ]);
});

const id = fc.constantFrom('o1', 'o2', 'o3');
const moves = fc.oneof(
  fc.tuple(fc.constant('order' as const), id, fc.constantFrom('a', 'b'), fc.boolean()),
  fc.tuple(fc.constant('turn' as const), id, fc.boolean()),
  fc.tuple(fc.constant('answer' as const), id, fc.constantFrom(0.1, 0.4, 0.6, 0.9)),
  fc.tuple(fc.constant('remove' as const), id),
  fc.tuple(fc.constant('applies' as const), fc.nat(appliesTo.length - 1)),
);

async function move(world: CountsWorld, step: typeof moves extends fc.Arbitrary<infer M> ? M : never): Promise<void> {
  switch (step[0]) {
    case 'order':
      return world.order(step[1], step[2], step[3]);
    case 'turn':
      return world.turn(step[1], step[2]);
    case 'answer':
      return world.answer(step[1], step[2]);
    case 'remove':
      return world.remove(step[1]);
    case 'applies':
      return world.judgeOrders(appliesTo[step[1]]);
  }
}

it('counts the same in a query, a group and a feature, and has readers judged again when a count moves [REL-F6]', async () => {
  let worlds = 0;
  const run = async (steps: readonly { isJudged: boolean; step: Parameters<typeof move>[1] }[]): Promise<void> => {
    const world = new CountsWorld(harness, pool, `counts/${(worlds += 1)}`);
    await world.begin();
    for (const [order, number] of [
      ['o1', 0.9],
      ['o2', 0.1],
    ] as const) {
      await world.order(order, 'a', true);
      await world.answer(order, number);
    }
    for (const { isJudged, step } of steps) {
      // What reads fresh now must not miss the step.
      if (isJudged) await world.judge();
      await move(world, step);
      const counts = await world.counts();
      expect(counts.map(([, ...others]) => others)).toEqual(counts.map(([queried]) => [queried, queried]));
      expect(await world.dishonest()).toEqual([]);
    }
  };
  const isJudged = fc.constantFrom(true, true, false);
  const steps = fc.array(fc.record({ isJudged, step: moves }), { minLength: 10, maxLength: 14 });
  await fc.assert(fc.asyncProperty(steps, run), { numRuns: isLong ? 100 : 2, endOnFailure: !isLong });
}, 600_000);
