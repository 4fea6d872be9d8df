import { documentChangedLive, namespaceChanged } from '@app/contracts/documents';
import { engineChanged } from '@app/contracts/engines';
import {
  JudgmentChange,
  activateJudgment,
  createJudgment,
  deleteJudgment,
  getJudgment,
  listJudgments,
  listVersions,
  startBackfill,
  listHistory,
  patchJudgment,
  tryJudgment,
} from '@app/contracts/judgments';
import { Call } from '@app/bus';
import { newId } from '@app/persistence';
import { callerOf, eventually } from '@app/testing';
import { jev } from '../testing/fake-engine';
import { FakeNeighbours } from '../testing/fake-neighbours';
import { OpenJudgments, openJudgments, refusalOf } from '../testing/open-judgments';

interface Refusal {
  suggested_context: { recipe: object; cost_per_answer: number; sampled_documents: number };
}

const organization = newId('org');
const caller = callerOf(organization);
let judgments: OpenJudgments;
let neighbours: FakeNeighbours;
let namespace: string;

const late = (more: object = {}) => ({
  name: 'late',
  type: 'bool',
  question: 'Late?',
  context: { fields: ['state.note'] },
  ...more,
});
const create = (judgment: object, scope = namespace): Promise<JudgmentChange> =>
  judgments.gateway.ask(createJudgment, { namespace: scope, judgment: judgment as never }, caller);
const attempt = (definition: object, documents: string[]) =>
  judgments.gateway.ask(tryJudgment, { namespace, attempt: { definition, documents } }, caller);
const patch = (body: object) => judgments.gateway.ask(patchJudgment, { namespace, name: 'late', patch: body }, caller);

beforeAll(async () => {
  judgments = await openJudgments();
  ({ neighbours } = judgments);
});
afterAll(() => judgments.stop());
beforeEach(() => {
  neighbours.documents.clear();
  neighbours.asks.length = 0;
  namespace = newId('ask');
});

describe('a create', () => {
  it('that names no engine keeps the one of its judgment when the default has moved [defect J-16]', async () => {
    const luna = { ...jev, engine: { name: 'gpt-6-luna', version: 'current' }, revision: 5 } as typeof jev;
    await judgments.broker.say(engineChanged, luna);
    const settings = { budget_usd: null, pinned: false, fanout: {} };
    const move = (default_engine: object | null, revision: number) =>
      judgments.documents.requester.apply(
        namespaceChanged,
        'judgments',
        { organization, namespace, revision, default_engine, ...settings },
        Call.within(),
      );
    await move(luna.engine, 1);
    const first = await eventually(() => create(late()));
    expect(first).toMatchObject({ status: 'created', definition: { engine: { name: 'gpt-6-luna' } } });
    await move(null, 2);
    expect(await create(late())).toMatchObject({ status: 'unchanged', version: 1 });
    expect(await create(late({ name: 'other' }))).toMatchObject({ definition: { engine: { name: 'jev' } } });
  });

  it('of an inherited name names the template that it inherits from [defect J-18]', async () => {
    const root = newId('ask');
    await create(late(), `${root}/*`);
    await create(late({ question: 'Really late?' }), `${root}/prod/*`);
    expect(await refusalOf(create(late(), `${root}/prod/a`))).toMatchObject({ template: `${root}/prod/*` });
  });

  it('without a recipe prices a composite whole, as the estimate of what it suggests does [CTX-09] [S-D2]', async () => {
    for (const id of ['d1', 'd2', 'd3']) neighbours.put(id, 1, { note: `where is ${id}?` }, []);
    const parts = Array.from({ length: 8 }, (_, i) => ({ name: `p${i}`, question: `Is it late, part ${i}?` }));
    const refused = (await refusalOf(create(late({ context: undefined, parts })))) as Refusal;
    const { recipe, cost_per_answer, sampled_documents } = refused.suggested_context;
    expect([cost_per_answer, sampled_documents]).toEqual([2.75, 3]);
    const { estimate } = await create(late({ context: recipe, parts, dry_run: true }));
    expect(estimate?.existing.judgment_units).toBe(3 * cost_per_answer);
  });

  it('without a recipe gets no suggestion for a choice among related documents, which a recipe has to name [S-D2]', async () => {
    neighbours.put('d1', 1, { note: 'x' }, []);
    const choice = late({ type: 'choice', options: { from: 'others', show: ['state.note'] }, context: undefined });
    expect(await refusalOf(create(choice))).toMatchObject({ path: '/options/from' });
  });

  it('warns of what selects nothing or never holds [defect J-23]', async () => {
    neighbours.put('d1', 1, { note: 'x' }, []);
    const context = {
      fields: ['state.note', 'state.nowhere', 'attributes.gone'],
      last_n: { 'state.messages': 2 },
      window: { 'state.events': { at: 'at', within: '7d' } },
    };
    const { warnings } = await create(late({ context, dry_run: true }));
    expect(warnings.map(({ code, path }) => [code, path])).toEqual([
      ['array_not_selected', '/context/last_n/state.messages'],
      ['array_not_selected', '/context/window/state.events'],
      ['field_not_found', '/context/fields/1'],
      ['field_not_found', '/context/fields/2'],
    ]);
    const levels = [1, 2].map((value) => ({ value, description: `level ${value}` }));
    const score = late({ type: 'score', levels, thresholds: { high: { field: 'score', gte: 7 } } });
    const made = await create(score);
    expect(made.warnings).toMatchObject([{ code: 'threshold_out_of_range', path: '/thresholds/high' }]);
    const turned = await create(late());
    expect(turned.warnings).toMatchObject([{ code: 'thresholds_of_another_type', path: '/type' }]);
  });

  it('says when no model but the built-in engine answers, and not of a model [ENG-09] [defect J-14]', async () => {
    const engine = { name: 'gpt-6-luna', version: 'current' };
    const luna = { ...jev, engine, source: 'built_in', revision: 6 } as typeof jev;
    await judgments.broker.say(engineChanged, luna);
    const warned = () => create(late({ engine, dry_run: true }));
    await eventually(async () =>
      expect((await warned()).warnings).toMatchObject([{ code: 'built_in_engine', path: '/engine' }]),
    );
    expect((await create(late())).warnings).toEqual([]);
  });
});

describe('try', () => {
  it('takes a definition as a create does, and suggests a missing recipe [defect J-20]', async () => {
    neighbours.put('d1', 1, { note: 'where is it?' }, []);
    const { name: _, ...nameless } = late({ thresholds: { alarm: 0.5 }, freshness: { policy: 'manual' } });
    expect((await attempt(nameless, ['d1'])).documents[0]).toMatchObject({ answer: { thresholds: { alarm: true } } });
    const { context: __, ...open } = nameless;
    expect(await refusalOf(attempt(open, ['d1']))).toMatchObject({
      reason: 'missing_context',
      path: '/definition/context',
      suggested_context: { recipe: { fields: ['state.note'] } },
    });
    expect(await refusalOf(attempt({ from_starter: { id: 'none', placeholders: {} } }, ['d1']))).toMatchObject({
      path: expect.stringMatching(/^\/definition\/from_starter/) as string,
    });
  });

  it('judges no document that `applies_to` leaves out, and says so [defect J-20]', async () => {
    neighbours.put('d1', 1, { note: 'x', kind: 'order' }, []);
    neighbours.put('d2', 1, { note: 'x', kind: 'other' }, []);
    const { documents, usage } = await attempt(late({ applies_to: { 'state.kind': 'order' } }), ['d1', 'd2']);
    expect(documents.map(({ applies, answer }) => [applies, answer.status])).toEqual([
      [true, 'fresh'],
      [false, 'unavailable'],
    ]);
    expect([usage.judgment_units, neighbours.asks.length]).toEqual([1, 1]);
  });
});

it('the history of a document that does not exist is not found [defect J-21]', async () => {
  await create(late());
  neighbours.put('d1', 1, { note: 'x' }, []);
  const history = (document: string) =>
    judgments.gateway.ask(listHistory, { namespace, document, judgment: 'late' }, caller);
  expect(await history('d1')).toEqual({ answers: [], next_cursor: null, oldest_kept: null });
  expect(await refusalOf(history('nope'))).toMatchObject({ code: 'not_found', documents: ['nope'] });
});

it('reading a history writes nothing, and no row of its namespace [defect S-L8]', async () => {
  await create(late());
  neighbours.put('d1', 1, { note: 'x' }, []);
  const rows = async () =>
    (await judgments.db.query('select from namespace where organization = $1 and name = $2', [organization, namespace]))
      .rows;
  expect(await rows()).toEqual([]);
  await judgments.gateway.ask(listHistory, { namespace, document: 'd1', judgment: 'late' }, caller);
  expect(await rows()).toEqual([]);
});

describe('a PATCH of freshness', () => {
  async function changed(debounce_ms: number): Promise<void> {
    await create(late({ freshness: { policy: 'on_change', debounce_ms } }));
    const { judgment_id: id } = neighbours.snapshotOf(namespace)!;
    neighbours.put('d1', 2, { note: namespace }, [id]);
    await judgments.documents.say(documentChangedLive, {
      organization,
      namespace,
      sets: [[id]],
      documents: [{ id: 'd1', version: 2, set: 0 }],
      cause: 'write',
      changed_at: new Date().toISOString(),
    } as never);
    await eventually(async () => expect(await waiting()).toBe(1));
  }
  async function waiting(): Promise<number> {
    const { rows } = await judgments.db.query(
      'select from pending p join namespace n on n.id = p.namespace_id and n.name = $1',
      [namespace],
    );
    return rows.length;
  }

  it('shortens the wait of answers that wait already [defect J-22]', async () => {
    await changed(3_600_000);
    await patch({ freshness: { debounce_ms: 0, max_wait_ms: 0 } });
    await eventually(() => expect(neighbours.asks).toHaveLength(1));
  });

  it('to a policy that waits for requests leaves a waiting answer unjudged [defect J-22]', async () => {
    await changed(1_000);
    await patch({ freshness: { policy: 'manual' } });
    await eventually(async () => expect(await waiting()).toBe(0), 10_000);
    expect(neighbours.asks).toEqual([]);
  });
});

describe('a namespace', () => {
  const list = () => judgments.gateway.ask(listJudgments, { namespace }, caller);

  it('that is being deleted takes no change of a judgment [defect W-M2]', async () => {
    await create(late());
    neighbours.deleting.add(namespace);
    const of = { namespace, name: 'late' };
    const { gateway } = judgments;
    const changes = [
      () => create(late()),
      () => create(late({ name: 'other', dry_run: true })),
      () => patch({ thresholds: { alarm: 0.5 } }),
      () => gateway.ask(activateJudgment, { ...of, activate: { version: 1 } }, caller),
      () => gateway.ask(startBackfill, { ...of, backfill: {} }, caller),
      () => gateway.ask(deleteJudgment, of, caller),
    ];
    for (const change of changes) expect(await refusalOf(change())).toEqual({ code: 'conflict', reason: 'deleting' });
    expect((await list()).judgments.map(({ name }) => name)).toEqual(['late']);
  });

  it('is made with its first judgment, and is not found before [defect W-M3]', async () => {
    neighbours.unknown.add(namespace);
    expect(await refusalOf(list())).toEqual({ code: 'not_found' });
    expect(await refusalOf(patch({}))).toEqual({ code: 'not_found' });
    expect(await create(late({ dry_run: true }))).toMatchObject({ status: 'dry_run' });
    expect(await refusalOf(list())).toEqual({ code: 'not_found' });
    expect(await create(late())).toMatchObject({ status: 'created' });
    expect(neighbours.unknown.has(namespace)).toBe(false);
    expect((await list()).judgments).toHaveLength(1);
  });

  it('that does not exist has no judgments of a template either [defect W-M3]', async () => {
    const scope = newId('ask');
    await create(late(), `${scope}/*`);
    namespace = `${scope}/never`;
    neighbours.unknown.add(namespace);
    const of = { namespace, name: 'late' };
    const requests = [
      list,
      () => judgments.gateway.ask(getJudgment, of, caller),
      () => judgments.gateway.ask(listVersions, of, caller),
      () => patch({ thresholds: { alarm: 0.5 } }),
    ];
    for (const send of requests) expect(await refusalOf(send())).toEqual({ code: 'not_found' });
  });
});
