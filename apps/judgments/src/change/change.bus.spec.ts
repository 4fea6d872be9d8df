import { namespaceChanged, namespaceDeleted } from '@app/contracts/documents';
import { EventRaised, eventFault } from '@app/contracts/events';
import { JobView, judgmentsJobs } from '@app/contracts/jobs';
import {
  JudgmentChange,
  createJudgment,
  deleteJudgment,
  getJudgment,
  listJudgments,
  listVersions,
  patchJudgment,
} from '@app/contracts/judgments';
import { armKillPoints, newId } from '@app/persistence';
import { FakeService, callerOf, eventually } from '@app/testing';
import { FakeNeighbours } from '../testing/fake-neighbours';
import { OpenJudgments, openJudgments, refusalOf } from '../testing/open-judgments';

const organization = newId('org');
const caller = callerOf(organization);
let judgments: OpenJudgments;
let neighbours: FakeNeighbours;
let gateway: FakeService;

const bool = (name: string, more: object = {}) => ({
  name,
  type: 'bool',
  question: `Will ${name} be late?`,
  context: { fields: ['state.note'] },
  ...more,
});
const create = (namespace: string, judgment: object, who = caller, effectId?: string): Promise<JudgmentChange> =>
  gateway.ask(createJudgment, { namespace, judgment: judgment as never }, who, effectId);

beforeAll(async () => {
  judgments = await openJudgments();
  ({ neighbours, gateway } = judgments);
});
afterAll(() => judgments.stop());
beforeEach(() => {
  neighbours.isAway = false;
});

describe('changes of judgments', () => {
  it('creates each type and shows it filled in [JDG-01] [JDG-03] [JDG-05]', async () => {
    const made = await create('c/types', bool('b'));
    expect(made).toMatchObject({
      status: 'created',
      version: 1,
      definition: { horizon: '0s', engine: { name: 'jev', version: 'current' } },
      judgment: { freshness: { policy: 'on_read', debounce_ms: 2000, max_wait_ms: 20_000 }, stats: { evaluations: 0 } },
      estimate: { documents: 0, existing: { documents: 0 } },
    });
    await create('c/types', bool('c', { type: 'choice', options: [{ value: 'x' }, { value: 'y' }] }));
    const levels = [1, 2].map((value) => ({ value, description: `level ${value}` }));
    await create('c/types', bool('s', { type: 'score', levels }));
    expect(await refusalOf(create('c/types', bool('t', { type: 'text' })))).toMatchObject({ code: 'invalid_request' });
    const listed = await gateway.ask(listJudgments, { namespace: 'c/types' }, caller);
    expect(listed.judgments.map(({ name }) => name)).toEqual(['b', 'c', 's']);
    expect(neighbours.applied.at(-1)?.column).toMatchObject({ name: 's', levels: [1, 2], read_paths: ['state.note'] });
  });

  it('happens once for one effect; a repeated request gets the same reply', async () => {
    const effect = newId('clm');
    const [first, second] = [
      await create('c/effect', bool('late'), caller, effect),
      await create('c/effect', bool('late'), caller, effect),
    ];
    expect(second).toEqual(first);
    expect(second.status).toBe('created');
  });

  it.each(['judgments.change.after-commit', 'judgments.change.before-announce', 'judgments.change.after-announce'])(
    'replicates a change again when the process died at %s and the request comes again',
    async (place) => {
      const namespace = `c/killed/${place.split('.').at(-1)}`;
      const effect = newId('clm');
      let reached = 0;
      armKillPoints((name) => {
        if (name !== place) return;
        reached += 1;
        if (reached === 1) throw new Error('killed');
      });
      expect(await refusalOf(create(namespace, bool('late'), caller, effect))).toMatchObject({ code: 'internal' });
      neighbours.applied.length = 0;
      const again = await create(namespace, bool('late'), caller, effect);
      armKillPoints(() => undefined);
      expect(again).toMatchObject({ status: 'created', version: 1 });
      expect(reached).toBe(2);
      // Documents and calibration, by request; nobody consumes the facts of the outbox here.
      expect(neighbours.applied.filter(({ column }) => column.scope === namespace)).toHaveLength(2);
      const { versions } = await gateway.ask(listVersions, { namespace, name: 'late' }, caller);
      expect(versions).toHaveLength(1);
    },
  );

  it('stores nothing on a dry run or without a context [JDG-24] [JDG-25]', async () => {
    expect(await create('c/dry', bool('late', { dry_run: true }))).toMatchObject({
      status: 'dry_run',
      judgment: null,
      version: null,
    });
    expect(await refusalOf(create('c/dry', bool('late', { context: undefined })))).toEqual({
      code: 'invalid_request',
      reason: 'missing_context',
      path: '/context',
      suggested_context: null,
    });
    expect((await gateway.ask(listJudgments, { namespace: 'c/dry' }, caller)).judgments).toEqual([]);
  });

  it('merges thresholds, resets freshness, and refuses what is wrong [FRS-01]', async () => {
    await create(
      'c/patch',
      bool('late', { thresholds: { a: 0.1, b: 0.2 }, freshness: { policy: 'manual', debounce_ms: 5 } }),
    );
    const patch = (body: object) =>
      gateway.ask(patchJudgment, { namespace: 'c/patch', name: 'late', patch: body }, caller);
    expect(await patch({ thresholds: { a: null, c: 0.3 } })).toMatchObject({
      judgment: { thresholds: { b: 0.2, c: 0.3 }, active_version: 1 },
    });
    expect(await patch({ freshness: null })).toMatchObject({
      judgment: { freshness: { policy: 'on_read', debounce_ms: 2000 } },
    });
    expect(await refusalOf(patch({ freshness: { debounce_ms: -1 } }))).toMatchObject({
      path: '/freshness/debounce_ms',
    });
    expect(await refusalOf(patch({ freshness: { debounce_ms: 1.5 } }))).toMatchObject({
      path: '/freshness/debounce_ms',
    });
    expect(await refusalOf(patch({ thresholds: { a: 1.01 } }))).toMatchObject({ path: '/thresholds/a' });
  });

  it('keeps the setting of alternatives, publishes it, and patches it without a version [JDG-27] [ALT-23]', async () => {
    const place = { namespace: 'c/alternatives', name: 'late' };
    const patch = (alternatives: object | null) =>
      gateway.ask(patchJudgment, { ...place, patch: { alternatives } }, caller);
    const published = () =>
      neighbours.applied.filter(({ column }) => column.scope === place.namespace).at(-1)?.alternatives;
    const made = await create(place.namespace, bool('late', { alternatives: {} }));
    expect(made.judgment).not.toHaveProperty('alternatives');
    expect(published()).toBeUndefined();
    const jev = { name: 'jev', version: 'current' };
    const set = { automatic: true, skip_engines: [jev], outcomes: { sources: ['posted'] } };
    const changed = await patch(set);
    expect(changed.judgment).toMatchObject({ alternatives: set, active_version: 1 });
    expect(published()).toEqual(set);
    await patch({ automatic: null });
    const left = { ...set, automatic: false };
    expect(await gateway.ask(getJudgment, place, caller)).toMatchObject({ alternatives: left, active_version: 1 });
    expect(await refusalOf(patch({ skip_engines: [{ ...jev, version: 'none' }] }))).toMatchObject({
      code: 'engine_version_unavailable',
      path: '/alternatives/skip_engines/0/version',
    });
    const again = await create(place.namespace, bool('late', { alternatives: set }));
    expect(again).toMatchObject({ ignored: ['alternatives'], judgment: { alternatives: left } });
    await create(place.namespace, bool('late', { question: 'Another?' }));
    expect(published()).toEqual(left);
    await patch(null);
    expect(published()).toBeUndefined();
    expect(await gateway.ask(getJudgment, place, caller)).not.toHaveProperty('alternatives');
  });

  it('keeps the setting of the review queue, publishes it, and patches it without a version [JDG-27] [OUT-09]', async () => {
    const place = { namespace: 'c/queue', name: 'late' };
    const patch = (queue: object | null) => gateway.ask(patchJudgment, { ...place, patch: { queue } }, caller);
    const published = () => neighbours.applied.filter(({ column }) => column.scope === place.namespace).at(-1)?.queue;
    const made = await create(place.namespace, bool('late', { queue: {} }));
    expect(made.judgment).not.toHaveProperty('queue');
    expect([made.settings?.queue, published()]).toEqual([{ second_label_share: 0.1 }, undefined]);
    const set = { second_label_share: 0.5 };
    expect((await patch(set)).judgment).toMatchObject({ queue: set, active_version: 1 });
    expect(published()).toEqual(set);
    await create(place.namespace, bool('late', { question: 'Another?' }));
    expect(published()).toEqual(set);
    expect(await refusalOf(patch({ second_label_share: 2 }))).toMatchObject({ path: '/queue/second_label_share' });
    await patch({ second_label_share: null });
    expect(published()).toBeUndefined();
    expect(await gateway.ask(getJudgment, place, caller)).not.toHaveProperty('queue');
  });

  it('keeps an outcome setting, publishes it to the copies, and patches it [OUT-09]', async () => {
    const rule = [{ value: true, when: { 'attributes.churned': true } }];
    const outcomes = { rule, implicit: { after: '30d' } };
    const made = await create('c/outcomes', bool('late', { horizon: '14d', outcomes }));
    expect(made.judgment).toMatchObject({ outcomes });
    const published = { outcomes, column: { outcome_rules: rule, horizon_ms: 14 * 86_400_000 } };
    expect(neighbours.applied).toContainEqual(
      expect.objectContaining({ ...published, column: expect.objectContaining(published.column) }),
    );
    const patch = (body: object) =>
      gateway.ask(patchJudgment, { namespace: 'c/outcomes', name: 'late', patch: body }, caller);
    expect((await patch({ outcomes: { rule: null } })).judgment).toMatchObject({
      outcomes: { implicit: { after: '30d' } },
    });
    const place = { namespace: 'c/outcomes', name: 'late' };
    expect((await patch({ thresholds: { a: 0.5 } })).judgment?.outcomes).toEqual({ implicit: { after: '30d' } });
    expect(await refusalOf(patch({ outcomes: { implicit: { after: '13d' } } }))).toMatchObject({
      reason: 'bad_bounds',
      path: '/outcomes/implicit/after',
    });
    const again = await create('c/outcomes', bool('late', { horizon: '14d', outcomes: {} }));
    expect(again.ignored).toEqual(['outcomes']);
    await patch({ outcomes: null });
    expect(await gateway.ask(getJudgment, place, caller)).not.toHaveProperty('outcomes');
  });

  it('inherits by template, for plans that have templates', async () => {
    const developer = callerOf(organization, { plan: 'developer' });
    expect(await refusalOf(create('c/t/*', bool('late'), developer))).toEqual({
      code: 'plan_required',
      capability: 'templates',
      required_plan: 'team',
      plan: 'developer',
    });
    await create('c/t/*', bool('late'));
    const listed = await gateway.ask(listJudgments, { namespace: 'c/t/one' }, caller);
    expect(listed.judgments).toMatchObject([{ name: 'late', template: 'c/t/*' }]);
    expect(await refusalOf(create('c/t/one', bool('late')))).toMatchObject({ code: 'conflict', reason: 'inherited' });
    expect(await refusalOf(gateway.ask(deleteJudgment, { namespace: 'c/t/one', name: 'late' }, caller))).toMatchObject({
      reason: 'inherited',
    });
  });

  it('refuses the 51st name of a namespace [JDG-32]', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, i) => create('c/many', bool(`j${i}`))));
    expect(await refusalOf(create('c/many', bool('one_more')))).toMatchObject({
      code: 'invalid_request',
      reason: 'too_many_judgments',
    });
  });

  it('becomes a job while a copy does not acknowledge; the job ends with the reply and one event [FEED-06]', async () => {
    neighbours.isAway = true;
    const reply = (await create('c/silent', bool('late'))) as unknown as JobView;
    expect(reply).toMatchObject({ type: 'judgment_create', namespace: 'c/silent', result: null });
    expect(reply.id).toMatch(/^job_j/);
    neighbours.isAway = false;
    await eventually(async () => {
      expect(await gateway.ask(judgmentsJobs.get, { id: reply.id }, caller)).toMatchObject({
        status: 'done',
        result_status: 201,
        result: { status: 'created', version: 1 },
      });
    });
    const { rows } = await judgments.db.query<{ payload: string }>(
      `select payload from outbox where subject = 'platform.event.raised.job.completed.v1'
         and payload::jsonb ->> 'namespace' = 'c/silent'`,
    );
    const events = rows.map(({ payload }) => JSON.parse(payload) as EventRaised);
    expect(events.map(eventFault)).toEqual([null]);
    const { result: _, ...job } = await gateway.ask(judgmentsJobs.get, { id: reply.id }, caller);
    expect(events[0].data).toEqual({ namespace: job.namespace, job });
  });

  it('ends a cancelled job as failed, with its event and without its result in it [FEED-06]', async () => {
    neighbours.isAway = true;
    const { id } = (await create('c/cancelled', bool('late'))) as unknown as JobView;
    await gateway.ask(judgmentsJobs.cancel, { id }, caller);
    const ended = await eventually(async () => {
      const job = await gateway.ask(judgmentsJobs.get, { id }, caller);
      expect(job).toMatchObject({ status: 'failed', result_status: 409, result: { error: { code: 'conflict' } } });
      return job;
    });
    neighbours.isAway = false;
    const { rows } = await judgments.db.query<{ payload: string }>(
      `select payload from outbox where subject = 'platform.event.raised.job.failed.v1'`,
    );
    const events = rows.map(({ payload }) => JSON.parse(payload) as EventRaised);
    const { result: _, ...job } = ended;
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'job.failed', data: { namespace: 'c/cancelled', job } },
    ]);
    expect(eventFault(events[0])).toBeNull();
  });

  it("takes the namespace's default engine, and archives the judgments of a deleted namespace", async () => {
    const { documents } = judgments;
    const settings = { organization, namespace: 'c/gone', budget_usd: null, pinned: false, fanout: {} };
    await documents.say(namespaceChanged, {
      ...settings,
      revision: 5,
      default_engine: { name: 'gpt-6-luna', version: 'current' },
    });
    // A name that exists keeps its engine, so each look creates another one.
    let looks = 0;
    await eventually(async () =>
      expect(await refusalOf(create('c/gone', bool(`look${looks++}`)))).toMatchObject({
        code: 'engine_version_unavailable',
      }),
    );
    await create('c/gone', bool('late', { engine: { name: 'jev', version: 'current' } }));
    await documents.say(namespaceDeleted, { organization, namespace: 'c/gone', revision: 6 });
    await eventually(async () =>
      expect((await gateway.ask(listJudgments, { namespace: 'c/gone' }, caller)).judgments).toEqual([]),
    );
  });
});
