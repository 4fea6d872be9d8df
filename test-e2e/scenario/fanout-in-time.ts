import { AnswerView } from '@app/contracts/documents';
import { EventView } from '@app/contracts/events';
import { eventually } from '@app/testing/stack';
import type { Stack } from '@app/testing/stack';
import { Orders, lateJudgment } from './related';
import { Scenario } from './scenario';

const dayMs = 86_400_000;
const debounceMs = 60_000;

const pointing = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`o${i}`, 'cust:1']));

const isDeferred = ({ status, stale_reason }: AnswerView): boolean =>
  status === 'stale' && stale_reason === 'fanout_deferred';

/** Orders of one customer, more than may be judged again in a day, after a change of the customer. */
class Limited {
  private constructor(
    readonly orders: Orders,
    readonly ids: string[],
  ) {}

  static async changed(stack: Stack, name: string, count: number, limit: number): Promise<Limited> {
    const customers = pointing(count);
    const orders = await Orders.judged(new Scenario(stack, name), lateJudgment({ rolling_limit: limit }), customers);
    await orders.setTier('cust:1', 'lead');
    return new Limited(orders, Object.keys(customers));
  }

  /** The ids of those that are fresh and of those that are deferred, once all are one or the other. */
  split(fresh: number): Promise<{ fresh: string[]; deferred: string[] }> {
    return eventually(async () => {
      const answers = await this.orders.answers(this.ids);
      const of = (is: (answer: AnswerView) => boolean) => this.ids.filter((id) => is(answers[id]));
      const found = { fresh: of(({ status }) => status === 'fresh'), deferred: of(isDeferred) };
      expect([found.fresh.length, found.deferred.length]).toEqual([fresh, this.ids.length - fresh]);
      return found;
    }, 30_000);
  }

  /** How many asks showed the new tier. */
  async asked(): Promise<number> {
    return (await this.orders.asks()).filter(({ body }) => body.includes('lead')).length;
  }

  events(): Promise<EventView[]> {
    return this.orders.scenario.events('judgment.*');
  }
}

/**
 * Fan-out where the time matters: its wait, and its limit over any 24 hours with several replicas of judgments.
 * @param ahead moves the clock on
 */
export function tellFanoutInTime(stack: () => Stack, ahead: (ms: number) => Promise<void>): void {
  it('waits until changes have settled, says until when, and judges once with the last [REL-05] [FRS-02]', async () => {
    const scenario = new Scenario(stack(), 'fanout/debounce');
    const fanout = { debounce_ms: debounceMs };
    const orders = await Orders.judged(scenario, lateJudgment(fanout), pointing(3));
    const ids = ['o0', 'o1', 'o2'];
    for (let i = 1; i <= 5; i++) await orders.setTier('cust:1', `tier number ${i}`);
    const { updated_at } = await scenario.read('cust:1');
    const due_at = new Date(Date.parse(updated_at) + debounceMs).toISOString();
    const waiting = ids.map(() => ({ status: 'stale', stale_reason: 'related_changed', due_at }));
    expect(Object.values(await orders.answers(ids))).toMatchObject(waiting);
    const stale = { filter: { 'answers.late.status': 'stale' }, count: true, limit: 1 };
    expect((await scenario.query(stale)).count).toBe(3);
    expect(await orders.asks()).toHaveLength(3);
    await ahead(debounceMs);
    await orders.fresh(ids);
    const asks = await orders.asks(undefined, 3);
    expect(asks.map(({ body }) => body.includes('tier number 5'))).toEqual([true, true, true]);
  }, 60_000);

  it('judges once what points at a document that was deleted and made again while the change waited [REL-03] [REL-05]', async () => {
    const scenario = new Scenario(stack(), 'fanout/again');
    const orders = await Orders.judged(scenario, lateJudgment({ debounce_ms: debounceMs }), pointing(3));
    const ids = ['o0', 'o1', 'o2'];
    await scenario.write({ delete: [{ id: 'cust:1' }] });
    await scenario.write({ upsert: [{ id: 'cust:1', state: { tier: 'second life' } }] });
    for (const answer of Object.values(await orders.answers(ids))) {
      expect(answer).toMatchObject({ status: 'stale', stale_reason: 'related_changed' });
    }
    await ahead(debounceMs);
    await orders.fresh(ids);
    const asks = await orders.asks(undefined, 3);
    expect(asks.map(({ body }) => body.includes('second life'))).toEqual([true, true, true]);
    // The same life again, with the text of before: compiled, and not asked.
    await scenario.write({ delete: [{ id: 'cust:1' }] });
    await scenario.write({ upsert: [{ id: 'cust:1', state: { tier: 'second life' } }] });
    await ahead(debounceMs);
    await orders.fresh(ids);
    expect(await orders.asks(undefined, 3)).toHaveLength(3);
  }, 60_000);

  it('judges no more than its limit in any 24 hours, defers the rest with one event, and catches up by itself [REL-12] [REL-13] [REL-17]', async () => {
    const limited = await Limited.changed(stack(), 'fanout/limit', 25, 10);
    const { deferred } = await limited.split(10);
    expect(await limited.asked()).toBe(10);
    const [event, ...more] = await eventually(async () => {
      const events = await limited.events();
      expect(events.length).toBeGreaterThan(0);
      return events;
    });
    expect([event, ...more]).toMatchObject([{ type: 'judgment.fanout_deferred', data: { judgment: 'late' } }]);
    const { deferred: waiting, resumes_at } = event.data as { deferred: number; resumes_at: string };
    expect(waiting).toBeGreaterThan(0);
    expect(waiting).toBeLessThanOrEqual(15);
    for (const answer of Object.values(await limited.orders.answers(deferred))) expect(answer.due_at).toBe(resumes_at);
    // The time that a slow machine takes for all this counts too.
    await ahead(dayMs - 600_000);
    await limited.split(10);
    expect(await limited.asked()).toBe(10);
    // What was counted last leaves the window a little later than what was counted first.
    await ahead(630_000);
    await limited.split(20);
    expect(await limited.asked()).toBe(20);
    await ahead(dayMs + 30_000);
    await limited.split(25);
    expect(await limited.asked()).toBe(25);
    const types = await eventually(async () => {
      const events = await limited.events();
      expect(events).toHaveLength(2);
      return events.map(({ type, data }) => ({ type, data }));
    });
    expect(types[1]).toMatchObject({
      type: 'judgment.fanout_caught_up',
      data: { judgment: 'late', deferred: 0, resumes_at: null },
    });
  }, 120_000);

  it('judges a deferred document at once when it is written or read, and others in its place later [REL-13] [FRS-03]', async () => {
    const limited = await Limited.changed(stack(), 'fanout/deferred', 25, 10);
    const { scenario } = limited.orders;
    const before = await limited.split(10);
    const [written, read] = before.deferred;
    await scenario.write({ patch: [{ id: written, state: { text: `${limited.orders.text(written)} Where is it?` } }] });
    await limited.orders.fresh([written]);
    const required = await scenario.read(read, '?fresh=require');
    expect(required.answers?.['late'].status).toBe('fresh');
    expect(await limited.asked()).toBe(12);
    await limited.split(12);
    await ahead(dayMs + 30_000);
    const after = await limited.split(22);
    expect(await limited.asked()).toBe(22);
    for (const id of [written, read]) expect(after.fresh).toContain(id);
  }, 120_000);
}
