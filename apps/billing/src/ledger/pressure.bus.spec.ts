import { Running } from '@app/boot';
import { ReservationService } from '../reservation/reservation.service';
import { askOf, drawdownOf, recordedOf } from '../testing/fixtures';
import { OpenBilling, openBilling } from '../testing/open-billing';
import { LedgerService } from './ledger.service';

const organization = 'org_pressure';
const ref = { organization, namespace: 'n' };
const budgetUsd = 60;

describe('a budget under pressure from two processes', () => {
  let billing: OpenBilling;

  beforeAll(async () => {
    billing = await openBilling({ processes: 2 });
  });
  afterAll(() => billing.stop());

  /** One worker of judgments: it reserves, then releases some asks and settles the rest, once or twice, whole or in part. */
  async function work({ app }: Running, seed: number): Promise<void> {
    const reservations = app.get(ReservationService);
    const ledger = app.get(LedgerService);
    for (let turn = 0; turn < 25; turn++) {
      const asks = Array.from({ length: 1 + ((seed + turn) % 4) }, (_, index) => askOf((1 + ((turn + index) % 8)) / 4));
      const { asks: replies } = await reservations.reserve({ ...ref, asks });
      const held = asks.filter((_, index) => replies[index].refusal === null);
      const released = held.filter((_, index) => (seed + turn + index) % 3 === 0);
      await reservations.release(
        ref,
        released.map(({ ask_id }) => ask_id),
      );
      const facts = held
        .filter((ask) => !released.includes(ask))
        .map((ask, index) => recordedOf(ref, { ...ask, units: index % 5 === 0 ? ask.units / 2 : ask.units }));
      await ledger.settle(facts);
      if (turn % 2 === 0) await ledger.settle(facts);
    }
  }

  it('is never passed; no charge is lost and no reservation stays open [BUD-02] [BUD-08]', async () => {
    await billing.setBudget(ref, 1, budgetUsd);
    await Promise.all(Array.from({ length: 12 }, (_, seed) => work(billing.processes[seed % 2], seed)));
    const [{ charged, counted, open }] = await billing.query<Record<string, string>>(
      `select (select sum(cost_usd) from ledger where organization = $1)::text as charged,
         (select sum(cost_usd) from namespace_slot where organization = $1)::text as counted,
         (select count(*) from reservation where organization = $1)::text as open`,
      [organization],
    );
    expect(Number(charged)).toBeLessThanOrEqual(budgetUsd);
    // Asks that held money at the pause and gave it back later are missing; how many depends on the workers' luck.
    expect(Number(charged)).toBeGreaterThan(budgetUsd / 4);
    expect(counted).toBe(charged);
    expect(open).toBe('0');
    const { facts, events } = await billing.pauses(ref.namespace);
    expect(facts.map((paused, index) => paused === (index % 2 === 0))).not.toContain(false);
    expect(events).toHaveLength(facts.length);
  });

  it('is not passed by a run and judging together, and the run gets the money that it holds [BUD-02]', async () => {
    const run = { organization: 'org_pressure_run', namespace: 'r' };
    const block = 'pressure';
    await billing.setBudget(run, 1, budgetUsd);
    expect(await billing.open(run.organization, block, { r: 40 }, 40)).toMatchObject({ refusal: null });
    const offsets = Array.from({ length: 40 }, (_, at) => at);

    async function draw({ app }: Running): Promise<void> {
      for (let at = offsets.pop(); at !== undefined; at = offsets.pop()) {
        const ask = drawdownOf(at, 1);
        const { asks } = await app.get(ReservationService).reserve({ ...run, block, asks: [ask] });
        expect(asks[0].refusal).toBeNull();
        await app.get(LedgerService).settle([recordedOf(run, ask)]);
      }
    }
    async function judge({ app }: Running): Promise<void> {
      for (let turn = 0; turn < 20; turn++) {
        const ask = askOf(1 + (turn % 3));
        const { asks } = await app.get(ReservationService).reserve({ ...run, asks: [ask] });
        if (asks[0].refusal === null) await app.get(LedgerService).settle([recordedOf(run, ask)]);
      }
    }
    const [one, two] = billing.processes;
    await Promise.all([draw(one), judge(one), draw(two), judge(two), judge(one), judge(two)]);
    const { cost_usd: spent } = await billing.report(run.organization);
    expect(await billing.close(run.organization, block)).toMatchObject({ cost_usd: 40, asks_under_way: 0 });
    expect(spent).toBeGreaterThan(40);
    expect(spent).toBeLessThanOrEqual(budgetUsd);
  });
});
