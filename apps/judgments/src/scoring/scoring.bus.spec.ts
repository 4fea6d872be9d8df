import { Call } from '@app/bus';
import { budgetChanged } from '@app/contracts/billing';
import { enginesUsed, priceScoring, stopScoring } from '@app/contracts/judgments';
import { newId } from '@app/persistence';
import { eventually } from '@app/testing';
import { FakeNeighbours } from '../testing/fake-neighbours';
import { OpenJudgments, openJudgments } from '../testing/open-judgments';
import { Labelled, chargesOf, labelled, priced, recordedOf, scored, started } from '../testing/scoring-samples';

const organization = newId('org');
let judgments: OpenJudgments;
let neighbours: FakeNeighbours;
let at: Labelled;
const reply = (p: number, engine_version = 'current+2026-03-02.1') => {
  return { engine_version, answers: [{ ...none, p }], engine_tokens: null };
};
const none = {
  failure: null,
  p: null,
  value: null,
  dist: null,
  escape_p: null,
  score: null,
  normalized: null,
  order: null,
};
const other = () => ({ ...at.definition, question: 'Late at all?' });

beforeAll(async () => {
  judgments = await openJudgments([{}, {}]);
  ({ neighbours } = judgments);
});
beforeEach(() => {
  neighbours.reply = () => reply(0.3);
  neighbours.refusal = null;
  neighbours.latencyMs = 0;
  neighbours.reserved.length = 0;
  neighbours.released.length = 0;
});
afterAll(() => judgments.stop());

it('asks about what the labelled answers read, whatever the documents say by now, and charges each once [ALT-24] [ALT-33] [ALT-38]', async () => {
  at = await labelled(judgments, organization, 's/stored', 30);
  for (const { document } of at.labels) neighbours.put(document, 2, { note: 'CHANGED' }, [at.judgmentId]);
  neighbours.asks.length = neighbours.reserved.length = 0;
  const price = await priced(judgments, at, other());
  expect(neighbours.asks).toHaveLength(0);
  expect(await started(judgments, at, 'run_stored', { definition: other() })).toBe(30);
  const labels = await scored(judgments, 'run_stored', 30);
  expect(new Map(neighbours.asks.map((ask) => [ask.context, ask.questions[0].question]))).toEqual(
    new Map([...at.contexts.values()].map((text) => [text, 'Late at all?'])),
  );
  expect(neighbours.asks.every(({ lane, questions }) => lane === 'scoring' && questions.length === 1)).toBe(true);
  for (const [i, { skipped, units, tokens, hash }] of price.labels.entries()) {
    const label = labels.find(({ answer }) => answer === at.labels[i].answer)!;
    expect([skipped, label.units, label.tokens, label.context_hash]).toEqual([null, units, tokens, hash]);
    expect(label).toMatchObject({ number: 0.3, cost_usd: 0.001, skipped: null });
  }
  const charges = await chargesOf(judgments, 's/stored');
  expect(new Set(charges.map(({ ask_id }) => ask_id)).size).toBe(30);
  expect([charges.length, charges.reduce((sum, { units }) => sum + units, 0)]).toEqual([30, 30]);
  const drawn = neighbours.reserved.flatMap(({ block, asks }) => asks.map((ask) => [block, ask.at_units, ask.units]));
  expect(drawn.sort((a, b) => Number(a[1]) - Number(b[1]))).toEqual(
    at.labels.map((_, i) => ['block run_stored', i, 1]),
  );
  const { rows: counted } = await judgments.db.query(
    `select sum(evaluations)::int as evaluations, sum(units) as units from statistic where judgment_id = $1`,
    [at.judgmentId],
  );
  expect(counted).toEqual([{ evaluations: 30, units: 60 }]);
  // A repeated start asks nothing again.
  neighbours.asks.length = 0;
  expect(await started(judgments, at, 'run_stored', { definition: other() })).toBe(0);
  const { named, sent } = await judgments.calibration.requester.ask(
    enginesUsed,
    { organization, namespaces: ['s/stored'] },
    Call.within(5_000),
  );
  const elsewhere = { organization, namespaces: ['s/*', 's/unknown'] };
  expect(await judgments.calibration.requester.ask(enginesUsed, elsewhere, Call.within(5_000))).toEqual({
    named: [],
    sent: [],
    paused: [],
  });
  const paused = async (isPaused: boolean) => {
    await judgments.db.query('update namespace set paused = $2 where organization = $1', [organization, isPaused]);
    return (await judgments.calibration.requester.ask(enginesUsed, elsewhere, Call.within(5_000))).paused;
  };
  expect([await paused(true), await paused(false)]).toEqual([expect.arrayContaining(['s/stored']), []]);
  expect([named, sent]).toEqual([[{ name: 'jev', version: 'current' }], [{ name: 'jev', version: 'current' }]]);
  expect(neighbours.asks).toHaveLength(0);
}, 60_000);

it('cuts a stored context to a smaller recipe, and to a longer question [ALT-24]', async () => {
  const narrower = { ...at.definition, context: { fields: ['state.log'] } };
  const { labels } = await priced(judgments, at, narrower, 'narrowed');
  expect(labels.map(({ skipped }) => skipped)).toEqual(labels.map(() => null));
  neighbours.asks.length = 0;
  await started(judgments, at, 'run_narrowed', { definition: narrower, contexts: 'narrowed', free: true });
  await scored(judgments, 'run_narrowed', 30);
  for (const { context } of neighbours.asks)
    expect([context.includes('second'), context.includes('note ')]).toEqual([true, false]);
  const wide = { ...at.definition, context: { fields: ['state.note', 'state.more'] } };
  expect((await priced(judgments, at, wide, 'narrowed')).labels[0].skipped).toBe('not_derivable');
}, 30_000);

it('prices a page of 25 labels and 40 rows, and prints how long', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => ({
    alternative: `alt_${n}`,
    definition: { ...at.definition, question: `Late? ${n}`, context: { fields: ['state.log'] } },
    contexts: 'narrowed' as const,
  }));
  const query = { organization, judgment_id: at.judgmentId, version: 1, rows, labels: at.labels.slice(0, 25) };
  const begunAt = performance.now();
  const reply = await judgments.calibration.requester.ask(priceScoring, query, Call.within(20_000));
  // Printed and not asserted, since machines differ.
  process.stdout.write(`25 labels and 40 rows priced in ms: ${(performance.now() - begunAt).toFixed(0)}\n`);
  expect(reply.rows.map(({ alternative }) => alternative)).toEqual(rows.map(({ alternative }) => alternative));
  expect(reply.rows.flatMap(({ labels }) => labels.filter(({ skipped }) => skipped === null))).toHaveLength(1_000);
  expect(Buffer.byteLength(JSON.stringify(reply))).toBeLessThan(300_000);
}, 30_000);

it('compiles the documents of today for a live row, and skips those that are gone [ALT-24] [ALT-25]', async () => {
  neighbours.documents.delete('d3');
  neighbours.asks.length = 0;
  await started(judgments, at, 'run_live', { definition: at.definition, contexts: 'live' });
  const labels = await scored(judgments, 'run_live', 30);
  expect(labels.filter(({ skipped }) => skipped === 'deleted').map(({ document }) => document)).toEqual(['d3']);
  expect(neighbours.asks).toHaveLength(29);
  expect(neighbours.asks.every(({ context }) => context.includes('CHANGED'))).toBe(true);
});

it('asks free rows without reserving or charging [BILL-06]', async () => {
  const before = (await chargesOf(judgments, 's/stored')).length;
  await started(judgments, at, 'run_free', { definition: other(), free: true });
  const labels = await scored(judgments, 'run_free', 30);
  expect(labels.every(({ cost_usd, units, number }) => cost_usd === 0 && units === 1 && number === 0.3)).toBe(true);
  expect(neighbours.reserved).toHaveLength(0);
  expect(await chargesOf(judgments, 's/stored')).toHaveLength(before);
});

it('goes on with a row whose engine answers in another epoch in turn: each answer is charged and has its own epoch', async () => {
  let asked = 0;
  neighbours.latencyMs = 20;
  neighbours.reply = () => reply(0.4, (asked += 1) % 2 === 0 ? 'current+2026-03-02.1' : 'current+2026-11-20.1');
  const before = (await chargesOf(judgments, 's/stored')).length;
  await started(judgments, at, 'run_in_turn', { alternative: 'alt_a', definition: other() });
  const labels = await scored(judgments, 'run_in_turn', 30);
  expect(labels.map(({ engine_version: epoch }) => epoch).sort()).toEqual([
    ...Array.from({ length: 15 }, () => 'current+2026-03-02.1'),
    ...Array.from({ length: 15 }, () => 'current+2026-11-20.1'),
  ]);
  expect((await recordedOf(judgments, 'run_in_turn')).some(({ stopped }) => stopped)).toBe(false);
  expect((await chargesOf(judgments, 's/stored')).length - before).toBe(30);
});

it('takes the epoch of the first answer for a row whose engine nobody has seen answer', async () => {
  neighbours.latencyMs = 20;
  await started(judgments, at, 'run_first', { definition: other(), epoch: '' });
  const labels = await scored(judgments, 'run_first', 30);
  expect(new Set(labels.map(({ engine_version }) => engine_version))).toEqual(new Set(['current+2026-03-02.1']));
  expect((await recordedOf(judgments, 'run_first')).some(({ stopped }) => stopped)).toBe(false);
});

it('stops a row before it is asked when the engine has been of another epoch for long', async () => {
  neighbours.asks.length = 0;
  await started(judgments, at, 'run_late', { definition: other(), epoch: 'current+2025-01-01.1' });
  await eventually(async () => {
    const { rows } = await judgments.db.query("select from scoring_ask where run = 'run_late' and due_at > app.now()");
    expect(rows.length).toBeGreaterThan(0);
  });
  expect(await recordedOf(judgments, 'run_late')).toEqual([]);
  await judgments.db.query(
    "update scoring set started_at = started_at - interval '31 s' where run = 'run_late' and alternative = 'alt_1'",
  );
  await eventually(async () => {
    expect(await recordedOf(judgments, 'run_late')).toMatchObject([{ stopped: true, labels: [] }]);
    const { rows } = await judgments.db.query("select from scoring_ask where run = 'run_late'");
    expect(rows).toHaveLength(0);
  }, 10_000);
  expect(neighbours.asks).toHaveLength(0);
}, 20_000);

it('takes back what no engine was asked yet when a run stops, and records what was under way', async () => {
  neighbours.latencyMs = 1_500;
  await started(judgments, at, 'run_stop', { definition: other(), free: true });
  await eventually(async () => expect(neighbours.atOnce).toBeGreaterThan(0));
  const stop = { organization, run: 'run_stop' };
  const { under_way } = await judgments.calibration.requester.ask(stopScoring, stop, Call.within(5_000));
  expect(under_way).toBeGreaterThan(0);
  await eventually(async () => {
    expect(await judgments.calibration.requester.ask(stopScoring, stop, Call.within(5_000))).toEqual({ under_way: 0 });
  }, 10_000);
  const answered = (await recordedOf(judgments, 'run_stop')).flatMap(({ labels }) => labels);
  expect(answered.length).toBeGreaterThan(0);
  expect(await started(judgments, at, 'run_stop', { definition: other(), free: true })).toBe(0);
  const early = { organization, run: 'run_early' };
  await judgments.calibration.requester.ask(stopScoring, early, Call.within(5_000));
  expect(await started(judgments, at, 'run_early', { definition: other(), free: true })).toBe(0);
}, 30_000);

it('waits for money and goes on when the budget changes', async () => {
  neighbours.refusal = 'budget_exceeded';
  await started(judgments, at, 'run_poor', { definition: other() });
  await eventually(async () => {
    const { rows } = await judgments.db.query(
      "select from scoring_ask where run = 'run_poor' and needs_money and claim_id is null",
    );
    expect(rows).toHaveLength(30);
  });
  expect(neighbours.reserved.length).toBeLessThan(5);
  expect(await recordedOf(judgments, 'run_poor')).toEqual([]);
  neighbours.refusal = null;
  await judgments.billing.say(budgetChanged, {
    organization,
    namespace: 's/stored',
    paused: false,
    spend_month_usd: 0,
    month: '2026-11',
    revision: 3,
    changed_at: new Date().toISOString(),
  });
  expect(await scored(judgments, 'run_poor', 30)).toHaveLength(30);
});

it('tries a failing label four times and then skips it, a refused one at once [ALT-25]', async () => {
  const text = at.contexts.get('d1')!;
  const bad = at.contexts.get('d2')!;
  neighbours.reply = (ask) => {
    if (ask.context === text) return { ...reply(0), answers: [{ ...none, failure: 'engine_refused' }] };
    if (ask.context === bad) return { ...reply(0), answers: [{ ...none, failure: 'engine_bad_answer' }] };
    return reply(0.2);
  };
  neighbours.asks.length = 0;
  await started(judgments, at, 'run_bad', { definition: other() });
  await eventually(async () => {
    await judgments.db.query("update scoring_ask set due_at = app.now() where run = 'run_bad' and claim_id is null");
    expect((await recordedOf(judgments, 'run_bad')).flatMap(({ labels }) => labels)).toHaveLength(30);
  }, 20_000);
  const labels = (await recordedOf(judgments, 'run_bad')).flatMap((fact) => fact.labels);
  const failed = labels.filter(({ skipped }) => skipped === 'failed').map(({ document }) => document);
  expect(failed.sort()).toEqual(['d1', 'd2']);
  const timesOf = (context: string) => neighbours.asks.filter((ask) => ask.context === context).length;
  expect([timesOf(text), timesOf(bad)]).toEqual([1, 4]);
  const released = neighbours.released.flatMap(({ asks }) => asks.map(({ ask_id }) => ask_id));
  expect(new Set(released).size).toBe(2);
}, 30_000);
