import { quoteSpend } from '@app/contracts/billing';
import { armKillPoints, newId } from '@app/persistence';
import { callerOf } from '@app/testing';
import Big from 'big.js';
import { SpendBlockService } from '../block/spend-block.service';
import { ReservationService } from '../reservation/reservation.service';
import { askOf, drawdownOf, recordedOf } from '../testing/fixtures';
import { OpenBilling, openBilling } from '../testing/open-billing';
import { LedgerService } from './ledger.service';

/** Numbers from a seed, so that a failure can be run again. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const namespaces = ['x', 'y'];
const rows = 3;
const labels = 12;

/** The asks of a run in the order of its quote: row by row, in each namespace by namespace. */
function asksOf(units: number) {
  return Array.from({ length: rows * namespaces.length * labels }, (_, index) => ({
    row: Math.floor(index / (namespaces.length * labels)),
    namespace: namespaces[Math.floor(index / labels) % namespaces.length],
    ask: drawdownOf(index * units, units),
  }));
}

describe('a run through three processes that die at random', () => {
  let billing: OpenBilling;
  let kills = 0;

  beforeAll(async () => {
    billing = await openBilling({ processes: 3 });
  });
  afterEach(() => armKillPoints(() => undefined));
  afterAll(() => billing.stop());

  /** Calls any process until one lives through it. */
  async function insist<T>(random: () => number, call: (process: number) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await call(Math.floor(random() * 3));
      } catch (error) {
        if (!String(error).includes('killed')) throw error;
        kills++;
      }
    }
  }

  it.each([
    { seed: 1, before: 0, units: 1.25, name: 'inside one price' },
    { seed: 2, before: 950, units: 1.25, name: 'across a price step' },
    { seed: 3, before: 970.25, units: 0.75, name: 'across a price step, at a fraction of a judgment' },
  ])(
    'bills each row what its quote said, and draws the block for as much: $name [ALT-33] [ALT-35] [BUD-02]',
    async ({ seed, before, units }) => {
      const random = randomOf(seed);
      const organization = `org_run_${seed}`;
      const block = `run-${seed}`;
      const earlier = newId('ask');
      const app = (process: number) => billing.processes[process].app;
      for (const namespace of namespaces) await billing.setBudget({ organization, namespace }, 1, 2000);
      if (before > 0) await billing.settle(recordedOf({ organization, namespace: 'x' }, askOf(before, earlier)));
      const spentBefore = (await billing.report(organization)).cost_usd;

      const asks = asksOf(units);
      const rowUnits = labels * units;
      const totals = Array.from({ length: rows }, (_, row) => rowUnits * namespaces.length * (row + 1));
      const quoted = await billing.calibration.ask(quoteSpend, { organization, units: totals }, callerOf(organization));
      const items = quoted.cost_usd.map((usd, row) => ({
        units: namespaces.map(() => rowUnits),
        cost_usd: new Big(usd).minus(row === 0 ? 0 : quoted.cost_usd[row - 1]).toNumber(),
      }));
      armKillPoints((name) => {
        if (name.startsWith('billing.') && random() < 0.25) throw new Error('killed');
      });
      const opened = await insist(random, (process) =>
        app(process).get(SpendBlockService).open({ organization, block, namespaces, items }),
      );
      expect(opened.refusal).toBeNull();

      const billed = Array.from({ length: rows }, () => new Big(0));
      const left = [...asks].sort(() => random() - 0.5);
      async function work(): Promise<void> {
        for (let next = left.pop(); next; next = left.pop()) {
          const { row, namespace, ask } = next;
          const ref = { organization, namespace };
          const draw = () =>
            insist(random, (process) =>
              app(process)
                .get(ReservationService)
                .reserve({ ...ref, block, asks: [ask] }),
            );
          const { asks: replies } = await draw();
          expect(replies[0].refusal).toBeNull();
          if (random() < 0.2) {
            await insist(random, (process) => app(process).get(ReservationService).release(ref, [ask.ask_id]));
            expect(await draw()).toMatchObject({ asks: replies });
          }
          const fact = recordedOf(ref, ask);
          await insist(random, (process) => app(process).get(LedgerService).settle([fact]));
          if (random() < 0.3) await insist(random, (process) => app(process).get(LedgerService).settle([fact]));
          billed[row] = billed[row].plus(replies[0].cost_usd);
        }
      }
      /** Judging beside the run: it crosses the price step, and must not move the run's prices. */
      async function judge(): Promise<void> {
        for (let turn = 0; turn < 20; turn++) {
          const ask = askOf(2);
          const ref = { organization, namespace: 'other' };
          await insist(random, (process) =>
            app(process)
              .get(ReservationService)
              .reserve({ ...ref, asks: [ask] }),
          );
          await insist(random, (process) =>
            app(process)
              .get(LedgerService)
              .settle([recordedOf(ref, ask)]),
          );
        }
      }
      await Promise.all([work(), work(), work(), judge()]);
      armKillPoints(() => undefined);

      const closed = await billing.close(organization, block);
      expect(billed.map((usd) => usd.toNumber())).toEqual(items.map(({ cost_usd }) => cost_usd));
      const sum = billed.reduce((total, usd) => total.plus(usd), new Big(0)).toNumber();
      expect(closed).toEqual({ judgment_units: asks.length * units, cost_usd: sum, asks_under_way: 0 });
      const { namespaces: lines } = await billing.report(organization);
      const inRun = lines.filter(({ namespace }) => namespaces.includes(namespace));
      const usage = inRun.reduce((total, { cost_usd }) => total + cost_usd, -spentBefore);
      expect(usage).toBeCloseTo(sum, 6);
      const [{ drawn: apart }] = await billing.query<{ drawn: string }>(
        `select sum(abs(drawn_usd - l.usd))::text as drawn from spend_block b
           join (select namespace, sum(cost_usd) as usd from ledger where organization = $1 and ask_id <> $3 group by 1) l
             using (namespace) where b.block = $2`,
        [organization, block, earlier],
      );
      expect(Number(apart)).toBe(0);
    },
  );

  it('was killed on the way', () => {
    expect(kills).toBeGreaterThan(20);
  });
});
