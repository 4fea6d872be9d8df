import { AnswerView } from '@app/contracts/documents';
import { JudgmentChange } from '@app/contracts/judgments';
import { eventually } from '@app/testing/stack';
import type { TappedAsk } from '@app/testing/stack';
import { Scenario, boolJudgment } from './scenario';

/** Fan-out settings of a scenario: no wait, and a limit that only scenarios about limits meet. */
export const atOnce = { debounce_ms: 0, rolling_limit: 1_000_000 };

/** A judgment of orders that reads the tier of the customer at whom each points. */
export function lateJudgment(fanout: object = {}, more: object = {}): object {
  const customer = { join: { theirs: 'id', mine: 'attributes.customer' }, fields: ['state.tier'] };
  return boolJudgment('late', {
    context: { fields: ['state.text'], related: { customer } },
    freshness: { policy: 'on_change', debounce_ms: 0, fanout: { ...atOnce, ...fanout } },
    ...more,
  });
}

/** Sends a definition, and once more with the token of the reply, as a client does who agrees to the price shown. */
export async function confirmed(
  post: (definition: object) => Promise<JudgmentChange>,
  definition: object,
): Promise<JudgmentChange> {
  const { status, confirm } = await post(definition);
  expect(status).toBe('confirmation_required');
  return post({ ...definition, confirm });
}

/** Orders that point at customers, with the judgment `late` of them. Every text names the namespace. */
export class Orders {
  constructor(readonly scenario: Scenario) {}

  /** @param customers by order. @returns once every order has an answer */
  static async judged(
    scenario: Scenario,
    judgment: object,
    customers: Readonly<Record<string, string>>,
  ): Promise<Orders> {
    const orders = new Orders(scenario);
    const targets = [...new Set(Object.values(customers))].map((id) => ({ id, state: { tier: 'gold', note: 'a' } }));
    // Before the judgment: a document that appears is a change of a related one.
    await scenario.write({ upsert: targets });
    await confirmed((definition) => scenario.judgment(definition), judgment);
    await scenario.write({ upsert: Object.entries(customers).map(([id, customer]) => orders.order(id, customer)) });
    await orders.fresh(Object.keys(customers));
    return orders;
  }

  order(id: string, customer: string, attributes: object = {}, more: object = {}): object {
    return {
      id,
      attributes: { customer, open: true, amount: 10, ...attributes },
      state: { text: this.text(id) },
      ...more,
    };
  }

  /** What an order says; asks of the order hold it. */
  text(id: string): string {
    return `order ${id} of ${this.scenario.namespace}.`;
  }

  setTier(customer: string, tier: string): Promise<unknown> {
    return this.scenario.write({ patch: [{ id: customer, state: { tier } }] });
  }

  /** What the engine was asked about orders, or about one. @param after leaves out as many of the first */
  async asks(id?: string, after = 0): Promise<TappedAsk[]> {
    const mark = id === undefined ? ` of ${this.scenario.namespace}.` : this.text(id);
    return (await this.scenario.stack.engine.asks(mark)).slice(after);
  }

  async answers(ids: readonly string[]): Promise<Record<string, AnswerView>> {
    const { documents } = await this.scenario.ok<{ documents: { id: string; answers: Record<string, AnswerView> }[] }>(
      'POST',
      '/documents/get',
      { ids, fresh: 'stored', include: ['answers'] },
    );
    return Object.fromEntries(documents.map(({ id, answers }) => [id, answers['late']]));
  }

  /** The answers once all of them are fresh. */
  fresh(ids: readonly string[], limitMs = 20_000): Promise<Record<string, AnswerView>> {
    return eventually(async () => {
      const answers = await this.answers(ids);
      const waiting = Object.entries(answers).filter(([, { status }]) => status !== 'fresh');
      if (waiting.length === 0 && Object.keys(answers).length === ids.length) return answers;
      throw new Error(`Not fresh: ${waiting.map(([id, one]) => `${id} ${one.status} ${one.stale_reason}`).join(', ')}`);
    }, limitMs);
  }
}
