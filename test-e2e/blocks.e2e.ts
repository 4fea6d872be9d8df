import { UsageView } from '@app/contracts';
import { CalibrationReport, OutcomesPosted } from '@app/contracts/calibration';
import { AnswerView } from '@app/contracts/documents';
import { JobView } from '@app/contracts/jobs';
import { StackClient, TappedAsk, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { atOnce, confirmed } from './scenario/related';
import { Scenario, boolJudgment } from './scenario/scenario';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

const same = { join: { theirs: 'attributes.email', mine: 'attributes.email' }, fields: ['state.name'] };
const context = { fields: ['state.name'], related: { same } };
/** No number of a name is the beginning of another one's. */
const nameOf = ({ namespace }: Scenario, id: string): string => `name of ${id} in ${namespace}.`;
const person = (scenario: Scenario, id: string, email: string, more: object = {}) => ({
  id,
  attributes: { email },
  state: { name: nameOf(scenario, id) },
  ...more,
});

/** Asks whose judged document is the one with this id; its name stands before those of related ones. */
async function asksOf(scenario: Scenario, id: string): Promise<TappedAsk[]> {
  const asks = await stack.engine.asks(nameOf(scenario, id));
  return asks.filter(({ body }) => body.indexOf(nameOf(scenario, id)) < body.indexOf('<<<related'));
}
/** Ids of the related documents that a context shows. */
function shownIn({ body }: TappedAsk): string[] {
  const related = body.slice(body.indexOf('<<<related'), body.indexOf('related>>>'));
  return [...related.matchAll(/name of (\w+) in /g)].map(([, id]) => id).sort();
}
const sumOf = ({ dist, escape_p: escape }: AnswerView): number =>
  Object.values(dist ?? {}).reduce((sum, share) => sum + share, escape ?? NaN);

it('reads the others with the same key, the newest of them, and judges them again and not the changed one [REL-10] [NS-20]', async () => {
  const scenario = new Scenario(stack, 'blocks/bool');
  const created_at = (n: number) => new Date(Date.now() - 86_400_000 + n * 60_000).toISOString();
  const freshness = { policy: 'on_change', debounce_ms: 0, fanout: { ...atOnce, block_cap: 2 } };
  await confirmed((body) => scenario.judgment(body), boolJudgment('dup', { context, freshness }));
  const ids = ['b1', 'b2', 'b3'];
  await scenario.write({ upsert: ids.map((id, n) => person(scenario, id, 'x@y', { created_at: created_at(n) })) });
  const settled = async (some: readonly string[]): Promise<AnswerView[]> => {
    const answers: AnswerView[] = [];
    for (const id of some) answers.push(await scenario.fresh(id, 'dup'));
    return answers;
  };
  for (const { truncated } of await settled(ids)) expect(truncated).toBe(false);
  for (const id of ids) {
    const last = (await asksOf(scenario, id)).at(-1)!;
    expect(shownIn(last)).toEqual(ids.filter((other) => other !== id));
  }

  const counts = () => Promise.all(ids.map(async (id) => (await asksOf(scenario, id)).length));
  const before = await counts();
  const [, , third] = await settled(ids);
  await scenario.write({ patch: [{ id: 'b3', attributes: { seen: true } }] });
  expect(await scenario.answer('b3', 'dup')).toEqual(third);
  await scenario.write({ patch: [{ id: 'b3', state: { name: `${nameOf(scenario, 'b3')} and more` } }] });
  for (const id of ['b1', 'b2']) {
    const { status, stale_reason: reason } = await scenario.answer(id, 'dup');
    expect([status, reason]).not.toEqual(['stale', 'document_changed']);
  }
  await settled(ids);
  // Its own change has the document asked once, and no second time as one of its own block.
  expect(await counts()).toEqual(before.map((count) => count + 1));

  await scenario.write({
    upsert: ['b4', 'b5'].map((id, n) => person(scenario, id, 'x@y', { created_at: created_at(3 + n) })),
  });
  const five = await settled([...ids, 'b4', 'b5']);
  expect(five.map(({ truncated }) => truncated)).toEqual([true, true, true, true, true]);
  expect(shownIn((await asksOf(scenario, 'b1')).at(-1)!)).toEqual(['b4', 'b5']);
  expect(shownIn((await asksOf(scenario, 'b5')).at(-1)!)).toEqual(['b3', 'b4']);
}, 60_000);

const twin = { name: 'twin', type: 'choice', question: 'Which one is the same person?' };

it('chooses among the documents of a relation, none of which needs no engine [REL-11] [ANS-02]', async () => {
  const scenario = new Scenario(stack, 'blocks/choice');
  const options = { from: 'same', show: ['state.name'] };
  const freshness = { policy: 'on_change', debounce_ms: 0, fanout: atOnce };
  const thresholds = { new: { field: 'escape_p', gte: 0.999 } };
  await confirmed((body) => scenario.judgment(body), { ...twin, options, context, freshness, thresholds });
  await scenario.write({ upsert: [person(scenario, 'alone', 'a@y')] });
  const alone = await scenario.fresh('alone', 'twin');
  expect(alone).toMatchObject({ value: null, escape_p: 1, dist: {}, rounds: 0, truncated: false });
  expect(alone.thresholds).toEqual({ new: true });
  expect(await asksOf(scenario, 'alone')).toEqual([]);

  const ids = ['c1', 'c2', 'c3'];
  await scenario.write({ upsert: ids.map((id) => person(scenario, id, 'x@y')) });
  await eventually(async () => {
    for (const id of ids) {
      const answer = await scenario.fresh(id, 'twin');
      const others = ids.filter((other) => other !== id);
      expect(Object.keys(answer.dist ?? {}).sort()).toEqual(others);
      expect([...others, null]).toContain(answer.value);
      expect(sumOf(answer)).toBeCloseTo(1, 9);
      expect(answer.rounds).toBe(1);
    }
  });
  // Another candidate comes for the one that had none.
  await scenario.write({ upsert: [person(scenario, 'other', 'a@y')] });
  await eventually(async () => {
    expect(Object.keys((await scenario.fresh('alone', 'twin')).dist ?? {})).toEqual(['other']);
  });

  // A filter names any id, and outcomes name a candidate.
  const filter = { 'answers.twin.dist.c2': { gte: 0 } };
  const { documents } = await scenario.query({ filter });
  expect(documents.map(({ id }) => id).sort()).toEqual(['c1', 'c3']);
  const outcomes = [
    { document: 'c1', as_of: 'latest', value: 'c2' },
    { document: 'c2', as_of: 'latest', escape: true },
    { document: 'c3', as_of: 'latest', value: 'nobody' },
  ];
  const posted = await scenario.ok<OutcomesPosted>('POST', '/judgments/twin/outcomes', { outcomes });
  expect(posted).toMatchObject({ recorded: 3, matched: 3 });
  const report = await scenario.ok<CalibrationReport>('GET', '/judgments/twin/calibration');
  expect(report).toMatchObject({ classes: [], labels: { used: 2 }, excluded: { option_gone: 1 } });
  expect(report.held_out.raw?.log_loss).toBeGreaterThan(0);
}, 60_000);

it('fits a temperature where each answer has options of its own [REL-11] [CAL-01]', async () => {
  const scenario = new Scenario(stack, 'blocks/fit');
  await scenario.judgment({ ...twin, options: { from: 'same', show: ['state.name'] }, context });
  const pairs = Array.from({ length: 12 }, (_, n) => n);
  await scenario.write({
    upsert: pairs.flatMap((n) => ['a', 'b', 'c'].map((end) => person(scenario, `d${n}${end}`, `e${n}@y`))),
  });
  const documents = pairs.map((n) => `d${n}a`);
  await scenario.ok('POST', '/judgments/twin/judge', { documents });
  const outcomes = pairs.map((n) => ({ document: `d${n}a`, as_of: 'latest', value: `d${n}b` }));
  await scenario.ok('POST', '/judgments/twin/outcomes', { outcomes });
  const { id } = await scenario.ok<JobView>('POST', '/judgments/twin/calibration/run', {});
  await eventually(
    async () => expect((await stack.api<JobView>('GET', `/jobs/${id}`)).body.status).toBe('done'),
    30_000,
  );
  const report = await scenario.ok<CalibrationReport>('GET', '/judgments/twin/calibration');
  expect(report.choice?.candidates.map(({ map }) => map)).toEqual(['raw', 'temperature']);
  const { calibrated } = await eventually(async () => {
    const answer = await scenario.answer('d0a', 'twin');
    expect(answer.calibrated).not.toBeNull();
    return answer;
  });
  expect(Object.keys((calibrated as { dist: object }).dist).sort()).toEqual(['d0b', 'd0c']);
}, 60_000);

it('cuts 300 candidates down in rounds, with one answer and one charge [REL-11] [BILL-10]', async () => {
  const scenario = new Scenario(stack, 'blocks/rounds');
  await scenario.judgment({ ...twin, options: { from: 'same', show: ['state.name'] }, context });
  const all = Array.from({ length: 300 }, (_, n) => `p${1000 + n}`);
  const many = all.map((id) => person(scenario, id, 'x@y'));
  for (let at = 0; at < many.length; at += 100) await scenario.write({ upsert: many.slice(at, at + 100) });
  await scenario.write({ upsert: [person(scenario, 'judged', 'x@y')] });
  const { usage } = await scenario.ok<{ usage: UsageView }>('POST', '/judgments/twin/judge', { documents: ['judged'] });
  const answer = await scenario.fresh('judged', 'twin');
  expect(answer.rounds).toBeGreaterThanOrEqual(2);
  expect([...all, null]).toContain(answer.value);
  expect(sumOf(answer)).toBeCloseTo(1, 9);
  const asks = await asksOf(scenario, 'judged');
  const sizes = asks.map(({ body }) => {
    const { questions } = JSON.parse(body) as { questions: Record<string, { criteria: Record<string, string> }> };
    return Object.values(questions).map(({ criteria }) => Object.keys(criteria).length - 1);
  });
  expect(sizes).toHaveLength(answer.rounds!);
  for (const size of sizes.flat()) expect(size).toBeLessThanOrEqual(254);
  expect(sizes[0].reduce((sum, size) => sum + size, 0)).toBe(300);
  expect(sizes.at(-1)).toEqual([Object.keys(answer.dist ?? {}).length]);
  const { answers } = await scenario.ok<{ answers: unknown[] }>('GET', '/documents/judged/answers/twin/history');
  expect(answers).toHaveLength(1);
  // The candidates of a heat have 500 to 1,000 tokens, so each further question of a round counts two or three quarters.
  const unitsAt = (further: number) => sizes.reduce((sum, round) => sum + 1 + (round.length - 1) * further, 0);
  expect(usage.judgment_units).toBeGreaterThanOrEqual(unitsAt(0.5));
  expect(usage.judgment_units).toBeLessThanOrEqual(unitsAt(0.75));
}, 60_000);

it.each([
  [{ from: 'none', show: ['id'] }, {}, '/options/from', 'unknown_path'],
  [{ from: 'same', show: [] }, {}, '/options/show', 'bad_length'],
  [{ from: 'same', show: ['images.front'] }, {}, '/options/show/0', 'path_not_allowed'],
  [
    { from: 'same', show: ['id'] },
    { thresholds: { t: { option: 'd1', gte: 0.5 } } },
    '/thresholds/t/option',
    'path_not_allowed',
  ],
  [
    { from: 'same', show: ['id'] },
    { outcomes: { rule: [{ value: 'd1', when: { 'state.closed': true } }] } },
    '/outcomes/rule/0/value',
    'path_not_allowed',
  ],
])('refuses the options %j with %j and says what mends it [REL-11]', async (options, more, path, reason) => {
  const scenario = new Scenario(stack, 'blocks/refused');
  const body = { engine: { name: 'jev', version: 'current' }, ...twin, options, context, ...more };
  const reply = await scenario.call<{ error: { code: string; message: string; details: object } }>(
    'POST',
    '/judgments',
    body,
  );
  expect([reply.status, reply.body.error.code, reply.body.error.details]).toMatchObject([
    400,
    'invalid_request',
    { path, reason },
  ]);
  expect(reply.body.error.message).toMatch(/must|name|declare|bound|send|reads/);
});
