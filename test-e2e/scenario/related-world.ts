import { AnswerView, ContextView, HistoryList } from '@app/contracts';
import { eventually } from '@app/testing/stack';
import fc from 'fast-check';
import { confirmed } from './related';
import { Scenario } from './scenario';

export const ids = ['d0', 'd1', 'd2', 'd3', 'd4'];

/** Attributes by which documents point at each other, and a number that filters and orders read. */
interface Pointing {
  at: string;
  list: string[];
  n: number;
}

/** One change of a world. */
type Step =
  | { do: 'upsert'; id: string; attributes: Pointing; tier: string }
  | { do: 'tier' | 'text'; id: string; value: string }
  | { do: 'number'; id: string; value: number }
  | { do: 'point'; id: string; value: string }
  | { do: 'delete' | 'read'; id: string }
  | { do: 'all'; least: number; value: string };

/** Five documents, a judgment that reads up to three relations among them, and what happens to them. */
export interface World {
  related: Record<string, object>;
  applies_to?: object;
  policy: 'on_change' | 'on_read';
  steps: Step[];
}

const id = fc.constantFrom(...ids);
const word = fc.constantFrom('red', 'green', 'blue');
const small = fc.integer({ min: 0, max: 3 });
const pointing = fc.record({ at: id, list: fc.uniqueArray(id, { maxLength: 2 }), n: small });

const join = fc.constantFrom(
  { theirs: 'id', mine: 'attributes.at' },
  { theirs: 'id', mine: 'attributes.list' },
  { theirs: 'attributes.at', mine: 'id' },
  { theirs: 'attributes.list', mine: 'id' },
  { theirs: 'id', mine: 'id' },
);
const relation = fc.record(
  {
    join,
    fields: fc.constantFrom(['state.tier'], ['attributes.n'], ['state.tier', 'attributes.at']),
    where: fc.constantFrom({ 'attributes.n': { gte: 2 } }, { 'state.tier': { in: ['red', 'blue'] } }),
    order_by: fc.constant([{ path: 'attributes.n', direction: 'desc' }, { path: 'id' }]),
    last_n: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: ['join', 'fields'] },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('upsert' as const), id, attributes: pointing, tier: word }),
  fc.record({ do: fc.constantFrom('tier' as const, 'text' as const), id, value: word }),
  fc.record({ do: fc.constant('number' as const), id, value: small }),
  fc.record({ do: fc.constant('point' as const), id, value: id }),
  fc.record({ do: fc.constantFrom('delete' as const, 'read' as const), id }),
  fc.record({ do: fc.constant('all' as const), least: small, value: word }),
);

export const worlds: fc.Arbitrary<World> = fc.record(
  {
    related: fc.dictionary(fc.constantFrom('a', 'b', 'c'), relation, { minKeys: 1 }),
    applies_to: fc.constant({ 'attributes.n': { gte: 1 } }),
    policy: fc.constantFrom('on_change' as const, 'on_change' as const, 'on_read' as const),
    steps: fc.array(step, { minLength: 6, maxLength: 10 }),
  },
  { requiredKeys: ['related', 'policy', 'steps'] },
);

/** Lives a world through, and says of each answer that read fresh whether it was made of what a fresh compile reads. */
export class Life {
  private readonly hashes = new Map<string, string>();
  /** Answers that read fresh and were compared. */
  compared = 0;
  readonly wrong: string[] = [];

  constructor(
    private readonly scenario: Scenario,
    private readonly world: World,
  ) {}

  async live(): Promise<void> {
    const { related, applies_to, policy, steps } = this.world;
    const definition = {
      ...{
        name: 'late',
        type: 'bool',
        question: 'Is it late?',
        applies_to,
        context: { fields: ['state.text'], related },
      },
      freshness: { policy, debounce_ms: 0, fanout: { debounce_ms: 0 } },
    };
    if (policy === 'on_read') await this.scenario.judgment(definition);
    else await confirmed((body) => this.scenario.judgment(body), definition);
    const first = ids.map((one, i) =>
      this.document(one, { at: ids[(i + 1) % 5], list: [ids[(i + 2) % 5]], n: i }, 'red'),
    );
    await this.scenario.write({ upsert: first });
    for (const [n, each] of steps.entries()) {
      await this.take(each);
      if (n % 2 === 1) await this.compare(`after step ${n}`);
      if (n % 4 === 0) await this.settle();
    }
    await this.settle();
    await this.compare('at the end');
  }

  private document(one: string, attributes: Pointing, tier: string): object {
    return { id: one, attributes, state: { text: `text of ${one}`, tier } };
  }

  private async take(taken: Step): Promise<void> {
    // A document that was deleted is not found, and nothing changes.
    const patch = (one: string, members: object) =>
      this.scenario.call('POST', '/documents', { patch: [{ id: one, ...members }] });
    if (taken.do === 'upsert') {
      await this.scenario.write({ upsert: [this.document(taken.id, taken.attributes, taken.tier)] });
    } else if (taken.do === 'tier' || taken.do === 'text')
      await patch(taken.id, { state: { [taken.do]: taken.value } });
    else if (taken.do === 'number') await patch(taken.id, { attributes: { n: taken.value } });
    else if (taken.do === 'point') await patch(taken.id, { attributes: { at: taken.value } });
    else if (taken.do === 'delete') await this.scenario.write({ delete: [{ id: taken.id }] });
    else if (taken.do === 'read') await this.scenario.call('GET', `/documents/${taken.id}?fresh=require`);
    else {
      const filter = { 'attributes.n': { gte: taken.least } };
      const state = { tier: taken.value };
      await this.scenario.write({ patch_by_filter: { filter, patch: { state } } });
    }
  }

  /** Every answer is fresh, or there is none to make. */
  private async settle(): Promise<void> {
    await eventually(async () => {
      const query = this.world.policy === 'on_read' ? '?fresh=require' : '?fresh=stored';
      if (this.world.policy === 'on_read') {
        for (const one of ids) await this.scenario.call('GET', `/documents/${one}${query}`);
      }
      const waiting = [...(await this.answers())].filter(([, { status }]) => ['stale', 'pending'].includes(status));
      if (waiting.length > 0) throw new Error(`${this.scenario.namespace}: ${JSON.stringify(waiting)}`);
    });
  }

  private async answers(): Promise<Map<string, AnswerView>> {
    const { documents } = await this.scenario.ok<{ documents: { id: string; answers: Record<string, AnswerView> }[] }>(
      'POST',
      '/documents/get',
      { ids, fresh: 'stored', include: ['answers'] },
    );
    return new Map(documents.flatMap(({ id: one, answers }) => ('late' in answers ? [[one, answers['late']]] : [])));
  }

  private async compare(when: string): Promise<void> {
    for (const [document, answer] of await this.answers()) {
      if (answer.status !== 'fresh' || answer.id === null) continue;
      const { hash, text } = await this.scenario.ok<ContextView>('POST', '/judgments/late/context', { document });
      const read = await this.hashOf(document, answer.id);
      this.compared += 1;
      if (hash !== read) this.wrong.push(`${when}: ${document} reads fresh and was not made of ${text}`);
    }
  }

  /** Of the context that an answer was made of; it never changes. */
  private async hashOf(document: string, answer: string): Promise<string | undefined> {
    if (!this.hashes.has(answer)) {
      const path = `/documents/${document}/answers/late/history`;
      const { answers } = await this.scenario.ok<HistoryList>('GET', path);
      for (const { id: one, context_hash } of answers) this.hashes.set(one, context_hash);
    }
    return this.hashes.get(answer);
  }
}
