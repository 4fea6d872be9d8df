import { Judged, createJudgment, judge, priceJudging } from '@app/contracts/judgments';
import { newId } from '@app/persistence';
import { callerOf } from '@app/testing';
import { OpenJudgments, openJudgments } from '../../testing/open-judgments';

const organization = newId('org');
const caller = callerOf(organization);
const namespace = 'acme/again';
let judgments: OpenJudgments;

beforeAll(async () => {
  judgments = await openJudgments();
}, 60_000);
afterAll(() => judgments.stop());

const recipe = { context: { fields: ['state.note'] }, freshness: { policy: 'manual' } };

async function create(definition: object): Promise<string> {
  await judgments.gateway.ask(createJudgment, { namespace, judgment: { ...recipe, ...definition } as never }, caller);
  return judgments.neighbours.snapshotOf(namespace)!.judgment_id;
}

/** What a reader gets who requires an answer about a document that never changes. */
async function read(judgment: string, again_at?: string): Promise<{ judged: Judged; questions: number[] }> {
  const { neighbours } = judgments;
  neighbours.asks.length = 0;
  const documents = [neighbours.put('d1', 3, { note: 'the same' }, [judgment])];
  const query = { organization, namespace, judgments: [judgment], documents, mode: 'require' as const };
  const judged = await judgments.documents.ask(judge, { ...query, ...(again_at && { again_at }) }, caller);
  return { judged, questions: neighbours.asks.map(({ questions }) => questions.length) };
}

async function priceOf(judgment: string) {
  const toPrice = [{ judgment_id: judgment, documents: ['d1'] }];
  const { asks } = judgments.neighbours;
  asks.length = 0;
  const price = await judgments.documents.ask(priceJudging, { organization, namespace, judgments: toPrice }, caller);
  expect(asks).toEqual([]);
  return price;
}

const shared = async (): Promise<string> => {
  const { rows } = await judgments.db.query<{ now: Date }>('select app.now() as now');
  return rows[0].now.toISOString();
};

const bool = { name: 'late', type: 'bool', question: 'Is it late?' };
const parts = [
  { name: 'rude', question: 'Is it rude?' },
  { name: 'loud', question: 'Is it loud?' },
];
const cases: [string, object, number][] = [
  ['a question', bool, 1],
  ['a composite, with all of its parts', { name: 'angry', type: 'bool', question: 'Is it angry?', parts }, 2],
  [
    'a recipe with `previous`',
    { ...bool, name: 'moved', context: { ...recipe.context, previous: { fields: ['state.note'] } } },
    1,
  ],
];

it.each(cases)(
  'asks %s again about the same context, charges it, and once for each moment [CLI-A2]',
  async (...[, definition, asked]) => {
    const judgment = await create(definition);
    const first = await read(judgment);
    expect([first.questions, first.judged.usage.judgment_units > 0]).toEqual([[asked], true]);
    const plain = await read(judgment);
    expect([plain.questions, plain.judged.usage.judgment_units]).toEqual([[], 0]);
    const at = await shared();
    expect(await priceOf(judgment)).toEqual({
      judgment_units: first.judged.usage.judgment_units,
      cost_usd: expect.closeTo(first.judged.usage.judgment_units * 0.002) as number,
    });
    const again = await read(judgment, at);
    expect([again.questions, again.judged.refused]).toEqual([[asked], []]);
    expect(again.judged.usage.judgment_units).toBe(first.judged.usage.judgment_units);
    expect(again.judged.answers[0]).toMatchObject({ same: false, failure: null });
    expect(again.judged.answers[0].answer_id).not.toBe(first.judged.answers[0].answer_id);
    // A request that is repeated repeats its moment: the answer is of it already.
    const repeated = await read(judgment, at);
    expect([repeated.questions, repeated.judged.refused, repeated.judged.usage.judgment_units]).toEqual([[], [], 0]);
  },
);
