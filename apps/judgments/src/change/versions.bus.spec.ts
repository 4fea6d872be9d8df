import { JudgmentChange, activateJudgment, createJudgment, getJudgment, listVersions } from '@app/contracts/judgments';
import { newId } from '@app/persistence';
import { FakeService, callerOf } from '@app/testing';
import { FakeNeighbours } from '../testing/fake-neighbours';
import { OpenJudgments, openJudgments, refusalOf } from '../testing/open-judgments';

const caller = callerOf(newId('org'));
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
const late = (more: object = {}) => ({
  name: 'late',
  type: 'bool',
  question: 'Will it be late?',
  context: { fields: ['state.note'] },
  thresholds: { alarm: 0.4, sure: 0.9 },
  ...more,
});
const create = (namespace: string, judgment: object = late()): Promise<JudgmentChange> =>
  gateway.ask(createJudgment, { namespace, judgment: judgment as never }, caller);
const at = (namespace: string) => ({ namespace, name: 'late' });
const get = (namespace: string) => gateway.ask(getJudgment, at(namespace), caller);
const snapshotOf = (scope: string) => neighbours.snapshotOf(scope);

beforeAll(async () => {
  judgments = await openJudgments();
  ({ neighbours, gateway } = judgments);
});
afterAll(() => judgments.stop());

describe('changes of judgments', () => {
  it('numbers the versions of concurrent creates without gap or repetition [JDG-04] [JDG-31]', async () => {
    const asked = Array.from({ length: 12 }, (_, i) =>
      create('c/race', bool('late', { question: `Question ${i % 6}?` })),
    );
    const changes = await Promise.all(asked);
    expect(changes.filter(({ status }) => status === 'created')).toHaveLength(1);
    expect(changes.filter(({ status }) => status === 'version_created')).toHaveLength(5);
    expect(changes.filter(({ status }) => status === 'unchanged' || status === 'activated')).toHaveLength(6);
    const { versions } = await gateway.ask(listVersions, { namespace: 'c/race', name: 'late', limit: 4 }, caller);
    expect(versions.map(({ version }) => version)).toEqual([6, 5, 4, 3]);
  });

  it('refuses a create that expects another active version, and activates a version by its number [JDG-04]', async () => {
    expect(await refusalOf(create('c/guard', bool('late', { if_active_version: 1 })))).toMatchObject({
      code: 'conflict',
    });
    await create('c/guard', bool('late', { if_active_version: null }));
    const quiet = await create('c/guard', bool('late', { question: 'Q2?', activate: false, if_active_version: 1 }));
    expect(quiet).toMatchObject({ status: 'version_created', version: 2, judgment: { active_version: 1 } });
    const place = { namespace: 'c/guard', name: 'late' };
    await gateway.ask(activateJudgment, { ...place, activate: { version: 2 } }, caller);
    expect(await gateway.ask(getJudgment, place, caller)).toMatchObject({
      active_version: 2,
      definition: { question: 'Q2?' },
    });
    expect(
      await refusalOf(gateway.ask(activateJudgment, { ...place, activate: { version: 3 } }, caller)),
    ).toMatchObject({
      code: 'not_found',
    });
  });
});

describe('versions', () => {
  it.each([
    ['question', { question: 'Other?' }],
    ['criteria', { criteria: 'Only parcels.' }],
    ['context', { context: { fields: ['state.other'] } }],
    ['applies_to', { applies_to: { 'attributes.kind': 'order' } }],
    ['horizon', { horizon: '3d' }],
    ['type', { type: 'choice', options: [{ value: 'a' }, { value: 'b' }], thresholds: undefined }],
  ])('come of another %s [JDG-04]', async (member, more) => {
    const scope = `ver/${member}`;
    await create(scope);
    expect(await create(scope, late(more))).toMatchObject({ status: 'version_created', version: 2 });
    // The first definition again: its version becomes active, and there is no third one.
    expect(await create(scope)).toMatchObject({ status: 'activated', version: 1, judgment: { active_version: 1 } });
    await gateway.ask(activateJudgment, { ...at(scope), activate: { version: 2 } }, caller);
    expect(await get(scope)).toMatchObject({ active_version: 2 });
  });

  it('do not come of settings, defaults or the order of members [JDG-07] [JDG-27] [JDG-31]', async () => {
    await create('same/one');
    const settings = { thresholds: { other: 0.1 }, freshness: { policy: 'manual' } };
    const again = await create('same/one', late(settings));
    expect(again).toMatchObject({ status: 'unchanged', version: 1, ignored: ['freshness', 'thresholds'] });
    expect(again.judgment).toMatchObject({ thresholds: { alarm: 0.4, sure: 0.9 }, freshness: { policy: 'on_read' } });
    const turned = Object.fromEntries(Object.entries(late({ horizon: '0s' })).reverse());
    expect(await create('same/one', turned)).toMatchObject({ status: 'unchanged', version: 1 });
  });

  it('that were active before go on invalidating their answers, which are reinstated with them [JDG-04] [FRS-04]', async () => {
    await create('paths/one');
    await create('paths/one', late({ context: { fields: ['state.other'] } }));
    const [note, other] = ['state.note', 'state.other'];
    expect(snapshotOf('paths/one')).toMatchObject({ active_version: 2, read_paths: [other], earlier_paths: [note] });
    await gateway.ask(activateJudgment, { ...at('paths/one'), activate: { version: 1 } }, caller);
    expect(snapshotOf('paths/one')).toMatchObject({ active_version: 1, read_paths: [note], earlier_paths: [other] });
  });
});
