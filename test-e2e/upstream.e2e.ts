import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AnswerView } from '@app/contracts/documents';
import { EventView } from '@app/contracts/events';
import { HistoryList, JudgmentChange } from '@app/contracts/judgments';
import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { atOnce, confirmed } from './scenario/related';
import { Scenario, boolJudgment } from './scenario/scenario';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterEach(() => stack?.engine.set({ scripts: [], rounding: null, saturate: null }));
afterAll(() => stack?.leave());

/** Pairs of definitions that close a ring at once. */
const rounds = process.env.LONG === '1' ? 50 : 1;
const self = { theirs: 'id', mine: 'id' };
/** A judgment that reads answers of others about the same document, and of the document a text of its own. */
const reading = (name: string, answers: object[], more: object = {}): object =>
  boolJudgment(name, {
    context: { fields: [`state.${name}`], related: { me: { join: self, answers } } },
    ...more,
  });
const bands = (judgment: string, ...edges: number[]) => ({ judgment, bands: edges });
const bool = (name: string, ...others: string[]) =>
  others.length === 0
    ? boolJudgment(name)
    : reading(
        name,
        others.map((other) => bands(other, 0.5)),
      );

/** Plants the probability that the engine gives to questions about a text. */
const planted = (text: string, question: string, p: number) => ({ match: { question, state: text }, answer: { p } });

async function refused(scenario: Scenario, judgment: object): Promise<object> {
  const { status, body } = await scenario.call<{ error: { details: object } }>('POST', '/judgments', judgment);
  return { status, ...body.error.details };
}

it('lets judgments read each other three deep and never in a circle [REL-07] [REL-08]', async () => {
  const scenario = new Scenario(stack, 'upstream/graph');
  expect(await refused(scenario, bool('A', 'B'))).toMatchObject({ status: 400, reason: 'unknown_path' });
  for (const one of [bool('C'), bool('B', 'C'), bool('A', 'B')]) {
    expect(await scenario.judgment(one)).toMatchObject({ status: 'created' });
  }
  expect(await refused(scenario, bool('D', 'A'))).toMatchObject({ status: 400, reason: 'judgment_depth' });
  expect(await refused(scenario, bool('C', 'A'))).toMatchObject({ status: 400, reason: 'judgment_cycle' });
  const remove = await scenario.call<{ error: object }>('DELETE', '/judgments/B');
  expect([remove.status, remove.body]).toMatchObject([
    409,
    { error: { details: { reason: 'in_use', judgments: [`${scenario.namespace} A`] } } },
  ]);
  expect(await refused(scenario, reading('E', [{ judgment: 'C', value: true }]))).toMatchObject({
    status: 400,
    reason: 'unknown_path',
    path: '/context/related/me/answers/0',
  });
});

it('accepts at most one of two definitions that close a ring at once [REL-08]', async () => {
  const scenario = new Scenario(stack, 'upstream/race');
  const manual = { freshness: { policy: 'manual' } };
  for (const name of ['A', 'B']) await scenario.judgment({ ...bool(name), ...manual });
  for (let round = 0; round < rounds; round++) {
    const question = `Is round ${round} this?`;
    const both = [bool('A', 'B'), bool('B', 'A')].map((one) => ({ ...one, ...manual, question }));
    const replies = await Promise.all(both.map((one) => scenario.call('POST', '/judgments', one)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400]);
    for (const name of ['A', 'B']) await scenario.judgment({ ...bool(name), ...manual, question });
  }
}, 120_000);

it('refuses a narrower template that closes a ring, and a deletion of what a template reads [REL-07] [REL-18] [TPL-02]', async () => {
  const root = new Scenario(stack, 'upstream/wide').namespace;
  const call = <T>(method: 'POST' | 'DELETE', prefix: string, path = '', body?: object) =>
    stack.api<T>(method, `/namespaces/${encodeURIComponent(prefix)}/judgments${path}`, body);
  const post = async (prefix: string, one: object) => (await call<JudgmentChange>('POST', prefix, '', one)).status;
  expect([await post(`${root}/*`, bool('A')), await post(`${root}/*`, bool('B', 'A'))]).toEqual([201, 201]);
  const ring = await call('POST', `${root}/prod/*`, '', bool('A', 'B'));
  expect([ring.status, ring.body]).toMatchObject([400, { error: { details: { reason: 'judgment_cycle' } } }]);
  const gone = await call('DELETE', `${root}/*`, '/A');
  expect([gone.status, gone.body]).toMatchObject([
    409,
    { error: { code: 'conflict', details: { reason: 'in_use', judgments: [`${root}/* B`] } } },
  ]);
});

it('asks a downstream again when a band of its upstream moves, and never inside one [REL-06] [REL-09]', async () => {
  const scenario = new Scenario(stack, 'upstream/bands');
  const text = (n: number) => `text ${n} of ${scenario.namespace}.`;
  await stack.engine.set({
    scripts: [0.41, 0.62, 0.71].map((p, n) => planted(text(n), 'Is this A?', p)),
  });
  await scenario.judgment(bool('A'));
  await scenario.judgment(reading('B', [bands('A', 0.3, 0.7)]));
  await scenario.judgment(reading('C', [bands('B', 0.5)]));
  const mine = `own text of ${scenario.namespace}.`;
  const about = async (name: string) => {
    const asks = await stack.engine.asks(name === 'A' ? `of ${scenario.namespace}.` : mine);
    return asks.filter(({ body }) => body.includes(`Is this ${name}?`)).map(({ body }) => body);
  };
  await scenario.write({ upsert: [{ id: 'd', state: { text: text(0), B: mine, C: mine } }] });
  await scenario.fresh('d', 'A');
  const first = await scenario.fresh('d', 'B');
  // One write asks each once: B has waited for A.
  expect([(await about('A')).length, (await about('B')).length]).toEqual([1, 1]);
  expect((await about('B'))[0]).toContain('0.3 to below 0.7');
  const third = await scenario.fresh('d', 'C');

  await scenario.write({ patch: [{ id: 'd', state: { text: text(1) } }] });
  expect(await scenario.fresh('d', 'A')).toMatchObject({ p: 0.62 });
  // A fact of the first write may come late: it compares contexts, asks nothing and moves the watermark.
  const kept = ({ watermark: _, ...answer }: AnswerView) => answer;
  const after = [await scenario.answer('d', 'B'), await scenario.answer('d', 'C')];
  expect(after.map(kept)).toEqual([first, third].map(kept));
  expect((await about('B')).length).toBe(1);

  await scenario.write({ patch: [{ id: 'd', state: { text: text(2) } }] });
  expect(await scenario.fresh('d', 'A')).toMatchObject({ p: 0.71 });
  const moved = await scenario.fresh('d', 'B');
  expect(moved.id).not.toBe(first.id);
  const asked = await about('B');
  expect(asked).toHaveLength(2);
  expect([asked[1].includes('0.7 or more'), asked[1].includes('0.71')]).toEqual([true, false]);
}, 60_000);

it('reads `not judged` before the first answer of an upstream, and is asked again after it [REL-06]', async () => {
  const scenario = new Scenario(stack, 'upstream/first');
  await scenario.judgment({ ...bool('A'), freshness: { policy: 'manual' } });
  await scenario.judgment(reading('B', [bands('A', 0.5)]));
  const mine = `own text of ${scenario.namespace}.`;
  await scenario.write({ upsert: [{ id: 'd', state: { text: 't', B: mine } }] });
  await scenario.fresh('d', 'B');
  await scenario.ok('POST', '/judgments/A/judge', { documents: ['d'] });
  await eventually(async () => expect(await stack.engine.asks(mine)).toHaveLength(2));
  await scenario.fresh('d', 'B');
  const [before, after] = (await stack.engine.asks(mine)).map(({ body }) => body);
  expect([before.includes('not judged'), after.includes('not judged')]).toEqual([true, false]);
  expect(after).toMatch(/below 0\.5|0\.5 or more/);
}, 60_000);

it('judges what an answer reads first when a read asks for it, in the order of depth [REL-06] [FRS-03]', async () => {
  const scenario = new Scenario(stack, 'upstream/read');
  const onRead = { freshness: { policy: 'on_read' } };
  const mine = `own text of ${scenario.namespace}.`;
  await stack.engine.set({ scripts: [planted(mine, 'Is this A?', 0.9), planted(mine, 'Is this B?', 0.1)] });
  await scenario.judgment({ ...bool('A'), ...onRead });
  await scenario.judgment({ ...bool('B', 'A'), ...onRead });
  await scenario.judgment({ ...bool('C', 'B'), ...onRead });
  await scenario.write({ upsert: [{ id: 'd', state: { text: mine, B: mine, C: mine } }] });
  const { answers } = await scenario.read('d', '?judgments=C&fresh=require');
  expect(answers).toMatchObject({ C: { status: 'fresh' } });
  const asked = (await stack.engine.asks(mine)).map(({ body }) => body);
  expect(asked.map((body) => ['A', 'B', 'C'].find((name) => body.includes(`Is this ${name}?`)))).toEqual([
    ...['A', 'B', 'C'],
  ]);
  expect([asked[1].includes('0.5 or more'), asked[2].includes('below 0.5')]).toEqual([true, true]);
}, 60_000);

it('counts answers of related documents at declared edges, and never sums them [REL-06] [JDG-15]', async () => {
  const scenario = new Scenario(stack, 'upstream/counted');
  await scenario.judgment(boolJudgment('late', { applies_to: { 'attributes.account': { exists: true } } }));
  const orders = { join: { theirs: 'attributes.account', mine: 'id' }, answers: [bands('late', 0.7)] };
  const leaving = (...features: object[]) =>
    boolJudgment('leaving', {
      applies_to: { 'attributes.account': { exists: false } },
      context: { fields: ['state.name'], related: { orders } },
      features,
      freshness: { policy: 'on_change', debounce_ms: 0, fanout: atOnce },
    });
  const summed = { name: 'risk', of: 'orders', aggregate: 'mean', path: 'answers.late.p' };
  expect(await refused(scenario, leaving(summed))).toMatchObject({ status: 400, reason: 'answers_never_summed' });
  const risky = (edge: number) => {
    return { name: 'risky', of: 'orders', aggregate: 'count', where: { 'answers.late.p': { gte: edge } } };
  };
  expect(await refused(scenario, leaving(risky(0.6)))).toMatchObject({
    status: 400,
    reason: 'answers_never_summed',
    path: '/features/0/where',
  });
  await confirmed((definition) => scenario.judgment(definition), leaving(risky(0.7)));

  const text = (n: number) => `text ${n} of ${scenario.namespace}.`;
  await stack.engine.set({ scripts: [0.75, 0.2, 0.9].map((p, n) => planted(text(n), 'Is this late?', p)) });
  const order = (id: string, n: number) => ({ id, attributes: { account: 'a' }, state: { text: text(n) } });
  await scenario.write({ upsert: [{ id: 'a', state: { name: 'x' } }, order('o1', 0), order('o2', 1)] });
  const counted = (count: number) =>
    eventually(async () => {
      const answer = await scenario.fresh('a', 'leaving');
      expect(answer.features).toEqual({ risky: count });
      return answer;
    });
  const first = await counted(1);
  await scenario.write({ patch: [{ id: 'o2', state: { text: text(2) } }] });
  const second = await counted(2);
  expect(second.id).not.toBe(first.id);
  await scenario.write({ delete: [{ id: 'o1' }] });
  await counted(1);
}, 60_000);

it('shows the digits of an answer to nothing that reads its band: no context, history, event or log [REL-06]', async () => {
  const scenario = new Scenario(stack, 'upstream/digits');
  const digits = '7364518';
  const text = `text of ${scenario.namespace}.`;
  await stack.engine.set({
    scripts: [planted(text, 'Is this A?', Number(`0.${digits}`))],
    rounding: 'none',
    saturate: 1,
  });
  await scenario.judgment(bool('A'));
  await scenario.judgment(reading('B', [bands('A', 0.3, 0.7)], { thresholds: { t: 0.5 } }));
  await scenario.judgment(
    reading('C', [
      { judgment: 'B', cut: 0.5 },
      { judgment: 'A', cut: 0.7 },
    ]),
  );
  const mine = `own words of ${scenario.namespace}.`;
  await scenario.write({ upsert: [{ id: 'd', state: { text, B: mine, C: mine } }] });
  expect((await scenario.fresh('d', 'A')).p).toBe(Number(`0.${digits}`));
  const read: unknown[] = [];
  for (const name of ['B', 'C']) {
    read.push(await scenario.fresh('d', name));
    read.push(await scenario.ok('POST', `/judgments/${name}/context`, { document: 'd' }));
    read.push(await scenario.ok<HistoryList>('GET', `/documents/d/answers/${name}/history`));
    read.push(await scenario.ok('GET', `/judgments/${name}`));
  }
  const asks = await stack.engine.asks(mine);
  expect(asks.length).toBeGreaterThan(1);
  const events: EventView[] = await scenario.events('*');
  expect(JSON.stringify([read, asks, events])).not.toContain(digits);
  const kept = await stack.sql<{ n: number }>(
    `select count(*)::int as n from judgments.context where text like '%' || $1 || '%' and text like '%' || $2 || '%'`,
    [mine, digits],
  );
  expect(kept).toEqual([{ n: 0 }]);
  for (const file of readdirSync(stack.at.logs)) {
    expect([file, readFileSync(join(stack.at.logs, file), 'utf8').includes(digits)]).toEqual([file, false]);
  }
}, 60_000);
