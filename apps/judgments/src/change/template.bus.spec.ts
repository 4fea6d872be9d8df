import { namespaceDeleted } from '@app/contracts/documents';
import {
  JudgmentChange,
  activateJudgment,
  createJudgment,
  deleteJudgment,
  detachJudgment,
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
const developer = callerOf(organization, { plan: 'developer' });
let judgments: OpenJudgments;
let neighbours: FakeNeighbours;
let gateway: FakeService;

const late = (more: object = {}) => ({
  name: 'late',
  type: 'bool',
  question: 'Will it be late?',
  context: { fields: ['state.note'] },
  thresholds: { alarm: 0.4, sure: 0.9 },
  ...more,
});
const create = (namespace: string, judgment: object = late(), who = caller): Promise<JudgmentChange> =>
  gateway.ask(createJudgment, { namespace, judgment: judgment as never }, who);
const at = (namespace: string) => ({ namespace, name: 'late' });
const patch = (namespace: string, body: object, effectId?: string) =>
  gateway.ask(patchJudgment, { ...at(namespace), patch: body }, caller, effectId);
const get = (namespace: string) => gateway.ask(getJudgment, at(namespace), caller);
const detach = (namespace: string) => gateway.ask(detachJudgment, at(namespace), caller);
const snapshotOf = (scope: string) => neighbours.snapshotOf(scope);
const count = async (sql: string): Promise<number> =>
  Number((await judgments.db.query<{ n: string }>(`select count(*) as n from ${sql}`)).rows[0].n);

beforeAll(async () => {
  judgments = await openJudgments();
  ({ neighbours, gateway } = judgments);
});
afterAll(() => judgments.stop());
beforeEach(() => {
  neighbours.applied.length = 0;
});

describe('inheritance', () => {
  it('takes the most specific prefix, dynamically, by whole levels [TPL-01] [TPL-02] [TPL-03] [TPL-04]', async () => {
    await create('i/*', late({ question: 'Wide?' }));
    await create('i/prod/*', late({ question: 'Narrow?' }));
    const question = async (namespace: string) => (await get(namespace)).definition;
    expect(await question('i/prod/t')).toMatchObject({ question: 'Narrow?' });
    expect(await question('i/production/t')).toMatchObject({ question: 'Wide?' });
    const listed = (namespace: string) => gateway.ask(listJudgments, { namespace }, caller);
    expect((await listed('i/prod/t')).judgments).toMatchObject([{ name: 'late', template: 'i/prod/*' }]);
    expect((await listed('i/prod/*')).judgments.map(({ template }) => template)).toEqual([undefined]);
    expect((await listed('i/dev/*')).judgments).toEqual([]);
    await gateway.ask(deleteJudgment, at('i/prod/*'), caller);
    expect(await question('i/prod/t')).toMatchObject({ question: 'Wide?' });
  });

  it('refuses changes after a downgrade, and still allows reading and deleting [TPL-14]', async () => {
    await create('f/*');
    const frozen = { code: 'plan_required', capability: 'templates', required_plan: 'team', plan: 'developer' };
    const place = at('f/*');
    for (const work of [
      create('f/*', late(), developer),
      create('f/*', late({ question: 'Another?' }), developer),
      create('f/*', late({ dry_run: true }), developer),
      gateway.ask(patchJudgment, { ...place, patch: { thresholds: {} } }, developer),
      gateway.ask(patchJudgment, { namespace: 'f/*', name: 'absent', patch: { thresholds: {} } }, developer),
      gateway.ask(activateJudgment, { ...place, activate: { version: 1 } }, developer),
    ]) {
      expect(await refusalOf(work)).toEqual(frozen);
    }
    expect(await gateway.ask(getJudgment, at('f/t'), developer)).toMatchObject({ template: 'f/*' });
    expect(await gateway.ask(listVersions, place, developer)).toMatchObject({ versions: [{ version: 1 }] });
    const own = await gateway.ask(patchJudgment, { ...at('f/t'), patch: { thresholds: { alarm: 0.1 } } }, developer);
    expect(own.judgment).toMatchObject({ thresholds: { alarm: 0.1, sure: 0.9 } });
    expect(await gateway.ask(deleteJudgment, place, developer)).toEqual({ deleted: true });
  });

  it('reaches ten thousand namespaces, and later ones, with one row and one fact [TPL-01]', async () => {
    await judgments.db.query(
      `insert into namespace (organization, name) select $1, 'many/n' || i from generate_series(1, 10000) i`,
      [organization],
    );
    const before = [await count('judgment'), await count('judgment_override'), await count('outbox')];
    const startedMs = performance.now();
    await create('many/*');
    const tookMs = performance.now() - startedMs;
    const after = [await count('judgment'), await count('judgment_override'), await count('outbox')];
    expect(after).toEqual([before[0] + 1, before[1], before[2] + 1]);
    expect(neighbours.applied).toHaveLength(2);
    expect(tookMs).toBeLessThan(10_000);
    for (const namespace of ['many/n1', 'many/n10000', 'many/later']) {
      expect(await get(namespace)).toMatchObject({ template: 'many/*' });
    }
  });
});

describe('overrides of a namespace', () => {
  it('are its own map of thresholds and its own freshness, until null resets them [TPL-05] [TPL-11]', async () => {
    await create('o/*');
    const patched = await patch('o/one', { thresholds: { alarm: 0.2, sure: null } });
    expect(patched).toMatchObject({
      status: 'updated',
      version: 1,
      judgment: { template: 'o/*', overrides: ['thresholds'], thresholds: { alarm: 0.2 } },
    });
    expect(snapshotOf('o/one')).toMatchObject({
      kind: 'override',
      overrides: ['thresholds'],
      thresholds: { alarm: 0.2 },
      read_paths: [],
      archived: false,
    });
    await patch('o/*', { thresholds: { alarm: 0.6, new: 0.7 } });
    expect((await get('o/one')).thresholds).toEqual({ alarm: 0.2 });
    const other = await get('o/two');
    expect(other.thresholds).toEqual({ alarm: 0.6, sure: 0.9, new: 0.7 });
    expect(other.overrides).toBeUndefined();
    const fresh = await patch('o/one', { freshness: { policy: 'manual', debounce_ms: 7 } });
    expect(fresh.judgment).toMatchObject({
      overrides: ['thresholds', 'freshness'],
      freshness: { policy: 'manual', debounce_ms: 7 },
    });
    expect((await patch('o/one', { thresholds: null })).judgment).toMatchObject({
      overrides: ['freshness'],
      thresholds: { alarm: 0.6, sure: 0.9, new: 0.7 },
    });
    const reset = await patch('o/one', { freshness: null });
    expect(reset.judgment?.overrides).toBeUndefined();
    expect(reset.judgment).toMatchObject({ freshness: { policy: 'on_read', debounce_ms: 2000 } });
    expect(snapshotOf('o/one')).toMatchObject({ kind: 'override', overrides: [], thresholds: null, archived: true });
    expect(await count(`judgment_override where scope = 'o/one'`)).toBe(1);
  });

  it('are refused where they are wrong, and are all that a namespace may change [TPL-11] [TPL-13]', async () => {
    await create('r/*');
    expect(await refusalOf(patch('r/one', { thresholds: { alarm: 1.5 } }))).toMatchObject({
      path: '/thresholds/alarm',
    });
    const inherited = { code: 'conflict', reason: 'inherited', template: 'r/*' };
    expect(await refusalOf(patch('r/one', { outcomes: {} }))).toMatchObject({ ...inherited, path: '/outcomes' });
    expect(await refusalOf(patch('r/one', { alternatives: {} }))).toMatchObject({
      ...inherited,
      path: '/alternatives',
    });
    expect(await refusalOf(create('r/one'))).toMatchObject(inherited);
    const activate = gateway.ask(activateJudgment, { ...at('r/one'), activate: { version: 1 } }, caller);
    expect(await refusalOf(activate)).toMatchObject(inherited);
    expect(await refusalOf(gateway.ask(deleteJudgment, at('r/one'), caller))).toMatchObject(inherited);
    expect(await count(`judgment_override where scope = 'r/one'`)).toBe(0);
  });

  it.each(['judgments.change.after-commit', 'judgments.change.before-announce'])(
    'are replicated again when the process died at %s',
    async (place) => {
      const scope = `k/${place.split('.').at(-1)}`;
      await create(`${scope}/*`);
      const effect = newId('clm');
      armKillPoints((name) => {
        if (name === place) throw new Error('killed');
      });
      expect(await refusalOf(patch(`${scope}/t`, { thresholds: { alarm: 0.1 } }, effect))).toMatchObject({
        code: 'internal',
      });
      armKillPoints(() => undefined);
      neighbours.applied.length = 0;
      const again = await patch(`${scope}/t`, { thresholds: { alarm: 0.1 } }, effect);
      expect(again.judgment).toMatchObject({ overrides: ['thresholds'] });
      expect(neighbours.applied.map(({ column }) => [column.scope, column.kind])).toEqual([
        [`${scope}/t`, 'override'],
        [`${scope}/t`, 'override'],
      ]);
    },
  );

  it('are reset when their namespace is deleted', async () => {
    await create('g/*');
    await patch('g/one', { thresholds: { alarm: 0.1 } });
    await judgments.documents.say(namespaceDeleted, { organization, namespace: 'g/one', revision: 9 });
    await eventually(async () => expect((await get('g/one')).overrides).toBeUndefined());
    const published = await count(`outbox where payload like '%"g/one"%' and payload like '%"overrides":[]%'`);
    expect(published).toBe(1);
  });
});

describe('detach', () => {
  it("copies the active version as the copy's first, with the settings that hold [TPL-12] [TPL-13]", async () => {
    await create('d/*');
    await create('d/*', late({ question: 'Second?' }));
    await patch('d/one', { thresholds: { alarm: 0.3 } });
    const template = snapshotOf('d/*');
    const detached = await detach('d/one');
    expect(detached).toMatchObject({
      status: 'created',
      version: 1,
      judgment: { active_version: 1, thresholds: { alarm: 0.3, sure: 0.9 }, definition: { question: 'Second?' } },
    });
    expect(detached.judgment).not.toHaveProperty('template');
    expect(detached.judgment).not.toHaveProperty('overrides');
    // Answers of the template's second version count as those of the copy's first.
    expect(snapshotOf('d/one')).toMatchObject({
      kind: 'judgment',
      judgment_id: template?.judgment_id,
      active_version: 2,
      copied: { stored: 2, shown: 1 },
    });
    await create('d/*', late({ question: 'Third?' }));
    await patch('d/*', { thresholds: { alarm: 0.8 } });
    expect(await get('d/one')).toMatchObject({
      active_version: 1,
      thresholds: { alarm: 0.3 },
      definition: { question: 'Second?' },
    });
    expect(await refusalOf(detach('d/one'))).toMatchObject({ code: 'conflict', reason: 'not_inherited' });
    expect(await refusalOf(detach('nothing/here'))).toMatchObject({ code: 'not_found' });
  });

  it('numbers versions of its own, stored apart from those of the template [TPL-12] [JDG-04]', async () => {
    await create('v/*');
    await detach('v/one');
    const next = await create('v/one', late({ question: 'Mine?' }));
    expect(next).toMatchObject({ status: 'version_created', version: 2, judgment: { active_version: 2 } });
    expect(snapshotOf('v/one')?.active_version).toBeGreaterThan(1_000_000);
    expect((await create('v/one', late({ thresholds: undefined }))).status).toBe('activated');
    expect(snapshotOf('v/one')?.active_version).toBe(1);
    const { versions } = await gateway.ask(listVersions, at('v/one'), caller);
    expect(versions.map(({ version }) => version)).toEqual([2, 1]);
    expect((await gateway.ask(listVersions, at('v/two'), caller)).versions).toHaveLength(1);
  });

  it('is undone by deleting the copy, overrides included; its versions go on counting [TPL-12]', async () => {
    await create('u/*');
    await patch('u/one', { thresholds: { alarm: 0.3 } });
    await detach('u/one');
    await patch('u/one', { thresholds: { alarm: 0.5 } });
    await gateway.ask(deleteJudgment, at('u/one'), caller);
    expect(snapshotOf('u/one')).toMatchObject({ kind: 'judgment', archived: true });
    expect(await get('u/one')).toMatchObject({
      template: 'u/*',
      overrides: ['thresholds'],
      thresholds: { alarm: 0.3, sure: 0.9 },
    });
    expect(await detach('u/one')).toMatchObject({ version: 2, judgment: { active_version: 2 } });
    expect(snapshotOf('u/one')).toMatchObject({ active_version: 1, copied: { stored: 1, shown: 2 } });
  });

  it('stays when the template is deleted, and a later template does not replace it [TPL-12] [TPL-13]', async () => {
    await create('s/*');
    await detach('s/one');
    await gateway.ask(deleteJudgment, at('s/*'), caller);
    expect(await get('s/one')).toMatchObject({ active_version: 1 });
    expect(await refusalOf(gateway.ask(getJudgment, at('s/two'), caller))).toMatchObject({ code: 'not_found' });
    await create('s/*', late({ question: 'New?' }));
    expect(await get('s/one')).toMatchObject({ definition: { question: 'Will it be late?' } });
    expect(await get('s/two')).toMatchObject({ definition: { question: 'New?' } });
  });

  it('happens once among concurrent requests', async () => {
    await create('x/*');
    const asked = await Promise.allSettled(Array.from({ length: 6 }, () => detach('x/one')));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await count(`judgment where scope = 'x/one'`)).toBe(1);
  });
});
