import { documentChangedLive } from '@app/contracts/documents';
import { RecordedAnswer, createJudgment } from '@app/contracts/judgments';
import { newId } from '@app/persistence';
import { callerOf, eventually } from '@app/testing';
import { FakeNeighbours } from '../testing/fake-neighbours';
import { OpenJudgments, openJudgments } from '../testing/open-judgments';

const organization = newId('org');
const caller = callerOf(organization);
let judgments: OpenJudgments;
let neighbours: FakeNeighbours;

beforeAll(async () => {
  judgments = await openJudgments();
  ({ neighbours } = judgments);
});
afterAll(() => judgments.stop());
beforeEach(() => {
  neighbours.documents.clear();
  neighbours.unreadable.clear();
  neighbours.maxFetched = Infinity;
  neighbours.fetches = 0;
});

/** Writes documents at once to a namespace of their own, whose one judgment reads `state.note`. */
async function write(ids: readonly string[], state: (id: string) => object): Promise<string> {
  const namespace = newId('ask');
  const definition = {
    name: 'late',
    type: 'bool',
    question: 'Will it be late?',
    context: { fields: ['state.note'] },
    freshness: { policy: 'on_change', debounce_ms: 0 },
  };
  await judgments.gateway.ask(createJudgment, { namespace, judgment: definition as never }, caller);
  const { judgment_id: id } = neighbours.snapshotOf(namespace)!;
  for (const document of ids) neighbours.put(document, 3, state(document), [id]);
  await judgments.documents.say(documentChangedLive, {
    organization,
    namespace,
    sets: [[id]],
    documents: ids.map((document) => ({ id: document, version: 3, set: 0 })),
    cause: 'write',
    changed_at: new Date().toISOString(),
  });
  return namespace;
}

async function recorded(namespace: string): Promise<RecordedAnswer[]> {
  const { rows } = await judgments.db.query<{ payload: string }>(
    `select payload from outbox where subject like 'judgments.answer.recorded%' and payload::json ->> 'namespace' = $1`,
    [namespace],
  );
  return rows.flatMap(({ payload }) => (JSON.parse(payload) as { answers: RecordedAnswer[] }).answers);
}

const answered = (answers: readonly RecordedAnswer[]) =>
  answers
    .filter(({ failure }) => failure === null)
    .map(({ document }) => document)
    .sort();
const idsOf = (count: number) => Array.from({ length: count }, (_, i) => `d${String(i).padStart(2, '0')}`);

describe('documents that are judged together', () => {
  it('and whose fetch is longer than a message are judged in smaller pieces [defect S-H3]', async () => {
    const ids = idsOf(30);
    const blob = 'x'.repeat(700_000);
    const namespace = await write(ids, (id) => ({ note: id, blob }));
    await eventually(async () => expect(answered(await recorded(namespace))).toEqual(ids), 20_000);
  });

  it('and do not fit into one reply are judged a reply at a time, each once [defect S-H3]', async () => {
    const ids = idsOf(12);
    neighbours.maxFetched = 5;
    const namespace = await write(ids, (id) => ({ note: id }));
    await eventually(async () => expect(answered(await recorded(namespace))).toEqual(ids), 10_000);
    expect(neighbours.fetches).toBe(3);
  });

  it('are not held back by one that cannot be read, which fails with its reason [defect S-H3]', async () => {
    const ids = idsOf(20);
    neighbours.unreadable.add('d07');
    const namespace = await write(ids, (id) => ({ note: id }));
    const others = ids.filter((id) => id !== 'd07');
    await eventually(async () => expect(answered(await recorded(namespace))).toEqual(others), 10_000);
    const failed = await eventually(async () => {
      const one = (await recorded(namespace)).find(({ document }) => document === 'd07');
      expect(one).toBeDefined();
      return one;
    });
    expect(failed).toMatchObject({ failure: 'judging_failed', document_version: 3 });
    const { rows } = await judgments.db.query(
      `select p.document_id, p.attempts from pending p join namespace n on n.id = p.namespace_id where n.name = $1`,
      [namespace],
    );
    expect(rows).toEqual([{ document_id: 'd07', attempts: 1 }]);
  });
});
