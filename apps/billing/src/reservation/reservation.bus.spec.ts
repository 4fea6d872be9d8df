import { Call } from '@app/bus';
import { Running } from '@app/boot';
import { applySubject, namespaceChanged, releaseSpend, reserveSpend } from '@app/contracts';
import { FakeService, callerOf, freshSchema, setClock, startService, testEnvironment } from '@app/testing';
import { billingSchema } from '../app.schema';
import { billingService } from '../app.service';
import { askOf, specEnv, turnsOf } from '../testing/fixtures';

const organization = 'org_reserve';
const { adminUrl } = testEnvironment();

describe('billing.spend.reserve', () => {
  let billing: Running[];
  let judgments: FakeService;
  let documents: FakeService;

  beforeAll(async () => {
    await setClock(adminUrl, 0);
    await freshSchema(billingSchema);
    billing = [
      await startService(billingService, { env: specEnv }),
      await startService(billingService, { env: { ...specEnv, REPLICA: '1' } }),
    ];
    judgments = await FakeService.open('judgments');
    documents = await FakeService.open('documents');
  });
  afterAll(async () => {
    await setClock(adminUrl, 0);
    await Promise.all([judgments.stop(), documents.stop(), ...billing.map((one) => one.stop())]);
  });

  const caller = callerOf(organization);
  const reserve = (namespace: string, asks = [askOf(1)]) =>
    judgments.ask(reserveSpend, { organization, namespace, asks }, caller);
  const setBudget = (namespace: string, revision: number, budget_usd: number | null) =>
    documents.requester.apply<object, object>(
      namespaceChanged,
      'billing',
      { organization, namespace, revision, budget_usd, pinned: false, default_engine: null, fanout: {} },
      callOf(),
    );

  it('lets exactly two of twenty pass a budget of two and a half, and pauses once [BUD-02] [BUD-08]', async () => {
    expect(applySubject(namespaceChanged, 'billing')).toBe('billing.namespace.apply.v1');
    await setBudget('twenty', 1, 2.5);
    const replies = await Promise.all(Array.from({ length: 20 }, () => reserve('twenty')));
    expect(replies.filter(({ asks }) => asks[0].refusal === null)).toHaveLength(2);
    expect(replies.filter(({ asks }) => asks[0].refusal === 'budget_exceeded')).toHaveLength(18);
    expect(await turnsOf(billing[0], 'twenty')).toEqual({ facts: [true], events: ['namespace.budget_paused'] });
    expect(await reserve('twenty', [askOf(0.25)])).toMatchObject({
      paused: true,
      asks: [{ refusal: 'budget_exceeded' }],
    });
  });

  it('holds once for an ask that is asked twice, and says its price again', async () => {
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
    await judgments.ask(releaseSpend, { organization, namespace: 'back', asks: [{ ask_id: ask.ask_id }] }, caller);
    expect((await reserve('back')).asks[0].refusal).toBeNull();
    await setClock(adminUrl, 121_000);
    expect((await reserve('back')).asks[0].refusal).toBeNull();
    await setClock(adminUrl, 0);
  });

  it('holds without a budget too, and prices across a step [BILL-11]', async () => {
    const other = { organization: 'org_steps', namespace: 'free' };
    const asks = [askOf(999), askOf(2), askOf(1)];
    const reply = await judgments.ask(reserveSpend, { ...other, asks }, callerOf('org_steps'));
    expect(reply.asks.map(({ cost_usd }) => cost_usd)).toEqual([999, 1.1, 0.1]);
    const { rows } = await billing[0].platform.database.query(
      'select ask_id from reservation where organization = $1',
      ['org_steps'],
    );
    expect(rows).toHaveLength(3);
  });

  it('refuses over the quota of the plan, which work of our own remembers', async () => {
    const place = { organization: 'org_small', namespace: 'n' };
    const small = callerOf('org_small', { plan: 'developer' });
    const first = await judgments.ask(reserveSpend, { ...place, asks: [askOf(100)] }, small);
    expect(first.asks[0].refusal).toBeNull();
    const second = await judgments.requester.ask(reserveSpend, { ...place, asks: [askOf(1)] }, callOf());
    expect(second.asks[0].refusal).toBe('plan_required');
  });

  it('reserves batches of 32, and tells how fast', async () => {
    const times: number[] = [];
    for (let round = 0; round < 60; round++) {
      const asks = Array.from({ length: 32 }, () => askOf(1));
      const startedAt = performance.now();
      await reserve('quick', asks);
      times.push(performance.now() - startedAt);
    }
    const median = times.sort((a, b) => a - b)[times.length / 2];
    // Told and not asserted: machines differ. The goal is 5 ms.
    process.stdout.write(`a batch of 32 reserved in ms: ${median.toFixed(1)}\n`);
    const { rows } = await billing[0].platform.database.query(
      `select from reservation where organization = $1 and namespace = 'quick'`,
      [organization],
    );
    expect(rows).toHaveLength(60 * 32);
  });
});

function callOf() {
  return Call.within(20_000);
}
