import type { AlternativesTable } from '@app/contracts/calibration';
import type { EventView } from '@app/contracts/events';
import type { JudgmentChange } from '@app/contracts/judgments';
import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import type { Json } from '@app/testing/stack';
import { LabelledJudgment, rowOf } from './scenario/alternatives';
import { tellRunsOfAlternatives } from './scenario/runs-of-alternatives';
import { Scenario } from './scenario/scenario';

let stack: StackClient;
/** Every judgment of this file whose table has rows by now. */
const arranged: LabelledJudgment[] = [];
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(async () => {
  await stack?.engine.release();
  await stack?.engine.set({ scripts: [], faults: [], noise: 0 });
  await stack?.leave();
});

/** A judgment of its own with so many labelled answers. */
async function labelled(name: string, count = 60, says = {}, definition = {}): Promise<LabelledJudgment> {
  const judgment = new LabelledJudgment(new Scenario(stack, `alt/${name}`), count);
  await judgment.arrange(says, definition);
  arranged.push(judgment);
  return judgment;
}

const luna = { engine: { name: 'gpt-6-luna', version: 'current' } };

it('has a table from the first moment, which reading neither asks nor bills for [ALT-01] [ALT-03] [ALT-06] [ALT-07]', async () => {
  const scenario = new Scenario(stack, 'alt/empty');
  const judgment = new LabelledJudgment(scenario, 0);
  await scenario.judgment({
    name: 'late',
    type: 'bool',
    question: judgment.question,
    context: { fields: ['state.text'] },
  });
  const asked = await stack.engine.count(scenario.namespace);
  const tables = await Promise.all(Array.from({ length: 20 }, () => judgment.table()));
  for (const table of tables) {
    expect(table).toEqual({
      version: 1,
      engine_version: null,
      engine_source: null,
      status: 'not_run',
      reason: 'too_few_outcomes',
      message: expect.any(String),
      automatic: false,
      skip_engines: [],
      labels: { count: 0, sampled: false, outcomes: null },
      corrected_for: 0,
      quote: null,
      current: null,
      alternatives: [],
      cascades: [],
      cascades_reason: expect.any(String),
      speaks_for: null,
      suggestion: null,
      headline: null,
      computed_at: null,
      next_run_after: null,
      plan_required: null,
    });
  }
  const unknown = await scenario.call('GET', '/judgments/nothing/alternatives');
  expect(unknown.status).toBe(404);
  expect((await scenario.call('GET', '/judgments/late/alternatives?x=1')).status).toBe(400);
  expect(await stack.engine.count(scenario.namespace)).toBe(asked);
});

it('scores a wording on the contexts that the labelled answers read, for the price that was quoted [ALT-09] [ALT-21] [ALT-24] [ALT-35] [ALT-37]', async () => {
  const judgment = await labelled('stored');
  const wording = judgment.wording('Late at all?');
  const before = await judgment.statesWith(judgment.question);
  await judgment.scripted({ [wording]: { yes: 0.9, no: 0.1 } });
  await judgment.write(judgment.documents.map(({ id }) => ({ id, state: { text: `CHANGED ${id}` } })));
  await judgment.untilFresh();
  const named = await judgment.name({ question: wording }, { drafted: true });
  expect(named).toMatchObject({
    source: 'named',
    drafted: true,
    named_by: expect.stringMatching(/^key:/),
    contexts: 'stored',
    as_of: null,
    in_k: true,
    verdict: 'unscored',
    billed: null,
    differs: [expect.stringContaining('question')],
  });
  // The same definition is the same row.
  expect(await judgment.call('POST', '', { definition: { question: wording } })).toMatchObject({
    status: 200,
    body: { id: named.id },
  });
  const quoted = await judgment.priced();
  expect(quoted).toMatchObject({
    status: 'not_run',
    reason: 'awaiting_confirm',
    labels: { count: 60, sampled: false },
  });
  const [item] = quoted.quote!.alternatives;
  expect(item).toMatchObject({ id: named.id, contexts: 'stored', labels: 60, new_provider: false });
  expect(quoted.quote).toMatchObject({ labels: 60, new_providers: [], upstream: [], detectable: { k: 1 } });
  const billedBefore = await judgment.billed();
  expect(await stack.engine.count(wording)).toBe(0);

  const table = await judgment.scored();
  expect(await judgment.statesWith(wording)).toEqual(before);
  const row = rowOf(table, named.id);
  expect(row).toMatchObject({ verdict: 'better', moves_ranking: true, labels: 60 });
  expect(row.billed!.judgment_units).toBeCloseTo(item.judgment_units, 6);
  expect(row.billed!.cost_usd).toBeCloseTo(item.cost_usd, 6);
  await eventually(async () => {
    const billed = await judgment.billed();
    expect(billed.units - billedBefore.units).toBeCloseTo(item.judgment_units, 6);
    expect(billed.cost - billedBefore.cost).toBeCloseTo(item.cost_usd, 6);
  });
  expect(table).toMatchObject({
    status: 'ready',
    reason: null,
    corrected_for: 1,
    quote: null,
    suggestion: { id: named.id, because: 'better' },
    headline: expect.stringContaining('after correcting for 1'),
  });
  expect(row.change!.log_loss).toMatchObject({ corrected_for: 1 });
  expect(row.change!.log_loss.difference).toBeCloseTo(row.held_out!.log_loss - table.current!.held_out.log_loss, 9);
  const events = await eventually(async () => {
    const all = await judgment.scenario.events('alternatives.ready');
    expect(all).toHaveLength(1);
    return all;
  });
  expect((events[0] as EventView & { data: object }).data).toMatchObject({
    judgment: 'late',
    suggestion: table.suggestion,
    headline: table.headline,
  });
}, 180_000);

it('asks another engine for its own price, after it has said that the provider is new [ALT-38] [ALT-37]', async () => {
  const judgment = await labelled('engine', 40);
  const { id } = await judgment.name(luna);
  const { quote } = await judgment.priced();
  expect(quote!.alternatives[0]).toMatchObject({ id, new_provider: true, labels: 40 });
  expect(quote!.new_providers).toEqual(['gpt-6-luna current']);
  const table = await judgment.scored();
  const row = rowOf(table, id);
  expect(row.billed!.cost_usd).toBeCloseTo(quote!.cost_usd, 6);
  expect(row.cost_per_answer).toBeCloseTo(quote!.judgment_units / 40, 9);
  // Another wording on that engine is not new to it any more.
  await judgment.name({ ...luna, question: judgment.wording('Late?') });
  expect((await judgment.priced()).quote!.new_providers).toEqual([]);
}, 120_000);

it('compares both sides on the labels that both have [ALT-25] [ALT-28] [ALT-42]', async () => {
  const judgment = await labelled('common', 60);
  const wording = judgment.wording('Late in common?');
  await judgment.scripted({ [wording]: { yes: 0.8, no: 0.2 } });
  for (const id of ['d1', 'd2']) expect((await judgment.scenario.call('DELETE', `/documents/${id}`)).status).toBe(200);
  const { id } = await judgment.name({ question: wording });
  const table = await judgment.scored();
  const row = rowOf(table, id);
  expect(row.labels_skipped).toEqual({ deleted: 2, image_erased: 0, not_derivable: 0, failed: 0 });
  expect(row.labels + 2).toBe(table.labels.count);
  expect(await stack.engine.count(wording)).toBe(row.labels);
}, 120_000);

it('names the backfill that a recipe by another judgment needs first, and never runs it [ALT-24] [ALT-39] [REL-15]', async () => {
  const judgment = await labelled('upstream', 40);
  const other = judgment.wording('Is it upstream?');
  await judgment.scenario.judgment({
    name: 'base',
    type: 'bool',
    question: other,
    context: { fields: ['state.text'] },
    freshness: { policy: 'manual' },
  });
  const itself = { join: { theirs: 'id', mine: 'id' }, answers: [{ judgment: 'base', cut: 0.5 }] };
  const { id, ...row } = await judgment.name({ context: { fields: ['state.text'], related: { itself } } });
  expect(row).toMatchObject({ contexts: 'live', as_of: 'now' });
  const { quote, message } = await judgment.priced();
  expect(quote!.upstream).toEqual([
    { alternative: id, judgment: 'base', documents: 40, judgment_units: 40, cost_usd: expect.any(Number) },
  ]);
  expect(message).toContain('without an answer of base');
  expect(rowOf(await judgment.scored(), id)).toMatchObject({ labels: 40, contexts: 'live' });
  expect(await stack.engine.count(other)).toBe(0);
}, 120_000);

tellRunsOfAlternatives(() => stack, labelled);

it('refuses what cannot be compared, and stores nothing then [ALT-43] [ERR-01]', async () => {
  const judgment = await labelled('refused', 12);
  const wrong: [object, string][] = [
    [{ type: 'score' }, 'not_comparable'],
    [{ horizon: '7d' }, 'not_comparable'],
    [{ question: judgment.question }, 'no_difference'],
    [{ engine: { name: 'nobody', version: 'current' } }, 'unknown_engine'],
  ];
  for (const [definition, reason] of wrong) {
    const { status, body } = await judgment.call<Json>('POST', '', { definition });
    expect([definition, status, body.error?.details?.reason]).toEqual([definition, 400, reason]);
  }
  expect((await judgment.table()).alternatives).toEqual([]);
  expect((await judgment.call<Json>('DELETE', '/alt_0123456789abcdef')).status).toBe(404);
});

it('settings of a judgment are its own, and skip engines of its namespace [ALT-23] [JDG-27]', async () => {
  const judgment = await labelled('settings', 12);
  await judgment.scenario.judgment({
    name: 'other',
    type: 'bool',
    question: 'Other?',
    context: { fields: ['state.text'] },
    ...luna,
  });
  const shown = await eventually(async () => {
    const table = await judgment.table();
    expect(table.alternatives).toHaveLength(1);
    return table;
  });
  expect(shown.alternatives[0]).toMatchObject({
    source: 'automatic',
    named_by: null,
    differs: ['engine: gpt-6-luna current'],
  });
  const refused = await judgment.call<Json>('DELETE', `/${shown.alternatives[0].id}`);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
  await judgment.scenario.ok('PATCH', '/judgments/late', {
    alternatives: { skip_engines: [luna.engine], automatic: true },
  });
  await eventually(async () => {
    const table: AlternativesTable = await judgment.table();
    expect([table.alternatives, table.automatic, table.skip_engines]).toEqual([[], true, [luna.engine]]);
    expect(table.version).toBe(1);
  });
});

it('each row of every table here is a whole definition: a create takes it, and naming it again is the same row [ALT-19] [ALT-31]', async () => {
  const kinds = new Set<string>();
  for (const judgment of arranged) {
    const { alternatives } = await judgment.table();
    for (const { id, definition, source, contexts } of alternatives) {
      const body = { ...definition, dry_run: true };
      const dry = await judgment.scenario.ok<JudgmentChange>('POST', '/judgments', body);
      expect([id, dry.status, dry.definition]).toEqual([id, 'dry_run', definition]);
      const again = await judgment.call<Json>('POST', '', { definition });
      expect([again.status, again.body.id]).toEqual([200, id]);
      kinds.add(`${source} ${contexts}`);
    }
  }
  expect([...kinds]).toEqual(expect.arrayContaining(['named stored', 'named live']));
}, 60_000);
