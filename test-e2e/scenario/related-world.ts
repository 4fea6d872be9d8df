import { AnswerView } from '@app/contracts/documents';
import { ContextView, HistoryList } from '@app/contracts/judgments';
import { eventually } from '@app/testing/stack';
import fc from 'fast-check';
import { confirmed } from './related';
import { Kind, Stored, WorldRelation, featuresOf, numbers, recomputed } from './related-numbers';
import { Scenario } from './scenario';

const settleLimitMs = 60_000;
/** Worlds wait at the same time; more looks would keep the services from what they wait for. */
const pollMs = 200;
export const ids = ['d0', 'd1', 'd2', 'd3', 'd4'];

/** Attributes by which documents point at each other, and a number that filters and orders read. */
interface Pointing {
  at: string;
  list: string[];
  n: number;
}

/** A stored document with its answers. */
type Judged = Omit<Stored, 'answers'> & { answers: Record<string, AnswerView> };

/** One change of a world. It uses the members that its kind needs. */
interface Step {
  do: 'upsert' | 'tier' | 'text' | 'number' | 'point' | 'delete' | 'read' | 'all';
  id: string;
  attributes: Pointing;
  word: string;
  number: number;
  to: string;
}

/**
 * Five documents, a judgment that reads up to three relations among them and answers about these of another judgment, and
 * what happens to them.
 */
export interface World {
  related: Record<string, WorldRelation>;
  /** Numbers of the documents of each relation. */
  numbers: Kind[];
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
  { theirs: 'attributes.at', mine: 'attributes.at' },
  { theirs: 'attributes.list', mine: 'attributes.at' },
  { theirs: 'id', mine: 'id' },
);
const relation = fc.record(
  {
    join,
    fields: fc.constantFrom(['state.tier'], ['attributes.n'], ['state.tier', 'attributes.at']),
    where: fc.constantFrom(
      { 'attributes.n': { gte: 2 } },
      { 'state.tier': { in: ['red', 'blue'] } },
      { 'answers.base.p': { gte: 0.5 } },
    ),
    answers: fc.constantFrom([{ judgment: 'base', bands: [0.3, 0.5, 0.7] }], [{ judgment: 'base', cut: 0.5 }]),
    order_by: fc.constant([{ path: 'attributes.n', direction: 'desc' }, { path: 'id' }]),
    last_n: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: ['join', 'fields'] },
);

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('upsert', 'tier', 'text', 'number', 'point', 'delete', 'read', 'all'),
  id,
  attributes: pointing,
  word,
  number: small,
  to: id,
});

export const worlds: fc.Arbitrary<World> = fc.record(
  {
    related: fc.dictionary(fc.constantFrom('a', 'b', 'c'), relation, { minKeys: 1 }),
    numbers,
    applies_to: fc.constant({ 'attributes.n': { gte: 1 } }),
    policy: fc.constantFrom('on_change' as const, 'on_change' as const, 'on_read' as const),
    steps: fc.array(step, { minLength: 6, maxLength: 10 }),
  },
  { requiredKeys: ['related', 'numbers', 'policy', 'steps'] },
);

/**
 * Lives a world through, and says of each answer that read fresh whether it was made of what a fresh compile reads, and
 * whether its numbers are those of the documents that are stored.
 */
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
    const { related, numbers: kinds, applies_to, policy, steps } = this.world;
    const definition = {
      name: 'late',
      type: 'bool',
      question: 'Is it late?',
      applies_to,
      context: { fields: ['state.text'], related },
      features: featuresOf(Object.keys(related), kinds),
      freshness: { policy, debounce_ms: 0, fanout: { debounce_ms: 0 } },
    };
    const first = ids.map((one, i) =>
      this.document(one, { at: ids[(i + 1) % 5], list: [ids[(i + 2) % 5]], n: i }, 'red'),
    );
    const base = {
      name: 'base',
      type: 'bool',
      question: 'Is it so?',
      context: { fields: ['state.tier', 'attributes.n'] },
    };
    await this.scenario.judgment({ ...base, freshness: { policy: 'on_change', debounce_ms: 0 } });
    // Before the judgment: each document that appears would be a change of a related one.
    await this.scenario.write({ upsert: first });
    // What reads nothing but the document itself replays nothing.
    const replays =
      policy === 'on_change' &&
      Object.values(related).some(({ join: { mine, theirs } }) => mine !== 'id' || theirs !== 'id');
    const post = (body: object) => this.scenario.judgment(body);
    const created = await (replays ? confirmed(post, definition) : post(definition));
    if (created.status !== 'created') throw new Error(`The judgment was not created: ${JSON.stringify(created)}`);
    await this.scenario.ok('POST', '/judgments/late/judge', { documents: ids });
    for (const [n, each] of steps.entries()) {
      await this.take(each);
      if (n % 4 === 3) await this.settle();
      if (n % 2 === 1) await this.compare(`after step ${n}`);
    }
    await this.settle();
    await this.compare('at the end');
  }

  private document(one: string, attributes: Pointing, tier: string): object {
    return { id: one, attributes, state: { text: `text of ${one}`, tier } };
  }

  private async take(taken: Step): Promise<unknown> {
    // A document that was deleted is not found, and nothing changes.
    const patch = (members: object) =>
      this.scenario.call('POST', '/documents', { patch: [{ id: taken.id, ...members }] });
    switch (taken.do) {
      case 'upsert':
        return this.scenario.write({ upsert: [this.document(taken.id, taken.attributes, taken.word)] });
      case 'tier':
      case 'text':
        return patch({ state: { [taken.do]: taken.word } });
      case 'number':
        return patch({ attributes: { n: taken.number } });
      case 'point':
        return patch({ attributes: { at: taken.to } });
      case 'delete':
        return this.scenario.write({ delete: [{ id: taken.id }] });
      case 'read':
        return this.scenario.call('GET', `/documents/${taken.id}?fresh=require`);
      case 'all': {
        const filter = { 'attributes.n': { gte: taken.number } };
        return this.scenario.write({ patch_by_filter: { filter, patch: { state: { tier: taken.word } } } });
      }
    }
  }

  /** Every answer is fresh, or there is none to make. */
  private async settle(): Promise<void> {
    await eventually(
      async () => {
        if (this.world.policy === 'on_read') {
          for (const one of ids) await this.scenario.call('GET', `/documents/${one}?fresh=require`);
        }
        const all = (await this.stored()).flatMap(({ id: one, answers }) =>
          Object.values(answers).map(({ status }) => [one, status] as const),
        );
        const waiting = all.filter(([, status]) => ['stale', 'pending'].includes(status));
        if (waiting.length > 0) throw new Error(`${this.scenario.namespace}: ${JSON.stringify(waiting)}`);
      },
      settleLimitMs,
      pollMs,
    );
  }

  /** All documents with their answers, from one snapshot. */
  private async stored(): Promise<Judged[]> {
    const body = { ids, fresh: 'stored', include: ['attributes', 'state', 'answers'] };
    type Found = { documents: Judged[] };
    return (await this.scenario.ok<Found>('POST', '/documents/get', body)).documents;
  }

  private async compare(when: string): Promise<void> {
    const stored = await this.stored();
    for (const { id: document, answers, ...own } of stored) {
      const answer = 'late' in answers ? answers['late'] : undefined;
      if (answer?.status !== 'fresh' || answer.id === null) continue;
      const { hash, text } = await this.scenario.ok<ContextView>('POST', '/judgments/late/context', { document });
      // The other judgment goes on answering: what has moved meanwhile is compared another time.
      if (!(await this.stands(document, answer))) continue;
      this.compareNumbers(when, answer, { id: document, ...own }, stored);
      const read = await this.hashOf(document, answer.id);
      this.compared += 1;
      if (hash !== read) this.wrong.push(`${when}: ${document} reads fresh and was not made of ${text}`);
    }
  }

  /** Whether an answer that was fresh is fresh still. */
  private async stands(document: string, { id: answer }: AnswerView): Promise<boolean> {
    const { status, id: now } = await this.scenario.answer(document, 'late');
    return status === 'fresh' && now === answer;
  }

  private compareNumbers(when: string, { features }: AnswerView, own: Stored, all: readonly Stored[]): void {
    const { related, numbers: kinds } = this.world;
    const expected = recomputed(related, kinds, own, all);
    const differing = Object.keys(expected).filter((name) => features?.[name] !== expected[name]);
    if (differing.length === 0) return;
    const [got, wanted] = [features, expected].map((each) => JSON.stringify(each));
    this.wrong.push(`${when}: ${own.id} reads fresh with ${got} and counts ${wanted}`);
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
