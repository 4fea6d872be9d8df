import { documentChangedBulk } from '@app/contracts/documents';
import { engineChanged } from '@app/contracts/engines';
import { activateJudgment, createJudgment, patchJudgment } from '@app/contracts/judgments';
import { newId } from '@app/persistence';
import { FakeService, callerOf, eventually } from '@app/testing';
import { endedJob, judgeOnChange } from '../testing/backfills';
import { jev } from '../testing/fake-engine';
import { FakeNeighbours } from '../testing/fake-neighbours';
import { OpenJudgments, openJudgments, refusalOf } from '../testing/open-judgments';

const organization = newId('org');
const caller = callerOf(organization);
const many = 60;
let judgments: OpenJudgments;
let neighbours: FakeNeighbours;
let gateway: FakeService;
let judgment: string;
let namespace: string;

beforeAll(async () => {
  judgments = await openJudgments();
  ({ neighbours, gateway } = judgments);
});
afterAll(() => judgments.stop());

beforeEach(async () => {
  neighbours.documents.clear();
  namespace = newId('ask');
  const definition = { name: 'late', type: 'bool', question: 'Late?', context: { fields: ['state.note'] } };
  await gateway.ask(createJudgment, { namespace, judgment: definition as never }, caller);
  judgment = neighbours.snapshotOf(namespace)!.judgment_id;
  for (let i = 0; i < many; i++) {
    const id = `d${String(i).padStart(3, '0')}`;
    neighbours.put(id, 1, { note: `${namespace} ${id}` }, [judgment]);
  }
  neighbours.asks.length = 0;
});

const asked = () => neighbours.asks.filter(({ context }) => context.includes(namespace)).map(({ context }) => context);

describe('a change that enables automatic judging', () => {
  const create = (body: object) => gateway.ask(createJudgment, { namespace, judgment: body as never }, caller);
  const keen = { name: 'keen', type: 'bool', question: 'Keen?', context: { fields: ['state.note'] } };

  it('a create with a backfill stores nothing until the caller confirms it; then it judges the stored documents [JDG-33]', async () => {
    const first = await create({ ...keen, backfill: true });
    expect(first).toMatchObject({
      status: 'confirmation_required',
      judgment: null,
      version: null,
      definition: { question: 'Keen?' },
      estimate: { existing: { documents: many, judgment_units: many } },
    });
    expect(neighbours.snapshotOf(namespace, 'keen')).toBeUndefined();
    expect(
      await refusalOf(create({ ...keen, question: 'Other?', backfill: true, confirm: first.confirm })),
    ).toMatchObject({
      reason: 'confirm_mismatch',
    });
    const made = await create({ ...keen, backfill: true, confirm: first.confirm });
    expect(made).toMatchObject({ status: 'created', version: 1, estimate: first.estimate, job: { type: 'backfill' } });
    const id = neighbours.snapshotOf(namespace, 'keen')!.judgment_id;
    for (const document of neighbours.documents.values()) document.wanted[id] = 1;
    expect(await endedJob(gateway, made.job!.id, caller)).toMatchObject({ status: 'done' });
  });

  it('a PATCH to on_change needs a confirmation; one that only slows judging does not', async () => {
    const patch = (body: object) =>
      gateway.ask(patchJudgment, { namespace, name: 'late', patch: body as never }, caller);
    const freshness = { policy: 'on_change', debounce_ms: 0 };
    const first = await patch({ freshness });
    expect(first).toMatchObject({ status: 'confirmation_required', estimate: { judgments_per_month: 300 } });
    expect(await refusalOf(patch({ freshness: { policy: 'on_change' }, confirm: first.confirm }))).toMatchObject({
      reason: 'confirm_mismatch',
    });
    const done = await patch({ freshness, confirm: first.confirm });
    expect(done).toMatchObject({ status: 'updated', judgment: { freshness }, estimate: first.estimate });
    expect(await patch({ freshness: { policy: 'manual' } })).toMatchObject({ status: 'updated', confirm: null });
  });
});

it('an elapsed interval asks the engine again, once, even for a context that has not changed [FRS-09]', async () => {
  await judgeOnChange(gateway, namespace, caller);
  const ids = [...neighbours.documents.keys()].slice(0, 5);
  const say = (version: number, changedAt: string) =>
    judgments.documents.say(documentChangedBulk, {
      organization,
      namespace,
      sets: [[judgment]],
      cause: 'interval',
      changed_at: changedAt,
      documents: ids.map((id) => ({ id, version, set: 0 })),
    });
  const through = () =>
    eventually(async () => {
      const { rows } = await judgments.db.query<{ waiting: string; seen: string }>(
        `select (select count(*) from pending where judgment_id = $1) as waiting,
           (select count(*) from head where judgment_id = $1) as seen`,
        [judgment],
      );
      expect(rows).toEqual([{ waiting: '0', seen: '5' }]);
    });
  await say(1, new Date().toISOString());
  await through();
  expect(asked()).toHaveLength(5);
  const moment = await judgments.db.query<{ now: Date }>('select app.now() as now');
  const elapsedAt = moment.rows[0].now.toISOString();
  await say(1, elapsedAt);
  await eventually(() => expect(asked()).toHaveLength(10));
  await through();
  // The same fact comes once more: the answer is younger than the moment that it names.
  const { rows: before } = await judgments.db.query<{ record: string }>(
    'select max(record) as record from head where judgment_id = $1',
    [judgment],
  );
  await say(1, elapsedAt);
  await eventually(async () => {
    const { rows } = await judgments.db.query<{ record: string }>(
      'select min(record) as record from head where judgment_id = $1',
      [judgment],
    );
    expect(Number(rows[0].record)).toBeGreaterThan(Number(before[0].record));
  });
  expect(asked()).toHaveLength(10);
});

it('a version is not activated while its engine is not active', async () => {
  const { broker } = judgments;
  const activate = () => gateway.ask(activateJudgment, { namespace, name: 'late', activate: { version: 1 } }, caller);
  expect(await activate()).toMatchObject({ status: 'updated' });
  await broker.say(engineChanged, { ...jev, active: false, revision: 2 });
  await eventually(async () =>
    expect(await refusalOf(activate())).toMatchObject({ code: 'engine_version_unavailable', path: '/version' }),
  );
  await broker.say(engineChanged, { ...jev, revision: 3 });
  await eventually(async () => expect(await activate()).toMatchObject({ status: 'updated' }));
});
