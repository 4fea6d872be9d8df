import { quoteSpend, releaseSpend } from '@app/contracts/billing';
import { armKillPoints } from '@app/persistence';
import { callerOf } from '@app/testing';
import { askOf, drawdownOf, recordedOf } from '../testing/fixtures';
import { OpenBilling, openBilling } from '../testing/open-billing';
import { forgetSpendBlocks } from './spend-block.store';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe('a block holds the money of a run', () => {
  let billing: OpenBilling;

  beforeAll(async () => {
    billing = await openBilling({ processes: 2 });
  });
  afterEach(async () => {
    armKillPoints(() => undefined);
    await billing.setClock(0);
  });
  afterAll(() => billing.stop());

  const refOf = (organization: string, namespace = 'n') => ({ organization, namespace });
  const refusals = async (replies: Promise<{ asks: { refusal: string | null }[] }>) =>
    (await replies).asks.map(({ refusal }) => refusal);
  /** What judging may still hold: the largest ask of one dollar each that the budget takes. */
  const room = async (organization: string, usd: number) => {
    const ask = askOf(usd);
    const [refusal] = await refusals(billing.reserve(refOf(organization), [ask]));
    const release = { ...refOf(organization), asks: [{ ask_id: ask.ask_id }] };
    await billing.judgments.ask(releaseSpend, release, callerOf(organization));
    return refusal;
  };

  it('keeps it from other judging until the block is drawn, and gives the rest back when it closes [BUD-02]', async () => {
    const organization = 'org_keeps';
    await billing.setBudget(refOf(organization), 1, 10);
    expect(await billing.open(organization, 'keeps', { n: 6 }, 6)).toMatchObject({ refusal: null, cost_usd: 6 });
    expect(await room(organization, 4)).toBeNull();
    const ask = drawdownOf(0, 2);
    expect(await billing.draw(refOf(organization), 'keeps', [ask])).toMatchObject({
      paused: false,
      asks: [{ refusal: null, cost_usd: 2 }],
    });
    expect(await room(organization, 4)).toBeNull();
    expect(await billing.close(organization, 'keeps')).toEqual({
      judgment_units: 2,
      cost_usd: 2,
      asks_under_way: 1,
    });
    expect(await room(organization, 8)).toBeNull();
    await billing.settle(recordedOf(refOf(organization), ask));
    expect(await billing.close(organization, 'keeps')).toMatchObject({ cost_usd: 2, asks_under_way: 0 });
    expect(await refusals(billing.draw(refOf(organization), 'keeps', [drawdownOf(2, 1)]))).toEqual(['block_spent']);
    expect((await billing.report(organization)).cost_usd).toBe(2);
  });

  it('lives 10 minutes, and 24 hours from each extension; its asks hold their money as long [BUD-02]', async () => {
    const organization = 'org_time';
    await billing.setBudget(refOf(organization), 1, 4);
    await billing.open(organization, 'time', { n: 4 }, 4);
    await billing.setClock(9 * minuteMs);
    expect(await billing.extend(organization, 'time')).toEqual({ expires_at: expect.any(String) });
    const ask = drawdownOf(0, 1);
    await billing.draw(refOf(organization), 'time', [ask]);
    await billing.setClock(9 * minuteMs + 23 * hourMs);
    expect(await refusals(billing.draw(refOf(organization), 'time', [ask, drawdownOf(1, 1)]))).toEqual([null, null]);
    expect(await room(organization, 1)).toBe('budget_exceeded');
    await billing.extend(organization, 'time');
    await billing.setClock(9 * minuteMs + 46 * hourMs);
    expect(await refusals(billing.draw(refOf(organization), 'time', [ask, drawdownOf(2, 1)]))).toEqual([null, null]);
    await billing.setClock(9 * minuteMs + 48 * hourMs);
    expect(await billing.extend(organization, 'time')).toEqual({ expires_at: null });
    expect(await refusals(billing.draw(refOf(organization), 'time', [drawdownOf(3, 1)]))).toEqual(['block_spent']);

    await billing.open('org_short', 'short', { n: 4 }, 4);
    await billing.setClock(9 * minuteMs + 48 * hourMs + 11 * minuteMs);
    expect(await refusals(billing.draw(refOf('org_short'), 'short', [drawdownOf(0, 1)]))).toEqual(['block_spent']);
  });

  it('refuses a run that a budget cannot pay; nothing is held and nothing pauses [BUD-02]', async () => {
    const organization = 'org_poor';
    await billing.setBudget(refOf(organization, 'rich'), 1, 100);
    await billing.setBudget(refOf(organization, 'zero'), 1, 2.5);
    const refused = await billing.open(organization, 'poor', { zero: 3, rich: 3, free: 3 }, 9);
    expect(refused).toEqual({ refusal: 'budget_exceeded', namespace: 'zero', cost_usd: 9, expires_at: null });
    expect(await billing.pauses('zero')).toEqual({ facts: [], events: [] });
    expect(await billing.query(`select 1 from spend_block where organization = $1`, [organization])).toEqual([]);
    expect(await billing.open(organization, 'poor', { zero: 2.5, rich: 3, free: 3 }, 8.5)).toMatchObject({
      refusal: null,
    });
  });

  it('refuses a price that is not the quoted one, and what is past the quota of the plan [ALT-36]', async () => {
    const organization = 'org_moved';
    const caller = callerOf(organization);
    const totals = [990, 1010];
    const { cost_usd: quoted } = await billing.calibration.ask(quoteSpend, { organization, units: totals }, caller);
    expect(quoted).toEqual([990, 1001]);
    const open = () => billing.open(organization, 'moved', { n: 1010 }, quoted[1]);
    await billing.settle(recordedOf(refOf(organization, 'other'), askOf(1)));
    expect(await open()).toEqual({ refusal: 'quote_changed', namespace: null, cost_usd: 1000.1, expires_at: null });
    const small = await billing.open('org_developer', 'quota', { n: 101 }, 101, { plan: 'developer' });
    expect(small.refusal).toBe('plan_required');
  });

  it('is opened once by its id, also by twenty at once; another content or an ended block conflicts', async () => {
    const organization = 'org_once';
    const open = (units: number) => billing.open(organization, 'once', { n: units, m: 1 }, units + 1);
    const replies = await Promise.all(Array.from({ length: 20 }, () => open(3)));
    expect(new Set(replies.map(({ expires_at }) => expires_at)).size).toBe(1);
    expect(replies[0]).toMatchObject({ refusal: null, cost_usd: 4 });
    expect(await billing.query(`select 1 from spend_block where block = 'once'`)).toHaveLength(2);
    await expect(open(2)).rejects.toMatchObject({ code: 'conflict' });
    await billing.setClock(11 * minuteMs);
    expect(await open(2)).toMatchObject({ refusal: null, cost_usd: 3 });
    await billing.close(organization, 'once');
    await expect(open(2)).rejects.toMatchObject({ code: 'conflict' });
    await expect(billing.close(organization, 'never')).rejects.toMatchObject({ code: 'not_found' });
    await expect(billing.close('org_stranger', 'once')).rejects.toMatchObject({ code: 'not_found' });
    await billing.setClock(8 * 24 * hourMs);
    await forgetSpendBlocks(billing.processes[0].platform.database);
    expect(await billing.query(`select 1 from spend_block where block = 'once'`)).toEqual([]);
  });

  it('draws an ask once, returns what was released or failed, and never draws a charged ask again', async () => {
    const organization = 'org_draws';
    const ref = refOf(organization);
    const drawn = async () => {
      const [row] = await billing.query<{ units: string; usd: string }>(
        `select drawn_units::text as units, drawn_usd::text as usd from spend_block where block = 'draws'`,
      );
      return [Number(row.units), Number(row.usd)];
    };
    await billing.open(organization, 'draws', { n: 10 }, 10);
    const [first, second, third] = [drawdownOf(0, 2), drawdownOf(2, 2), drawdownOf(4, 4)];
    const twice = await Promise.all([1, 2].map(() => billing.draw(ref, 'draws', [first, second, third])));
    expect(twice[0]).toEqual(twice[1]);
    expect(await drawn()).toEqual([8, 8]);
    const release = { ...ref, asks: [{ ask_id: first.ask_id }] };
    await billing.judgments.ask(releaseSpend, release, callerOf(organization));
    expect(await drawn()).toEqual([6, 6]);
    await billing.settle(recordedOf(ref, { ...second, units: 0 }), recordedOf(ref, { ...third, units: 1 }));
    expect(await drawn()).toEqual([1, 1]);
    expect(await refusals(billing.draw(ref, 'draws', [third]))).toEqual([null]);
    expect(await drawn()).toEqual([1, 1]);
    await billing.settle(recordedOf(ref, { ...third, units: 1 }));
    expect(await billing.close(organization, 'draws')).toEqual({
      judgment_units: 1,
      cost_usd: 1,
      asks_under_way: 0,
    });
    expect(await billing.report(organization)).toMatchObject({ judgment_units: 1, cost_usd: 1 });
  });

  it('names the place of an ask that lacks it', async () => {
    await billing.open('org_place', 'place', { n: 10 }, 10);
    await expect(billing.draw(refOf('org_place'), 'place', [askOf(1)])).rejects.toMatchObject({
      code: 'invalid_request',
      details: { reason: 'missing_field', path: '/asks/0/at_units' },
    });
  });

  it('never waits for judging that waits for it: spent 5 of 10, a run of 4, another ask of 2 [BUD-02]', async () => {
    const organization = 'org_wait';
    const ref = refOf(organization);
    await billing.settle(recordedOf(ref, askOf(5)));
    await billing.setBudget(ref, 1, 10);
    await billing.open(organization, 'wait', { n: 4 }, 4);
    expect(await billing.reserve(ref, [askOf(2)])).toMatchObject({ paused: true });
    for (let at = 0; at < 4; at++) {
      const ask = drawdownOf(at, 1);
      expect(await refusals(billing.draw(ref, 'wait', [ask]))).toEqual([null]);
      await billing.settle(recordedOf(ref, ask));
    }
    await billing.close(organization, 'wait');
    expect(await billing.report(organization)).toMatchObject({ cost_usd: 9 });
  });

  it('stops when the budget is lowered below the spend, and goes on when it is raised; two runs never wait for each other', async () => {
    const organization = 'org_lower';
    const ref = refOf(organization);
    await billing.setBudget(ref, 1, 10);
    await billing.open(organization, 'lower-a', { n: 4 }, 4);
    await billing.open(organization, 'lower-b', { n: 4 }, 4);
    const done = async (block: string, at: number) => {
      const ask = drawdownOf(at, 1);
      const [refusal] = await refusals(billing.draw(ref, block, [ask]));
      if (refusal === null) await billing.settle(recordedOf(ref, ask));
      return refusal;
    };
    expect(await done('lower-a', 0)).toBeNull();
    await billing.setBudget(ref, 2, 0.5);
    expect(await done('lower-a', 1)).toBe('budget_exceeded');
    await billing.setBudget(ref, 3, 3);
    expect([await done('lower-a', 1), await done('lower-b', 0), await done('lower-a', 2)]).toEqual([
      null,
      null,
      'budget_exceeded',
    ]);
    await billing.setBudget(ref, 4, 100);
    for (const [block, from] of [['lower-a', 2] as const, ['lower-b', 1] as const])
      for (let at = from; at < 4; at++) expect(await done(block, at)).toBeNull();
    expect((await billing.report(organization)).cost_usd).toBe(8);
  });

  it('takes its place in the month from others: they are priced after it [BILL-11]', async () => {
    const organization = 'org_place_in_month';
    await billing.open(organization, 'month', { n: 999 }, 999);
    const { asks } = await billing.reserve(refOf(organization, 'other'), [askOf(2)]);
    expect(asks[0].cost_usd).toBe(1.1);
    expect((await billing.draw(refOf(organization), 'month', [drawdownOf(998, 1)])).asks[0].cost_usd).toBe(1);
  });

  it.each(['billing.block.before-commit', 'billing.block.after-commit', 'billing.draw.before-commit'])(
    'holds and draws once when the process dies at %s',
    async (at) => {
      const organization = `org_${at}`;
      await billing.setBudget(refOf(organization), 1, 3);
      let deaths = 0;
      armKillPoints((name) => {
        if (name === at && deaths++ === 0) throw new Error('killed');
      });
      const again = async <T>(work: () => Promise<T>) => work().catch(work);
      const ask = drawdownOf(0, 1);
      await again(() => billing.open(organization, at, { n: 3 }, 3));
      await again(() => billing.draw(refOf(organization), at, [ask]));
      await billing.settle(recordedOf(refOf(organization), ask));
      expect(await again(() => billing.close(organization, at))).toEqual({
        judgment_units: 1,
        cost_usd: 1,
        asks_under_way: 0,
      });
      expect(deaths).toBeGreaterThan(1);
    },
  );
});
