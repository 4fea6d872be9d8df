import { budgetChanged } from '@app/contracts/billing';
import { documentDeleted } from '@app/contracts/documents';
import { Judge, Judged, createJudgment, judge } from '@app/contracts/judgments';
import { newId } from '@app/persistence';
import { callerOf, eventually } from '@app/testing';
import { FakeNeighbours } from '../../testing/fake-neighbours';
import { OpenJudgments, openJudgments } from '../../testing/open-judgments';

const organization = newId('org');
const caller = callerOf(organization);
let judgments: OpenJudgments;
let neighbours: FakeNeighbours;
let namespace: string;
let judgment: string;
/** Let the engine answer what a test holds back. */
const gates: (() => void)[] = [];

beforeAll(async () => {
  // The second process judges for readers of the first, and the other way round.
  judgments = await openJudgments([{}, {}]);
  ({ neighbours } = judgments);
  const ordinary = neighbours.reply;
  neighbours.reply = async (ask) => {
    if (ask.context.includes('held')) await new Promise<void>((resolve) => gates.push(resolve));
    return ordinary(ask);
  };
});
afterAll(() => judgments.stop());
beforeEach(async () => {
  namespace = newId('ask');
  const definition = { name: 'late', type: 'bool', question: 'Late?', context: { fields: ['state.note'] } };
  await judgments.gateway.ask(createJudgment, { namespace, judgment: definition as never }, caller);
  judgment = neighbours.snapshotOf(namespace)!.judgment_id;
});
afterEach(() => gates.splice(0).forEach((open) => open()));

function read(ids: string[], note: string): Promise<Judged> {
  const documents = ids.map((id) => neighbours.put(id, 3, { note: `${note} ${namespace} ${id}` }, [judgment]));
  const query: Judge = { organization, namespace, judgments: [judgment], documents, mode: 'require' };
  return judgments.documents.ask(judge, query, caller);
}
const asked = () => neighbours.asks.filter(({ context }) => context.includes(namespace));
const waiting = async (): Promise<string[]> => {
  const { rows } = await judgments.db.query<{ id: string }>(
    `select p.document_id as id from pending p join namespace n on n.id = p.namespace_id and n.name = $1 order by 1`,
    [namespace],
  );
  return rows.map(({ id }) => id);
};

it('a reader who was refused for the budget is not judged for and billed later [defect J-5]', async () => {
  await judgments.db.query('insert into namespace (organization, name) values ($1, $2)', [organization, namespace]);
  // The rows are queued, and no process claims them before the pause is known.
  await judgments.db.query(
    `insert into turn (namespace_id, lane, next_due_at, blocked_until)
     select id, 0, app.now(), 'infinity' from namespace where name = $1`,
    [namespace],
  );
  const ids = ['d1', 'd2', 'd3'];
  const reading = read(ids, 'plain');
  await eventually(async () => expect(await waiting()).toEqual(ids));
  const pause = (paused: boolean, revision: number) =>
    judgments.billing.say(budgetChanged, {
      organization,
      namespace,
      paused,
      revision,
      spend_month_usd: 1,
      month: '2026-03',
      changed_at: new Date().toISOString(),
    });
  await pause(true, 1);
  const { refused, usage } = await reading;
  expect(refused.map(({ document, reason }) => [document, reason])).toEqual(ids.map((id) => [id, 'budget_exceeded']));
  expect(usage.judgment_units).toBe(0);
  expect(await waiting()).toEqual([]);
  await pause(false, 2);
  // A read after the pause is judged, so the others had their chance.
  const later = await eventually(async () => {
    const judged = await read(['d4'], 'plain');
    expect(judged.answers).toHaveLength(1);
    return judged;
  });
  expect(later.answers[0]).toMatchObject({ document: 'd4', failure: null });
  expect(asked().map(({ context }) => context.match(/\bd\d\b/)?.[0])).toEqual(['d4']);
});

it('a reader of a document that is deleted is answered at once, whichever process hears of it [defect J-6]', async () => {
  const reads = ['d1', 'd2', 'd3', 'd4'].map((id) => read([id], 'held'));
  await eventually(() => expect(asked()).toHaveLength(4));
  await judgments.documents.say(documentDeleted, {
    organization,
    namespace,
    documents: ['d1', 'd2', 'd3', 'd4'].map((id) => ({ id, version: 3 })),
  });
  const judged = await Promise.all(reads);
  // At the end of its time each would be refused as late.
  expect(judged.flatMap(({ answers, refused }) => [...answers, ...refused])).toEqual([]);
});
