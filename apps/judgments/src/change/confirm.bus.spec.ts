import {
  JudgmentChange,
  activateJudgment,
  createJudgment,
  getJudgment,
  listJudgments,
  patchJudgment,
} from '@app/contracts/judgments';
import { armKillPoints, newId } from '@app/persistence';
import { callerOf } from '@app/testing';
import { automatic, context, customer, late, messages, pointer } from './following.fake';
import { FakeNeighbours } from '../testing/fake-neighbours';
import { OpenJudgments, openJudgments, refusalOf } from '../testing/open-judgments';

const organization = newId('org');
const caller = callerOf(organization);
let judgments: OpenJudgments;
let neighbours: FakeNeighbours;
let namespace: string;

const create = (judgment: object, scope = namespace): Promise<JudgmentChange> =>
  judgments.gateway.ask(createJudgment, { namespace: scope, judgment: judgment as never }, caller);
const patch = (body: object, scope = namespace): Promise<JudgmentChange> =>
  judgments.gateway.ask(patchJudgment, { namespace: scope, name: 'late', patch: body }, caller);
const activate = (body: { version: number; backfill?: boolean; confirm?: string }): Promise<JudgmentChange> =>
  judgments.gateway.ask(activateJudgment, { namespace, name: 'late', activate: body }, caller);
const get = () => judgments.gateway.ask(getJudgment, { namespace, name: 'late' }, caller);
const names = async () =>
  (await judgments.gateway.ask(listJudgments, { namespace }, caller)).judgments.map(({ name }) => name);

/** Sends a create until it is made, with the token of its quote. */
async function confirmed(judgment: object, scope = namespace): Promise<JudgmentChange> {
  const { confirm } = await create(judgment, scope);
  return create({ ...judgment, confirm }, scope);
}

const mismatch = { code: 'conflict', reason: 'confirm_mismatch', path: '/confirm' };

beforeAll(async () => {
  judgments = await openJudgments();
  ({ neighbours } = judgments);
});
afterAll(() => judgments.stop());
beforeEach(() => {
  neighbours.documents.clear();
  neighbours.applied.length = 0;
  neighbours.measured.length = 0;
  neighbours.namespaces = null;
  neighbours.observedDays = undefined;
  neighbours.maxFetched = Infinity;
  neighbours.isInvalidated = () => false;
  neighbours.measure = () => ({ changes_per_day: 10, documents_per_change: 3, judged_documents: 100 });
  namespace = newId('ask');
});

describe('a create that judges by itself what other documents change', () => {
  it('stores nothing until its replay cost is confirmed, and is made by its token [JDG-23] [REL-12]', async () => {
    const asked = await create(late());
    expect(asked).toMatchObject({
      status: 'confirmation_required',
      judgment: null,
      version: null,
      ignored: [],
      estimate: {
        rolling_limit: 1000,
        related: { changes_per_day: 10, documents_per_change: 3, judgments_per_day: 30 },
        // Ten changes of the documents themselves a day, and thirty judgings that related ones cause.
        changes_per_day: 10,
        judgments_per_month: 1_200,
        replay_cost_usd_per_month: 2.4,
      },
    });
    expect([await names(), neighbours.applied]).toEqual([[], []]);
    expect(neighbours.measured).toMatchObject([{ namespace, spec: { theirs: 'id' }, scope: null }]);
    const made = await create(late({ confirm: asked.confirm }));
    expect(made).toMatchObject({ status: 'created', version: 1, confirm: null, estimate: asked.estimate });
    expect(made.judgment?.freshness.fanout.rolling_limit).toBe(1000);
    expect(neighbours.snapshotOf(namespace)).toMatchObject({ edges: [{ relation: 'customer' }] });
    expect(await create(late())).toMatchObject({ status: 'unchanged', version: 1 });
  });

  it('is confirmed as it was quoted, with definition, policy and fan-out settings [JDG-23]', async () => {
    const { confirm } = await create(late());
    const others = [
      { freshness: { ...automatic, fanout: { debounce_ms: 0, rolling_limit: 1001 } } },
      { freshness: { ...automatic, fanout: { ...automatic.fanout, scope: { created_within: '30d' } } } },
      { freshness: { ...automatic, debounce_ms: 1 } },
      { freshness: { ...automatic, policy: 'interval', interval: '1d' } },
      { question: 'Really late?' },
      { context: context({ customer: { ...customer, last_n: 3 } }) },
      { backfill: true },
    ];
    for (const other of others) expect(await refusalOf(create(late({ ...other, confirm })))).toEqual(mismatch);
    expect(await refusalOf(create(late({ confirm: 'nonsense' })))).toEqual(mismatch);
    expect(await names()).toEqual([]);
    expect(await create(late({ confirm }))).toMatchObject({ status: 'created' });
  });

  it('needs one token for what follows and for its backfill [REL-12]', async () => {
    neighbours.put('o1', 1, { text: 'x' }, []);
    const { confirm, estimate } = await create(late({ backfill: true }));
    expect(estimate).toMatchObject({ existing: { documents: 1 }, related: { judgments_per_day: 30 } });
    expect(await create(late({ backfill: true, confirm }))).toMatchObject({
      status: 'created',
      job: { type: 'backfill', namespace },
    });
  });

  it.each(['on_read', 'manual'])('is made at once when it waits for requests: %s [JDG-23]', async (policy) => {
    const made = await create(late({ freshness: { policy } }));
    expect(made).toMatchObject({
      status: 'created',
      version: 1,
      estimate: { rolling_limit: 300_000, related: { judgments_per_day: 0 }, replay_cost_usd_per_month: 0 },
    });
  });

  it('asks for relations that name their documents, too, and not for a document with itself [JDG-23]', async () => {
    const gathers = await create(late({ name: 'gathers', context: context({ messages }) }));
    expect(gathers).toMatchObject({ status: 'confirmation_required', estimate: { rolling_limit: null } });
    const self = { join: { theirs: 'id', mine: 'id' }, fields: ['state.text'] };
    expect(await create(late({ name: 'self', context: context({ self }) }))).toMatchObject({
      status: 'created',
      estimate: { rolling_limit: null, related: { judgments_per_day: 0 } },
    });
  });

  it.each([
    [0, 'less than a day'],
    [2, 'two days'],
  ])('warns of a history of %s days wherever its estimate stands [REL-F1]', async (days, words) => {
    neighbours.observedDays = days;
    const short = [{ code: 'short_history', path: '/freshness/policy' }];
    const asked = await create(late());
    expect(asked).toMatchObject({ estimate: { observed_days: days }, warnings: short });
    expect(asked.warnings[0].message).toContain(words);
    expect(await create(late({ dry_run: true }))).toMatchObject({ status: 'dry_run', warnings: short });
    // A judgment that waits for requests costs nothing by the rate.
    expect(await create(late({ freshness: { policy: 'on_read' } }))).toMatchObject({ status: 'created', warnings: [] });
    const { confirm, ...patched } = await patch({ freshness: automatic });
    expect(patched).toMatchObject({ status: 'confirmation_required', warnings: short });
    neighbours.observedDays = 3;
    // What was confirmed is what was quoted.
    expect(await patch({ freshness: automatic, confirm })).toMatchObject({ status: 'updated', warnings: short });
    expect(await create(late({ name: 'later' }))).toMatchObject({ estimate: { observed_days: 3 }, warnings: [] });
  });

  it('takes a relation with a filter, and warns of no policy that never fires', async () => {
    const where = { 'attributes.seller': { mine: 'attributes.seller' } };
    const related = { messages: { ...messages, where } };
    const quoted = await create(late({ context: { fields: ['id'], related } }));
    expect(quoted).toMatchObject({ status: 'confirmation_required', warnings: [] });
  });

  it('shows its cost on a dry run, which asks for nothing', async () => {
    neighbours.put('c1', 1, { tier: 'gold' }, []);
    neighbours.put('o1', 1, { text: 'x' }, []).attributes = { customer: 'c1' };
    const run = await create(late({ dry_run: true }));
    expect(run).toMatchObject({ status: 'dry_run', confirm: null, estimate: { related: { judgments_per_day: 30 } } });
    const texts = run.contexts?.map(({ document, text }) => [document, text.includes('gold')]);
    expect(texts?.sort()).toEqual([
      ['c1', false],
      ['o1', true],
    ]);
  });
});

describe('the replay cost', () => {
  const costOf = async (judgment: object, scope = namespace) => (await create(judgment, scope)).estimate!;

  it('grows with the rate of change, up to the rolling limit [JDG-23]', async () => {
    const monthly = async (changes: number) => {
      neighbours.measure = () => ({ changes_per_day: changes, documents_per_change: 5, judged_documents: 10_000 });
      return (await costOf(late())).judgments_per_month;
    };
    // With ten changes a day of the documents themselves.
    expect([await monthly(0), await monthly(20), await monthly(100_000)]).toEqual([300, 3_300, 30_300]);
  });

  it('grows with the size class of the contexts, related documents included [JDG-23]', async () => {
    const wide = { fields: ['state.text'], max_tokens: 32_000, related: { customer } };
    neighbours.put('o1', 1, { text: 'x' }, []).attributes = { customer: 'c1' };
    const monthly = async (tier: string) => {
      neighbours.put('c1', 1, { tier }, []);
      return (await costOf(late({ context: wide }))).judgments_per_month;
    };
    const long = Array.from({ length: 5_000 }, (_, i) => `word${i}`).join(' ');
    expect(await monthly(long)).toBeGreaterThan(2 * (await monthly('gold')));
  });

  it('measures what the definition applies to within the scope [REL-04]', async () => {
    const kind = { 'attributes.kind': 'order' };
    const open = { 'attributes.open': true };
    const freshness = { ...automatic, fanout: { scope: { created_within: '30d', where: open } } };
    await costOf(late({ context: context({ customer, messages }), applies_to: kind, freshness }));
    expect(neighbours.measured.map(({ spec, scope }) => [spec.mine, scope])).toEqual([
      ['attributes.customer', { created_within: '30d', where: { all: [kind, open] } }],
      ['id', { where: kind }],
    ]);
  });

  it('reads every sampled document with its related ones, however many fit into a reply', async () => {
    const long = Array.from({ length: 3_000 }, (_, i) => `word${i}`).join(' ');
    for (let i = 0; i < 100; i++) neighbours.put(`o${i}`, 1, { text: i === 40 ? long : 'short' }, []);
    neighbours.maxFetched = 30;
    for (const backfill of [true, false]) {
      const judgment = late({ backfill, context: { ...pointer, max_tokens: 32_000 } });
      // The long document costs sixteen; a sample without one of the others would have another mean.
      expect((await costOf(judgment)).existing).toMatchObject({ documents: 100, judgment_units: 115 });
    }
  });

  it('of a prefix is measured in twenty of its namespaces and counts for all [JDG-23]', async () => {
    const root = newId('ask');
    neighbours.namespaces = Array.from({ length: 30 }, (_, i) => `${root}/n${i}`);
    const { related, rolling_limit } = await costOf(late(), `${root}/*`);
    expect(new Set(neighbours.measured.map((one) => one.namespace)).size).toBe(20);
    expect([related, rolling_limit]).toEqual([
      { changes_per_day: 300, documents_per_change: 3, judgments_per_day: 900 },
      1000,
    ]);
  });
});

describe('a judgment that exists', () => {
  const plain = { fields: ['state.text'] };
  const gathering = context({ messages });

  it('is asked for when a PATCH makes it judge by itself, and not when its limit grows [REL-12]', async () => {
    await create(late({ freshness: { policy: 'on_read' } }));
    const { confirm, ...asked } = await patch({ freshness: automatic });
    expect(asked).toMatchObject({ status: 'confirmation_required', estimate: { rolling_limit: 1000, related: {} } });
    expect((await get()).freshness.policy).toBe('on_read');
    const more = { ...automatic, fanout: { ...automatic.fanout, rolling_limit: 1001 } };
    expect(await refusalOf(patch({ freshness: more, confirm }))).toEqual(mismatch);
    expect(await patch({ freshness: automatic, confirm })).toMatchObject({ status: 'updated' });
    expect(await patch({ freshness: { fanout: { rolling_limit: 2_000_000 } } })).toMatchObject({
      status: 'updated',
      judgment: { freshness: { fanout: { rolling_limit: 2_000_000 } } },
    });
  });

  it('is priced with the answers that a PATCH has judged, and says so [REL-F2]', async () => {
    for (const id of ['o1', 'o2', 'o3']) neighbours.put(id, 1, { text: id }, []);
    await create(late({ context: plain, freshness: { policy: 'on_read' } }));
    const asked = () => patch({ freshness: { policy: 'on_change' } });
    expect(await asked()).toMatchObject({ estimate: { existing: { documents: 0, cost_usd: 0 } }, warnings: [] });
    neighbours.isInvalidated = (id) => id !== 'o2';
    const { estimate, warnings, confirm } = await asked();
    expect(estimate).toMatchObject({ documents: 3, existing: { documents: 2, judgment_units: 2, cost_usd: 0.004 } });
    expect(warnings).toEqual([
      {
        code: 'stale_answers_judged',
        path: '/freshness/policy',
        message:
          '2 stale answers whose document or related documents have changed will be judged once the change is made, for 0.004 USD in all.',
      },
    ]);
    expect(await patch({ freshness: { policy: 'on_change' }, confirm })).toMatchObject({
      status: 'updated',
      warnings: [],
    });
  });

  it('is asked for when a version newly follows other documents [JDG-23]', async () => {
    const made = await create(late({ context: plain }));
    expect(made).toMatchObject({ status: 'created' });
    const { freshness: _, ...version } = late({ context: gathering });
    const asked = await create(version);
    expect(asked).toMatchObject({ status: 'confirmation_required', estimate: { related: { judgments_per_day: 30 } } });
    expect(await create({ ...version, activate: false })).toMatchObject({ status: 'version_created', version: 2 });
    expect((await get()).active_version).toBe(1);
    expect(await create({ ...version, confirm: asked.confirm })).toMatchObject({ status: 'activated', version: 2 });
    const spreading = { ...version, context: context({ messages, customer }) };
    expect(await create(spreading)).toMatchObject({ status: 'confirmation_required' });
    expect(await create({ ...version, question: 'Soon?' })).toMatchObject({ status: 'version_created', version: 3 });
  });

  it('is asked for when such a version becomes active [JDG-23]', async () => {
    await create(late({ context: plain }));
    await create(late({ activate: false }));
    const asked = await activate({ version: 2 });
    expect(asked).toMatchObject({ status: 'confirmation_required', judgment: null, estimate: { rolling_limit: 1000 } });
    expect((await get()).active_version).toBe(1);
    expect(await refusalOf(activate({ version: 2, confirm: 'x' }))).toEqual(mismatch);
    expect(await refusalOf(activate({ version: 2, backfill: true, confirm: asked.confirm! }))).toEqual(mismatch);
    expect(await activate({ version: 2, confirm: asked.confirm! })).toMatchObject({
      status: 'updated',
      judgment: { active_version: 2 },
    });
    await activate({ version: 1 });
    expect(await activate({ version: 2, backfill: true })).toMatchObject({ status: 'confirmation_required' });
  });

  it('is asked for when a namespace returns to a template that judges by itself [TPL-05]', async () => {
    const root = newId('ask');
    neighbours.namespaces = [`${root}/a`];
    expect(await confirmed(late(), `${root}/*`)).toMatchObject({ status: 'created' });
    await patch({ freshness: { policy: 'manual' } }, `${root}/a`);
    const { confirm, ...asked } = await patch({ freshness: null }, `${root}/a`);
    expect(asked).toMatchObject({ status: 'confirmation_required', estimate: { rolling_limit: 1000 } });
    expect(await patch({ freshness: null, confirm }, `${root}/a`)).toMatchObject({
      status: 'updated',
      judgment: { freshness: { policy: 'on_change' } },
    });
  });
});

describe('a change that meets another state than it was priced for', () => {
  const plain = { fields: ['state.text'] };

  /** Runs one change when another one is priced and not committed yet. */
  function whenPriced(change: () => Promise<unknown>): void {
    armKillPoints(async (name) => {
      if (name !== 'judgments.change.after-cost') return;
      armKillPoints(() => undefined);
      await change();
    });
  }

  it.each([
    ['a version', () => create({ ...late(), freshness: undefined })],
    ['an activation', () => activate({ version: 2 })],
  ])('is refused: %s that follows others, when the policy has become automatic [REL-12]', async (_what, change) => {
    await create(late({ context: plain, freshness: { policy: 'on_read' } }));
    await create({ ...late(), freshness: undefined, activate: false });
    const { confirm } = await patch({ freshness: automatic });
    whenPriced(() => patch({ freshness: automatic, confirm }));
    expect(await refusalOf(change())).toEqual(mismatch);
    expect((await get()).active_version).toBe(1);
    expect(await change()).toMatchObject({ status: 'confirmation_required' });
  });

  it('is refused: an automatic policy, when the active version has begun to follow others [REL-12]', async () => {
    await create(late({ context: plain, freshness: { policy: 'on_read' } }));
    const { confirm } = await patch({ freshness: automatic });
    whenPriced(() => create({ ...late(), freshness: undefined }));
    expect(await refusalOf(patch({ freshness: automatic, confirm }))).toEqual(mismatch);
    expect((await get()).freshness.policy).toBe('on_read');
  });
});
