import fc from 'fast-check';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anAnswer } from '../../testing/samples';
import { membersOf, raisedMoves, subscribe } from '../../testing/subscriptions';

let harness: DocumentsHarness;
const org = 'org_agreement';
const ids = ['a', 'b', 'c', 'd'];

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

const condition = fc.oneof(
  fc.record({ 'attributes.x': fc.constantFrom('a', 'b', 1) }),
  fc.record({ 'attributes.x': fc.record({ exists: fc.boolean() }) }),
  fc.record({ 'state.n.v': fc.record({ gte: fc.integer({ min: 0, max: 3 }) }) }),
  fc.record({ id: fc.constantFrom('a', 'b') }),
  fc.record({ 'answers.mood.p': fc.record({ gte: fc.constantFrom(0.2, 0.5, 0.8) }) }),
  fc.record({ 'answers.mood.thresholds.alarm': fc.boolean() }),
  fc.record({ 'answers.mood.thresholds.large': fc.boolean() }),
  fc.record({ 'answers.mood.features.amount': fc.record({ gte: fc.constantFrom(0.2, 0.5, 0.8) }) }),
  fc.record({ 'answers.mood.features.amount': fc.record({ exists: fc.boolean() }) }),
  fc.record({ 'answers.mood.parts.one': fc.record({ gte: fc.constantFrom(0.2, 0.5, 0.8) }) }),
  fc.record({ 'answers.only.p': fc.record({ exists: fc.boolean() }) }),
  fc.record({ created_at: fc.record({ within: fc.constantFrom('1d', '0ms') }) }),
);
const { filter } = fc.letrec<{ filter: object }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 2 },
    condition,
    fc.record({ not: tie('filter') }),
    fc.record({ any: fc.array(tie('filter'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ all: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
  ),
}));
const id = fc.constantFrom(...ids);
const x = fc.constantFrom('a', 'b', 1, null);
const n = fc.array(fc.record({ v: fc.integer({ min: 0, max: 3 }) }), { maxLength: 2 });
const number = fc.constantFrom(0.1, 0.2, 0.5, 0.6, 0.9);
const feature = fc.option(number);
const step = fc.oneof(
  fc.record({ do: fc.constant('write' as const), id, x, n }),
  fc.record({ do: fc.constant('delete' as const), id }),
  fc.record({
    do: fc.constant('answer' as const),
    id,
    number,
    amount: feature,
    judgment: fc.constantFrom('mood', 'only'),
  }),
  fc.record({ do: fc.constant('threshold' as const), alarm: number, large: number }),
  fc.record({ do: fc.constant('filter' as const), name: fc.constantFrom('s0', 's1'), filter }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let run = 0;
let records = 0;

/** A namespace that random steps change, and its subscriptions. */
class RandomNamespace {
  readonly namespace = `agree/${++run}`;
  private readonly filters = new Map<string, object>();

  async apply(one: Step): Promise<void> {
    if (one.do === 'write') {
      const attributes = one.x === null ? {} : { x: one.x };
      await harness.write(org, this.namespace, { upsert: [{ id: one.id, attributes, state: { n: one.n } }] });
    } else if (one.do === 'delete') await harness.write(org, this.namespace, { delete: [{ id: one.id }] });
    else if (one.do === 'threshold') await this.mood(one.alarm, one.large);
    else if (one.do === 'filter') {
      this.filters.set(one.name, one.filter);
      await subscribe(harness, org, this.namespace, one.name, { filter: one.filter, initial: 'emit' });
    } else await this.answer(one);
  }

  async begin(): Promise<void> {
    await harness.write(org, this.namespace, { upsert: [{ id: 'zero' }] });
    await this.mood(0.5, 0.5);
    const applies_to = { 'attributes.x': 'a' };
    await harness.putJudgment(org, this.namespace, 'only', { judgment_id: `jdg_only_${run}`, applies_to });
  }

  private async mood(alarm: number, gte: number): Promise<void> {
    const thresholds = { alarm, large: { feature: 'amount', gte } };
    const [features, parts] = [['amount'], ['one']];
    await harness.putJudgment(org, this.namespace, 'mood', {
      judgment_id: `jdg_mood_${run}`,
      features,
      parts,
      thresholds,
    });
  }

  private async answer({
    id: document,
    number: value,
    amount,
    judgment,
  }: Extract<Step, { do: 'answer' }>): Promise<void> {
    const { documents } = await harness.read(org, this.namespace, [document]);
    if (documents.length === 0) return;
    const { version } = documents[0];
    records += 1;
    const others = {
      record: records,
      document_version: version,
      seen: version,
      number: value,
      features: { amount },
      parts: { one: { p: value } },
    };
    const judgment_id = `jdg_${judgment}_${run}`;
    await harness.applyAnswers(org, this.namespace, [anAnswer(document, judgment, { ...others, judgment_id })]);
  }

  /** The members of each subscription by the table, by the filter's SQL, and by the events, as one text each. */
  async agreement(): Promise<[string, string, string][]> {
    const events = await raisedMoves(harness, org, this.namespace);
    return Promise.all(
      [...this.filters].map(async ([name, of]): Promise<[string, string, string]> => {
        const { documents } = await harness.query(org, this.namespace, { filter: of, limit: 100 });
        const last = new Map(events.filter((one) => one.subscription === name).map((one) => [one.document, one.type]));
        const inside = [...last].filter(([, type]) => type === 'entered').map(([document]) => document);
        const members = await membersOf(harness, org, this.namespace, name);
        return [
          members.join(),
          documents
            .map((one) => one.id)
            .sort()
            .join(),
          inside.sort().join(),
        ];
      }),
    );
  }
}

describe('membership', () => {
  it('by events, by the table and by the filter in SQL agree after every step [SUB-01] [SUB-02] [SUB-12] [THR-04]', async () => {
    let held = 0;
    await fc.assert(
      fc.asyncProperty(
        filter,
        filter,
        fc.array(step, { minLength: 1, maxLength: 14 }),
        async (first, second, steps) => {
          const random = new RandomNamespace();
          await random.begin();
          await random.apply({ do: 'filter', name: 's0', filter: first });
          await random.apply({ do: 'filter', name: 's1', filter: second });
          for (const one of steps) {
            await random.apply(one);
            await harness.due.turn();
            for (const [members, found, byEvents] of await random.agreement()) {
              expect(members).toBe(found);
              expect(byEvents).toBe(found);
              held += found === '' ? 0 : 1;
            }
          }
        },
      ),
      { numRuns: 40, interruptAfterTimeLimit: 100_000 },
    );
    expect(held).toBeGreaterThan(50);
  }, 180_000);
});
