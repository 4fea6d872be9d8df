import { answerRecordedBulk, answerRecordedLive } from '@app/contracts/judgments';
import { armKillPoints } from '@app/persistence';
import { eventually } from '@app/testing';
import { boundsOf, monthOf } from '../month/month';
import { askOf, recordedOf } from '../testing/fixtures';
import { OpenBilling, openBilling } from '../testing/open-billing';

describe('billing settles recorded answers', () => {
  let billing: OpenBilling;

  beforeAll(async () => {
    billing = await openBilling();
  });
  afterEach(() => armKillPoints(() => undefined));
  afterAll(() => billing.stop());

  const reservations = async (organization: string) =>
    (await billing.query('select ask_id from reservation where organization = $1', [organization])).length;

  it('charges an ask once, also when its fact comes several times and on both lanes [BILL-07]', async () => {
    const ref = { organization: 'org_twice', namespace: 'n' };
    const asks = [askOf(1.25), askOf(2)];
    await billing.reserve(ref, asks);
    for (const ask of asks) {
      const fact = recordedOf(ref, ask);
      await billing.judgments.say(answerRecordedLive, fact);
      await billing.judgments.say(answerRecordedLive, fact);
      await billing.judgments.say(answerRecordedBulk, fact);
    }
    await billing.judgments.say(answerRecordedLive, recordedOf(ref, { ask_id: null, units: 0 }));
    await eventually(async () => expect(await reservations('org_twice')).toBe(0));
    await billing.settle(...asks.map((ask) => recordedOf(ref, ask)), recordedOf(ref, asks[0]));
    expect(await billing.report('org_twice')).toMatchObject({ judgment_units: 3.25, cost_usd: 3.25, tokens: 200 });
  });

  it('charges an ask without a reservation once, and an ask with fewer answers than reserved for less', async () => {
    const ref = { organization: 'org_late', namespace: 'n' };
    const ask = askOf(4);
    await billing.reserve(ref, [ask]);
    const unreserved = askOf(2);
    await billing.settle(recordedOf(ref, { ...ask, units: 1 }), recordedOf(ref, unreserved));
    await billing.settle(recordedOf(ref, unreserved));
    const failed = askOf(1);
    await billing.reserve(ref, [failed]);
    await billing.settle(recordedOf(ref, { ...failed, units: 0 }));
    expect(await billing.report('org_late')).toMatchObject({ judgment_units: 3, cost_usd: 3 });
    expect(await reservations('org_late')).toBe(0);
  });

  it('reports each month, judgments by the name that a fact carried, and only namespaces that the key covers [AUTH-05]', async () => {
    const organization = 'org_report';
    const answer = { judgment_id: 'jdg_late', name: 'late' } as never;
    const month = monthOf(Date.now());
    // An hour into the next month: this month still takes charges for its answers.
    const aheadMs = boundsOf(month).toMs + 3_600_000 - Date.now();
    await billing.setClock(aheadMs);
    const now = { recorded_at: new Date(Date.now() + aheadMs).toISOString() };
    const before = { recorded_at: new Date(boundsOf(month).toMs - 1).toISOString() };
    await billing.settle(
      recordedOf({ organization, namespace: 'acme/t1' }, askOf(1), { answers: [answer], ...now }),
      recordedOf({ organization, namespace: 'beta' }, askOf(2), now),
      recordedOf({ organization, namespace: 'beta' }, askOf(8), before),
    );
    const all = await billing.report(organization);
    expect(all).toMatchObject({ judgment_units: 3, active_namespaces: 2 });
    expect(all.namespaces.map(({ by_judgment }) => by_judgment)).toEqual([{ late: 1 }, { late: 2 }]);
    expect(await billing.report(organization, { month })).toMatchObject({ judgment_units: 8, active_namespaces: 1 });
    expect(await billing.report(organization, {}, { scope: 'acme/*' })).toMatchObject({ judgment_units: 1 });
    expect(await billing.report(organization, { namespace_prefix: 'beta' })).toMatchObject({ judgment_units: 2 });
    expect(await billing.report(organization, { namespace_prefix: 'beta' }, { scope: 'acme/*' })).toMatchObject({
      judgment_units: 0,
      namespaces: [],
    });
    await billing.setClock(0);
  });

  it('keeps every counter equal to the sum of the ledger [BILL-10]', async () => {
    const organization = 'org_sum';
    const facts = Array.from({ length: 300 }, (_, index) =>
      recordedOf({ organization, namespace: `n${index % 7}` }, askOf((1 + (index % 9)) / 4), {
        recorded_at: index % 3 === 0 ? '2026-01-31T12:00:00.000Z' : '2026-02-01T00:00:00.000Z',
      }),
    );
    const shuffled = [...facts, ...facts.slice(0, 150)].sort(() => Math.random() - 0.5);
    const chunks = Array.from({ length: 15 }, (_, index) => shuffled.slice(index * 30, index * 30 + 30));
    await Promise.all(chunks.map((chunk) => billing.settle(...chunk)));
    const [row] = await billing.query<Record<string, string>>(
      `select (select sum(units) from ledger where organization = $1) as ledger,
         (select sum(units) from month_slot where organization = $1) as months,
         (select sum(units) from namespace_slot where organization = $1) as namespaces,
         (select sum(units) from judgment_slot where organization = $1) as judgments,
         (select sum(cost_usd) from ledger where organization = $1) - (select sum(cost_usd) from namespace_slot where organization = $1) as money,
         (select count(*)::int from ledger where organization = $1) as rows`,
      [organization],
    );
    const units = facts.reduce((sum, fact) => sum + fact.units, 0);
    const { ledger, months, namespaces, judgments: byJudgment, money, rows: count } = row;
    expect([ledger, months, namespaces, byJudgment].map(Number)).toEqual([units, units, units, units]);
    expect([Number(money), count]).toEqual([0, 300]);
  });

  it.each(['billing.settle.before-commit', 'billing.settle.after-commit'])(
    'charges once when the process dies at %s',
    async (at) => {
      const ref = { organization: `org_${at}`, namespace: 'n' };
      const ask = askOf(1);
      await billing.reserve(ref, [ask]);
      let deaths = 0;
      armKillPoints((name) => {
        if (name === at && deaths++ === 0) throw new Error('killed');
      });
      const fact = recordedOf(ref, ask);
      await expect(billing.settle(fact)).rejects.toThrow('killed');
      await billing.settle(fact);
      expect(deaths).toBe(2);
      expect(await billing.report(ref.organization)).toMatchObject({ judgment_units: 1, cost_usd: 1 });
      expect(await reservations(ref.organization)).toBe(0);
    },
  );

  it.each(['billing.reserve.before-commit', 'billing.reserve.after-commit'])(
    'holds money once when the process dies at %s',
    async (at) => {
      const ref = { organization: `org_${at}`, namespace: 'n' };
      await billing.setBudget(ref, 1, 1);
      let deaths = 0;
      armKillPoints((name) => {
        if (name === at && deaths++ === 0) throw new Error('killed');
      });
      const asks = [askOf(1)];
      await expect(billing.reserve(ref, asks)).rejects.toMatchObject({ code: 'internal' });
      const again = await billing.reserve(ref, asks);
      expect(again).toMatchObject({ paused: false, asks: [{ refusal: null, cost_usd: 1 }] });
      expect(await reservations(ref.organization)).toBe(1);
    },
  );

  it('settles a thousand asks, and prints how fast', async () => {
    const ref = { organization: 'org_rate', namespace: 'n' };
    const asks = Array.from({ length: 1000 }, () => askOf(1));
    await billing.reserve(ref, asks);
    const startedAt = performance.now();
    for (let from = 0; from < asks.length; from += 200) {
      await billing.settle(...asks.slice(from, from + 200).map((ask) => recordedOf(ref, ask)));
    }
    // Printed and not asserted, since machines differ.
    process.stdout.write(`a thousand asks settled in ms: ${Math.round(performance.now() - startedAt)}\n`);
  });
});
