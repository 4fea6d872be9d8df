import { Call } from '@app/bus';
import { namespaceChanged } from '@app/contracts/documents';
import {
  JudgmentChange,
  activateJudgment,
  createJudgment,
  deleteJudgment,
  getJudgment,
  listJudgments,
  patchJudgment,
} from '@app/contracts/judgments';
import { newId } from '@app/persistence';
import { starters } from '@app/starters';
import { callerOf } from '@app/testing';
import { late as following } from './following.fake';
import { OpenJudgments, openJudgments, refusalOf } from '../testing/open-judgments';

// What is done to an active version, and what will be in effect, stands in the reply of the request that does it.

const organization = newId('org');
const caller = callerOf(organization);
let judgments: OpenJudgments;
let namespace: string;

const late = (more: object = {}) => ({
  name: 'late',
  type: 'bool',
  question: 'Late?',
  context: { fields: ['state.note'] },
  ...more,
});
const soon = (more: object = {}) => late({ question: 'Soon?', ...more });
const create = (judgment: object): Promise<JudgmentChange> =>
  judgments.gateway.ask(createJudgment, { namespace, judgment: judgment as never }, caller);
const get = () => judgments.gateway.ask(getJudgment, { namespace, name: 'late' }, caller);

beforeAll(async () => {
  judgments = await openJudgments();
});
afterAll(() => judgments.stop());
beforeEach(() => {
  namespace = newId('ask');
});

describe('`activate: false`', () => {
  const first = { code: 'invalid_request', reason: 'first_version', path: '/activate' };

  it('is refused for the first version of a name, also when the name comes back, and nothing is stored [JDG-04] [S-U9]', async () => {
    const quiet = late({ activate: false, freshness: { policy: 'on_change' } });
    expect(await refusalOf(create(quiet))).toEqual(first);
    expect(await refusalOf(create({ ...quiet, dry_run: true }))).toEqual(first);
    expect(await refusalOf(get())).toMatchObject({ code: 'not_found' });
    await create(late());
    expect(await create(soon({ activate: false }))).toMatchObject({ judgment: { active_version: 1 }, version: 2 });
    await judgments.gateway.ask(deleteJudgment, { namespace, name: 'late' }, caller);
    expect(await refusalOf(create(quiet))).toEqual(first);
  });

  it('is refused beside `backfill: true`, of a name that exists as well [JDG-04] [S-U9]', async () => {
    const both = soon({ activate: false, backfill: true });
    const refused = { code: 'invalid_request', reason: 'not_together', path: '/backfill' };
    expect(await refusalOf(create(both))).toEqual(refused);
    await create(late());
    expect(await refusalOf(create(both))).toEqual(refused);
  });
});

describe('a create that equals an earlier version', () => {
  beforeEach(async () => {
    await create(late());
    await create(soon());
  });

  it('says `activated` when it moves the active version, and `unchanged` when it does not [JDG-04] [S-U10]', async () => {
    expect(await create(late())).toMatchObject({ status: 'activated', version: 1, judgment: { active_version: 1 } });
    expect(await create(late())).toMatchObject({ status: 'unchanged', version: 1, judgment: { active_version: 1 } });
    expect(await create(soon({ activate: false }))).toMatchObject({ status: 'unchanged', version: 2 });
    expect((await get()).active_version).toBe(1);
  });

  it('says on a dry run and before a confirmation which version it equals [JDG-24] [S-U10]', async () => {
    expect(await create(late({ dry_run: true }))).toMatchObject({ status: 'dry_run', version: 1 });
    expect(await create(late({ question: 'New?', dry_run: true }))).toMatchObject({ status: 'dry_run', version: null });
    const asked = await create(late({ backfill: true }));
    expect(asked).toMatchObject({ status: 'confirmation_required', version: 1, judgment: null });
    expect(await create(late({ backfill: true, confirm: asked.confirm }))).toMatchObject({ status: 'activated' });
    await judgments.gateway.ask(activateJudgment, { namespace, name: 'late', activate: { version: 2 } }, caller);
    expect((await get()).active_version).toBe(2);
  });
});

describe('the settings of a reply', () => {
  const defaults = { automatic: false, skip_engines: [], outcomes: null };
  const fanout = {
    debounce_ms: 600_000,
    max_wait_ms: expect.any(Number) as number,
    rolling_limit: 300_000,
    block_cap: 1000,
  };
  const queue = { second_label_share: 0.1 };
  const freshness = { policy: 'on_read', debounce_ms: 2000, max_wait_ms: 20_000, fanout };

  it('are those that a create will set, on the dry run and before the confirmation, and then has set [JDG-24] [S-U2]', async () => {
    const set = {
      thresholds: { alarm: 0.4 },
      outcomes: { implicit: { after: '30d' } },
      alternatives: { automatic: true },
    };
    const inEffect = { ...set, freshness, alternatives: { ...defaults, automatic: true }, queue };
    expect((await create(late({ ...set, dry_run: true }))).settings).toEqual(inEffect);
    expect((await create(late({ ...set, backfill: true }))).settings).toEqual(inEffect);
    const { settings, judgment } = await create(late(set));
    expect(settings).toEqual(inEffect);
    expect(judgment).toMatchObject({ freshness: settings?.freshness, outcomes: settings?.outcomes });
  });

  it('show the longer debounce of relations with features before anything is stored [FRS-01] [S-U2]', async () => {
    const related = { others: { join: { theirs: 'attributes.to', mine: 'id' }, fields: ['state.text'] } };
    const features = [{ name: 'count', of: 'others', aggregate: 'count' }];
    const asked = await create(
      late({ context: { fields: ['state.note'], related }, features, freshness: { policy: 'on_change' } }),
    );
    expect(asked).toMatchObject({
      status: 'confirmation_required',
      judgment: null,
      settings: { freshness: { policy: 'on_change', debounce_ms: 600_000 }, thresholds: {}, outcomes: {} },
    });
  });

  it('are those of the judgment where a create ignores what it sends [JDG-27] [S-U2]', async () => {
    await create(late({ thresholds: { alarm: 0.4 } }));
    const other = { thresholds: { other: 0.9 }, freshness: { policy: 'manual' } };
    const had = { freshness, thresholds: { alarm: 0.4 }, outcomes: {}, alternatives: defaults, queue };
    expect((await create(soon({ ...other, dry_run: true }))).settings).toEqual(had);
    expect(await create(soon(other))).toMatchObject({ settings: had, ignored: ['freshness', 'thresholds'] });
  });

  it('are those after a PATCH and an activation, before their confirmation too [S-U2]', async () => {
    await create(late({ thresholds: { alarm: 0.4 } }));
    const of = { namespace, name: 'late' };
    const patch = { thresholds: { alarm: 0.5 }, freshness: { policy: 'on_change', debounce_ms: 7 } };
    const patched = (more: object) =>
      judgments.gateway.ask(patchJudgment, { ...of, patch: { ...patch, ...more } as never }, caller);
    const after = { freshness: { policy: 'on_change', debounce_ms: 7 }, thresholds: { alarm: 0.5 } };
    const asked = await patched({});
    expect(asked).toMatchObject({ status: 'confirmation_required', settings: after });
    expect(await patched({ confirm: asked.confirm })).toMatchObject({ status: 'updated', settings: after });
    const again = { ...of, activate: { version: 1, backfill: true } };
    const activated = await judgments.gateway.ask(activateJudgment, again, caller);
    expect(activated).toMatchObject({ status: 'confirmation_required', settings: after });
  });

  it('of a starter are its thresholds, and its outcome setting only when the caller sends it [STR-04] [OUT-08] [S-D1]', async () => {
    const { definition, outcomes } = starters.find(({ id }) => id === 'support.refund_request')!;
    const refund = (more: object) => ({
      name: 'refund',
      from_starter: { id: 'support.refund_request', placeholders: { body: 'state.note' } },
      ...more,
    });
    const plain = { thresholds: definition['thresholds'], outcomes: {} };
    expect((await create(refund({ dry_run: true }))).settings).toMatchObject(plain);
    expect((await create(refund({ outcomes, dry_run: true }))).settings?.outcomes).toEqual(outcomes);
    const made = await create(refund({}));
    expect(made.settings).toMatchObject(plain);
    expect(made.judgment).not.toHaveProperty('outcomes');
  });
});

describe('the fan-out settings of a reply', () => {
  const patch = (body: object): Promise<JudgmentChange> =>
    judgments.gateway.ask(patchJudgment, { namespace, name: 'late', patch: body }, caller);

  it('are all there: its own, else those of the namespace, else the specification’s [REL-05]', async () => {
    await create(following({ context: { fields: ['state.text'] }, freshness: { fanout: { block_cap: 5 } } }));
    const law = { debounce_ms: 600_000, max_wait_ms: 6_000_000, rolling_limit: 300_000, block_cap: 1_000 };
    expect((await get()).freshness.fanout).toEqual({ ...law, block_cap: 5 });
    const settings = { enabled: true, share: 0.5, ...law, debounce_ms: 1_000, max_wait_ms: 9_000, block_cap: 7 };
    await judgments.documents.requester.apply(
      namespaceChanged,
      'judgments',
      { organization, namespace, revision: 1, default_engine: null, budget_usd: null, pinned: false, fanout: settings },
      Call.within(),
    );
    const own = { ...law, debounce_ms: 1_000, max_wait_ms: 9_000, block_cap: 5 };
    expect((await get()).freshness.fanout).toEqual(own);
    const scope = { created_within: '30d', where: { 'attributes.open': true } };
    const { judgment } = await patch({ freshness: { fanout: { debounce_ms: 3_000, scope } } });
    expect(judgment?.freshness.fanout).toEqual({ ...own, debounce_ms: 3_000, max_wait_ms: 30_000, scope });
    const listed = await judgments.gateway.ask(listJudgments, { namespace }, caller);
    expect(listed.judgments[0].freshness).toEqual(judgment?.freshness);
    expect((await patch({ freshness: { fanout: null } })).judgment?.freshness.fanout).toEqual({ ...own, block_cap: 7 });
  });

  it('come with ten minutes of debounce where features stand beside relations [FRS-07]', async () => {
    const features = [{ name: 'amount', from: 'attributes.amount' }];
    const made = await create(following({ features, freshness: undefined }));
    expect(made.judgment?.freshness).toMatchObject({ debounce_ms: 600_000, max_wait_ms: 6_000_000 });
    await patch({ freshness: { debounce_ms: 0 } });
    const { judgment } = await patch({ freshness: { debounce_ms: null } });
    expect(judgment?.freshness.debounce_ms).toBe(600_000);
  });
});
