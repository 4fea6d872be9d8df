import { Running } from '@app/boot';
import { Call } from '@app/bus';
import { answerRecordedBulk, answerRecordedLive, namespaceChanged, reportUsage, reserveSpend } from '@app/contracts';
import { armKillPoints } from '@app/persistence';
import {
  callerOf,
  ensureStreams,
  eventually,
  freshSchema,
  setClock,
  startService,
  testEnvironment,
  FakeService,
} from '@app/testing';
import { billingSchema } from '../app.schema';
import { billingService } from '../app.service';
import { askOf, recordedOf, specEnv } from '../testing/fixtures';
import { boundsOf, monthOf } from '../month/month';
import { LedgerService } from './ledger.service';

describe('billing settles what was recorded', () => {
  let billing: Running;
  let judgments: FakeService;
  let gateway: FakeService;

  beforeAll(async () => {
    await setClock(testEnvironment().adminUrl, 0);
    await freshSchema(billingSchema);
    billing = await startService(billingService, { env: specEnv });
    await ensureStreams(billing);
    judgments = await FakeService.open('judgments');
    gateway = await FakeService.open('gateway');
  });
  afterEach(() => armKillPoints(() => undefined));
  afterAll(() => Promise.all([judgments.stop(), gateway.stop(), billing.stop()]));

  const settle = (...facts: ReturnType<typeof recordedOf>[]) => billing.app.get(LedgerService).settle(facts);
  const report = (organization: string, query = {}, others = {}) =>
    gateway.ask(reportUsage, query, callerOf(organization, others));
  const reservations = async (organization: string) =>
    (await billing.platform.database.query('select from reservation where organization = $1', [organization])).rowCount;

  it('charges an ask once, however often and on whichever lane its fact comes [BILL-07]', async () => {
    const place = { organization: 'org_twice', namespace: 'n' };
    const asks = [askOf(1.25), askOf(2)];
    await judgments.ask(reserveSpend, { ...place, asks }, callerOf('org_twice'));
    for (const ask of asks) {
      const fact = recordedOf(place, ask);
      await judgments.say(answerRecordedLive, fact);
      await judgments.say(answerRecordedLive, fact);
      await judgments.say(answerRecordedBulk, fact);
    }
    await judgments.say(answerRecordedLive, recordedOf(place, { ask_id: null, units: 0 }));
    await eventually(async () => expect(await reservations('org_twice')).toBe(0));
    await settle(...asks.map((ask) => recordedOf(place, ask)), recordedOf(place, asks[0]));
    expect(await report('org_twice')).toMatchObject({ judgment_units: 3.25, cost_usd: 3.25, tokens: 200 });
  });

  it('charges what was never reserved once, and fewer answers than reserved for less', async () => {
    const place = { organization: 'org_late', namespace: 'n' };
    const ask = askOf(4);
    await judgments.ask(reserveSpend, { ...place, asks: [ask] }, callerOf('org_late'));
    await settle(recordedOf(place, { ...ask, units: 1 }), recordedOf(place, askOf(2, 'ask_unreserved')));
    await settle(recordedOf(place, askOf(2, 'ask_unreserved')));
    const failed = askOf(1);
    await judgments.ask(reserveSpend, { ...place, asks: [failed] }, callerOf('org_late'));
    await settle(recordedOf(place, { ...failed, units: 0 }));
    expect(await report('org_late')).toMatchObject({ judgment_units: 3, cost_usd: 3 });
    expect(await reservations('org_late')).toBe(0);
  });

  it('shows judgments by name where a fact told it, months apart, and only what the key covers [AUTH-05]', async () => {
    const organization = 'org_report';
    const answer = { judgment_id: 'jdg_late', name: 'late' } as never;
    const { adminUrl } = testEnvironment();
    const month = monthOf(Date.now());
    // An hour into the next month: what was recorded in this one still belongs to it.
    const aheadMs = boundsOf(month).toMs + 3_600_000 - Date.now();
    await setClock(adminUrl, aheadMs);
    const now = { recorded_at: new Date(Date.now() + aheadMs).toISOString() };
    const before = { recorded_at: new Date(boundsOf(month).toMs - 1).toISOString() };
    await settle(
      recordedOf({ organization, namespace: 'acme/t1' }, askOf(1), { answers: [answer], ...now }),
      recordedOf({ organization, namespace: 'beta' }, askOf(2), now),
      recordedOf({ organization, namespace: 'beta' }, askOf(8), before),
    );
    const all = await report(organization);
    expect(all).toMatchObject({ judgment_units: 3, active_namespaces: 2 });
    expect(all.namespaces.map(({ by_judgment }) => by_judgment)).toEqual([{ late: 1 }, { late: 2 }]);
    expect(await report(organization, { month })).toMatchObject({ judgment_units: 8, active_namespaces: 1 });
    expect(await report(organization, {}, { scope: 'acme/*' })).toMatchObject({ judgment_units: 1 });
    expect(await report(organization, { namespace_prefix: 'beta' })).toMatchObject({ judgment_units: 2 });
    expect(await report(organization, { namespace_prefix: 'beta' }, { scope: 'acme/*' })).toMatchObject({
      judgment_units: 0,
      namespaces: [],
    });
    await setClock(adminUrl, 0);
  });

  it('conserves: the ledger is the sum of every counter [BILL-10]', async () => {
    const organization = 'org_sum';
    const facts = Array.from({ length: 300 }, (_, index) =>
      recordedOf({ organization, namespace: `n${index % 7}` }, askOf((1 + (index % 9)) / 4, `ask_sum_${index}`), {
        recorded_at: index % 3 === 0 ? '2026-01-31T12:00:00.000Z' : '2026-02-01T00:00:00.000Z',
      }),
    );
    const shuffled = [...facts, ...facts.slice(0, 150)].sort(() => Math.random() - 0.5);
    const chunks = Array.from({ length: 15 }, (_, index) => shuffled.slice(index * 30, index * 30 + 30));
    await Promise.all(chunks.map((chunk) => settle(...chunk)));
    const { rows } = await billing.platform.database.query(
      `select (select sum(units) from ledger where organization = $1) as ledger,
         (select sum(units) from month_slot where organization = $1) as months,
         (select sum(units) from namespace_slot where organization = $1) as namespaces,
         (select sum(units) from judgment_slot where organization = $1) as judgments,
         (select sum(cost_usd) from ledger where organization = $1) - (select sum(cost_usd) from namespace_slot where organization = $1) as money,
         (select count(*)::int from ledger where organization = $1) as rows`,
      [organization],
    );
    const units = facts.reduce((sum, fact) => sum + fact.units, 0);
    const { ledger, months, namespaces, judgments: byJudgment, money, rows: count } = rows[0] as Record<string, string>;
    expect([ledger, months, namespaces, byJudgment].map(Number)).toEqual([units, units, units, units]);
    expect([Number(money), count]).toEqual([0, 300]);
  });

  it.each(['billing.settle.before-commit', 'billing.settle.after-commit'])(
    'charges once when it dies at %s',
    async (at) => {
      const place = { organization: `org_${at}`, namespace: 'n' };
      const ask = askOf(1);
      await judgments.ask(reserveSpend, { ...place, asks: [ask] }, callerOf(place.organization));
      let deaths = 0;
      armKillPoints((name) => {
        if (name === at && deaths++ === 0) throw new Error('killed');
      });
      const fact = recordedOf(place, ask);
      await expect(settle(fact)).rejects.toThrow('killed');
      await settle(fact);
      expect(deaths).toBe(2);
      expect(await report(place.organization)).toMatchObject({ judgment_units: 1, cost_usd: 1 });
      expect(await reservations(place.organization)).toBe(0);
    },
  );

  it.each(['billing.reserve.before-commit', 'billing.reserve.after-commit'])(
    'holds once when it dies at %s',
    async (at) => {
      const place = { organization: `org_${at}`, namespace: 'n' };
      const budget = { ...place, revision: 1, budget_usd: 1, pinned: false, default_engine: null, fanout: {} };
      await judgments.requester.apply(namespaceChanged, 'billing', budget, Call.within());
      let deaths = 0;
      armKillPoints((name) => {
        if (name === at && deaths++ === 0) throw new Error('killed');
      });
      const query = { ...place, asks: [askOf(1)] };
      await expect(judgments.ask(reserveSpend, query, callerOf(place.organization))).rejects.toMatchObject({
        code: 'internal',
      });
      const again = await judgments.ask(reserveSpend, query, callerOf(place.organization));
      expect(again).toMatchObject({ paused: false, asks: [{ refusal: null, cost_usd: 1 }] });
      expect(await reservations(place.organization)).toBe(1);
    },
  );

  it('settles a thousand asks, and tells how fast', async () => {
    const place = { organization: 'org_rate', namespace: 'n' };
    const asks = Array.from({ length: 1000 }, () => askOf(1));
    await judgments.ask(reserveSpend, { ...place, asks }, callerOf(place.organization));
    const startedAt = performance.now();
    for (let from = 0; from < asks.length; from += 200) {
      await settle(...asks.slice(from, from + 200).map((ask) => recordedOf(place, ask)));
    }
    // Told and not asserted: machines differ.
    process.stdout.write(`a thousand asks settled in ms: ${Math.round(performance.now() - startedAt)}\n`);
  });
});
