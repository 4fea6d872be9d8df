import { Call } from '@app/bus';
import { applySubject } from '@app/contracts';
import { releaseSpend, reserveSpend } from '@app/contracts/billing';
import { namespaceChanged } from '@app/contracts/documents';
import { callerOf } from '@app/testing';
import { askOf, recordedOf } from '../testing/fixtures';
import { OpenBilling, openBilling } from '../testing/open-billing';

const organization = 'org_reserve';
const refOf = (namespace: string) => ({ organization, namespace });

describe('billing.spend.reserve', () => {
  let billing: OpenBilling;

  beforeAll(async () => {
    billing = await openBilling({ processes: 2 });
  });
  afterAll(() => billing.stop());

  const reserve = (namespace: string, asks = [askOf(1)]) => billing.reserve(refOf(namespace), asks);
  const setBudget = (namespace: string, revision: number, usd: number) =>
    billing.setBudget(refOf(namespace), revision, usd);

  it('lets exactly two of twenty pass a budget of two and a half, and pauses once [BUD-02] [BUD-08]', async () => {
    expect(applySubject(namespaceChanged, 'billing')).toBe('billing.namespace.apply.v1');
    await setBudget('twenty', 1, 2.5);
    const replies = await Promise.all(Array.from({ length: 20 }, () => reserve('twenty')));
    expect(replies.filter(({ asks }) => asks[0].refusal === null)).toHaveLength(2);
    expect(replies.filter(({ asks }) => asks[0].refusal === 'budget_exceeded')).toHaveLength(18);
    expect(await billing.pauses('twenty')).toEqual({ facts: [true], events: ['namespace.budget_paused'] });
    expect(await reserve('twenty', [askOf(0.25)])).toMatchObject({
      paused: true,
      asks: [{ refusal: 'budget_exceeded' }],
    });
  });

  it('holds money once for an ask that is reserved twice, and replies the same price', async () => {
    await setBudget('again', 1, 1.5);
    const ask = askOf(1);
    const first = await reserve('again', [ask]);
    expect(await reserve('again', [ask])).toEqual(first);
    expect(first.asks).toEqual([{ ask_id: ask.ask_id, refusal: null, cost_usd: 1 }]);
    expect(first.paused).toBe(false);
  });

  it('gives money back on release, and after 120 s [BUD-02]', async () => {
    await setBudget('back', 1, 1);
    const ask = askOf(1);
    await reserve('back', [ask]);
    const release = { ...refOf('back'), asks: [{ ask_id: ask.ask_id }] };
    await billing.judgments.ask(releaseSpend, release, callerOf(organization));
    expect((await reserve('back')).asks[0].refusal).toBeNull();
    await billing.setClock(121_000);
    expect((await reserve('back')).asks[0].refusal).toBeNull();
    await billing.setClock(0);
  });

  it('gives nothing back that another organization or namespace releases [BUD-02]', async () => {
    await setBudget('kept', 1, 1);
    const ask = askOf(1);
    await reserve('kept', [ask]);
    for (const ref of [{ organization: 'org_other', namespace: 'kept' }, refOf('other')]) {
      const release = { ...ref, asks: [{ ask_id: ask.ask_id }] };
      await billing.judgments.ask(releaseSpend, release, callerOf(ref.organization));
    }
    expect((await reserve('kept')).asks[0].refusal).toBe('budget_exceeded');
  });

  it('lets fan-out hold and spend its share of the budget, half of it here [REL-14] [BUD-02]', async () => {
    await setBudget('spread', 1, 8);
    const spread = (units: number) => ({ ...askOf(units), fanout: true });
    const refusals = async (...asks: ReturnType<typeof askOf>[]) =>
      (await reserve('spread', asks)).asks.map(({ refusal }) => refusal);
    const first = spread(3);
    expect(await refusals(first)).toEqual([null]);
    expect(await refusals(spread(2), askOf(1))).toEqual(['fanout_share', null]);
    await billing.settle(recordedOf(refOf('spread'), first));
    expect(await refusals(spread(2))).toEqual(['fanout_share']);
    expect(await refusals(spread(1), spread(1))).toEqual([null, 'fanout_share']);
    expect((await billing.pauses('spread')).events).toEqual([]);
  });

  it('also holds money without a budget, and prices across a tier [BILL-11]', async () => {
    const reply = await billing.reserve({ organization: 'org_steps', namespace: 'free' }, [
      askOf(999),
      askOf(2),
      askOf(1),
    ]);
    expect(reply.asks.map(({ cost_usd }) => cost_usd)).toEqual([999, 1.1, 0.1]);
    const rows = await billing.query('select ask_id from reservation where organization = $1', ['org_steps']);
    expect(rows).toHaveLength(3);
  });

  it('refuses asks over the quota of the plan, also later when no caller carries the plan', async () => {
    const ref = { organization: 'org_small', namespace: 'n' };
    const first = await billing.reserve(ref, [askOf(100)], { plan: 'developer' });
    expect(first.asks[0].refusal).toBeNull();
    const query = { ...ref, asks: [askOf(1)] };
    const second = await billing.judgments.requester.ask(reserveSpend, query, Call.within(20_000));
    expect(second.asks[0].refusal).toBe('plan_required');
  });

  it('reserves batches of 32, and prints how fast', async () => {
    const times: number[] = [];
    for (let round = 0; round < 60; round++) {
      const asks = Array.from({ length: 32 }, () => askOf(1));
      const startedAt = performance.now();
      await reserve('quick', asks);
      times.push(performance.now() - startedAt);
    }
    const median = times.sort((a, b) => a - b)[times.length / 2];
    // Printed and not asserted, since machines differ. The goal is 5 ms.
    process.stdout.write(`a batch of 32 reserved in ms: ${median.toFixed(1)}\n`);
    const rows = await billing.query(`select ask_id from reservation where organization = $1 and namespace = 'quick'`, [
      organization,
    ]);
    expect(rows).toHaveLength(60 * 32);
  });
});
