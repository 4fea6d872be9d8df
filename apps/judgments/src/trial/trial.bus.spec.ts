import { createJudgment, previewContext, tryJudgment } from '@app/contracts/judgments';
import { newId } from '@app/persistence';
import { callerOf } from '@app/testing';
import { FakeNeighbours } from '../testing/fake-neighbours';
import { OpenJudgments, openJudgments, refusalOf } from '../testing/open-judgments';

const caller = callerOf(newId('org'));
const namespace = newId('ask');
let judgments: OpenJudgments;
let neighbours: FakeNeighbours;

const definition = {
  name: 'late',
  type: 'bool',
  question: 'Late?',
  context: {
    fields: ['state.text'],
    related: {
      customer: { join: { theirs: 'id', mine: 'attributes.customer' }, fields: ['state.tier'] },
      messages: { join: { theirs: 'attributes.order', mine: 'id' }, fields: ['state.said'] },
    },
  },
};
const attempt = (documents: string[]) =>
  judgments.gateway.ask(tryJudgment, { namespace, attempt: { definition, documents } }, caller);
const preview = (document: string) =>
  judgments.gateway.ask(previewContext, { namespace, name: 'late', preview: { document } }, caller);

beforeAll(async () => {
  judgments = await openJudgments();
  ({ neighbours } = judgments);
  neighbours.put('c1', 1, { tier: 'gold' }, []);
  neighbours.put('m1', 1, { said: 'where is it?' }, []).attributes = { order: 'o1' };
  neighbours.put('o1', 1, { text: 'one' }, []).attributes = { customer: 'c1' };
  neighbours.put('o2', 1, { text: 'two' }, []).attributes = { customer: 'nobody' };
});
afterAll(() => judgments.stop());
beforeEach(() => {
  neighbours.asks.length = 0;
  neighbours.maxFetched = Infinity;
  neighbours.unreadable.clear();
});

it('try asks with what is related to each document, and shows it [JDG-22] [ANS-04] [REL-01] [REL-02]', async () => {
  const { documents } = await attempt(['o1', 'o2']);
  expect(documents.map(({ answer }) => [answer.status, typeof answer.watermark])).toEqual([
    ['fresh', 'string'],
    ['fresh', 'string'],
  ]);
  const [one, two] = documents.map(({ context }) => context.text);
  for (const said of ['gold', 'where is it?']) expect([one.includes(said), two.includes(said)]).toEqual([true, false]);
  expect(neighbours.asks.map(({ context }) => context).sort()).toEqual([one, two].sort());
});

it('tries count under one name in usage, with a name of their own and without one [defect S-L10]', async () => {
  const { name, ...unnamed } = definition;
  const documents = ['o1'];
  for (const tried of [definition, unnamed, { ...unnamed, name: `${name}_two` }])
    await judgments.gateway.ask(tryJudgment, { namespace, attempt: { definition: tried, documents } }, caller);
  const { rows } = await judgments.db.query<{ names: string[]; units: number }>(
    `select array_agg(distinct name) as names, sum(units::float8) as units
     from outbox, json_each_text(payload::json -> 'by_judgment') as used (name, units)
     where subject = 'judgments.answer.recorded.live.v1' and payload::json ->> 'namespace' = $1`,
    [namespace],
  );
  expect(rows).toEqual([{ names: ['try'], units: expect.any(Number) as number }]);
  expect(rows[0].units).toBeGreaterThan(0);
});

it('try reads documents that do not fit into one reply, and fails with what cannot be read', async () => {
  neighbours.maxFetched = 1;
  expect((await attempt(['o2', 'o1'])).documents.map(({ document }) => document)).toEqual(['o2', 'o1']);
  expect(await refusalOf(attempt(['o1', 'gone']))).toMatchObject({ code: 'not_found', documents: ['gone'] });
  neighbours.unreadable.add('o1');
  expect(await refusalOf(attempt(['o1', 'o2']))).toMatchObject({ code: 'internal' });
});

it('a preview shows what an engine would read of related documents [REL-01]', async () => {
  await judgments.gateway.ask(createJudgment, { namespace, judgment: definition as never }, caller);
  const { text, hash } = await preview('o1');
  expect([text.includes('gold'), text.includes('where is it?')]).toEqual([true, true]);
  const { documents } = await attempt(['o1']);
  expect(documents[0].context.hash).toBe(hash);
  expect((await preview('o2')).text).not.toContain('gold');
});
