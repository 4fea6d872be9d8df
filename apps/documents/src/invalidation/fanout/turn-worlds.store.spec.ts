import fc from 'fast-check';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { FanoutRow, fanoutWalks } from './fanout.store';
import { expectFanouts } from './turn.store';
import { TurnsRoom } from './turns-room.fake';

const runs = process.env['LONG'] === '1' ? 400 : 4;
/** What may happen: walks are added, time passes, processes claim, give back, end or die. */
const someone = fc.nat(2);
const aStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      of: someone,
      place: someone,
      keys: fc.integer({ min: 1, max: 3 }),
      inSteps: fc.nat(2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pass' as const) }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('claim' as const), then: fc.constantFrom('back', 'back', 'hold', 'end') }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('return' as const) }) },
);
const world = fc.array(aStep, { minLength: 40, maxLength: 80 });
/** The clock moves by it alone: far more than a run takes. A lease has run out after two. */
const stepMs = 40_000;

/** The names of a walk at the three levels at which turns are taken. */
type Levels = [organization: string, namespace: string, key: string];

/** How often others had a turn since somebody who waits had one. */
class Waits {
  private readonly passed = new Map<string, Map<string, number>>();

  /** @param waiting all that wait at a level @returns how often somebody went ahead of one that waits, at most */
  note(waiting: ReadonlySet<string>, served: string): number {
    for (const known of this.passed.keys()) if (!waiting.has(known)) this.passed.delete(known);
    this.passed.delete(served);
    let most = 0;
    for (const one of waiting) {
      if (one === served) continue;
      const counts = this.passed.get(one) ?? new Map<string, number>();
      counts.set(served, (counts.get(served) ?? 0) + 1);
      this.passed.set(one, counts);
      most = Math.max(most, counts.get(served)!);
    }
    return most;
  }
}

let harness: DocumentsHarness;
let room: TurnsRoom;
beforeAll(async () => {
  harness = await openDocuments(4);
  room = new TurnsRoom(harness);
}, 60_000);
afterAll(async () => {
  await room.clear();
  await harness.close();
});

/** The walks that may be claimed at this moment. */
async function claimable(): Promise<Levels[]> {
  const { rows } = await harness.database.query<{ organization: string; name: string; key: Buffer }>(
    `select n.organization, n.name, w.key from fanout_walk w join namespace n on n.id = w.namespace_id
     where w.due_at <= app.now() and (w.lease_until is null or w.lease_until < app.now())`,
  );
  return rows.map(({ organization, name, key }) => [organization, name, `${name} ${key.toString()}`]);
}

function giveBack(row: FanoutRow): Promise<void> {
  return harness.database.transaction('spec', async (tx) => {
    await fanoutWalks.advanceAndRelease(tx, row, { cursor: row.cursor });
    await expectFanouts(tx, row.namespace_id, 0);
  });
}

it('nobody has two turns while another waits, at any level, and what may be claimed is claimed [REL-F8]', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (steps) => {
      await room.clear();
      const waits = [new Waits(), new Waits(), new Waits()];
      const held: FanoutRow[] = [];
      let added = 0;
      for (const step of steps) {
        if (step.kind === 'add') {
          const namespace = `o${step.of}/n${step.place}`;
          await room.add(
            { organization: `org_${step.of}`, namespace, keys: step.keys, documents: 0 },
            step.inSteps * stepMs,
            `${added++}-`,
          );
        } else if (step.kind === 'pass') {
          await room.pass(stepMs);
        } else if (step.kind === 'return') {
          const row = held.shift();
          if (row) await giveBack(row).catch(() => undefined);
        } else {
          const free = await claimable();
          const row = await room.claim();
          expect(row === null).toBe(free.length === 0);
          if (row === null) continue;
          const own: Levels = [row.organization, row.namespace, `${row.namespace} ${row.key.toString()}`];
          expect(free).toContainEqual(own);
          for (const level of [0, 1, 2]) {
            const beside = free.filter((one) => level === 0 || one[level - 1] === own[level - 1]);
            expect(waits[level].note(new Set(beside.map((one) => one[level])), own[level])).toBeLessThanOrEqual(1);
          }
          if (step.then === 'hold') held.push(row);
          else await (step.then === 'end' ? fanoutWalks.remove(harness.database, row) : giveBack(row));
        }
      }
      await room.pass(10 * stepMs);
      for (let row = await room.claim(); row !== null; row = await room.claim())
        await fanoutWalks.remove(harness.database, row);
      expect(await claimable()).toEqual([]);
      expect(await room.line()).toEqual({ standing: [], waiting: 0 });
    }),
    { numRuns: runs },
  );
}, 600_000);
