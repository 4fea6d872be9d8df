import {
  JudgmentChange,
  activateJudgment,
  createJudgment,
  deleteJudgment,
  detachJudgment,
  listJudgments,
  tryJudgment,
} from '@app/contracts/judgments';
import { newId } from '@app/persistence';
import { FakeService, callerOf } from '@app/testing';
import { OpenJudgments, openJudgments, refusalOf } from '../../testing/open-judgments';
import { readGraphNodes } from './graph.store';
import { refuseUnsound } from './graph';

/** In which two definitions race. */
const rounds = process.env.LONG === '1' ? 100 : 25;

const organization = newId('org');
const caller = callerOf(organization);
let judgments: OpenJudgments;
let gateway: FakeService;

const bool = (name: string, ...others: string[]) => {
  const answers = others.map((judgment) => ({ judgment, bands: [0.5] }));
  const related = { me: { join: { theirs: 'id', mine: 'id' }, answers } };
  return {
    name,
    type: 'bool',
    question: 'Is it so?',
    freshness: { policy: 'manual' },
    context: { fields: ['state.note'], ...(others.length > 0 && { related }) },
  };
};
const create = (namespace: string, judgment: object): Promise<JudgmentChange> =>
  gateway.ask(createJudgment, { namespace, judgment: judgment as never }, caller);
const remove = (namespace: string, name: string) => gateway.ask(deleteJudgment, { namespace, name }, caller);
const names = async (namespace: string) => {
  const { judgments: listed } = await gateway.ask(listJudgments, { namespace }, caller);
  return listed.map(({ name }) => name);
};
beforeAll(async () => {
  judgments = await openJudgments();
  ({ gateway } = judgments);
});
afterAll(() => judgments.stop());

it('takes a chain of three judgments, and neither a fourth nor a ring [REL-07] [REL-08]', async () => {
  const ns = 'graph/chain';
  expect(await refusalOf(create(ns, bool('a', 'b')))).toMatchObject({
    code: 'invalid_request',
    reason: 'unknown_path',
    path: '/context/related/me/answers/0/judgment',
  });
  for (const one of [bool('c'), bool('b', 'c'), bool('a', 'b')]) {
    expect(await create(ns, one)).toMatchObject({ status: 'created' });
  }
  expect(await refusalOf(create(ns, bool('d', 'a')))).toMatchObject({
    code: 'invalid_request',
    reason: 'judgment_depth',
  });
  expect(await refusalOf(create(ns, bool('c', 'a')))).toMatchObject({
    code: 'invalid_request',
    reason: 'judgment_cycle',
  });
  expect(await names(ns)).toEqual(['a', 'b', 'c']);
});

it('refuses to try what reads nothing that is there [REL-06]', async () => {
  const ns = 'graph/try';
  const { name: _, ...definition } = bool('tried', 'a');
  const attempt = { definition, documents: ['d1'] };
  const tried = gateway.ask(tryJudgment, { namespace: ns, attempt: attempt as never }, caller);
  expect(await refusalOf(tried)).toMatchObject({
    code: 'invalid_request',
    reason: 'unknown_path',
    path: '/definition/context/related/me/answers/0/judgment',
  });
});

it('checks a version when it becomes active [REL-08]', async () => {
  const ns = 'graph/version';
  await create(ns, bool('a'));
  await create(ns, bool('b', 'a'));
  const ring = await create(ns, { ...bool('a', 'b'), activate: false });
  expect(ring).toMatchObject({ status: 'version_created', version: 2 });
  const activate = gateway.ask(activateJudgment, { namespace: ns, name: 'a', activate: { version: 2 } }, caller);
  expect(await refusalOf(activate)).toMatchObject({
    code: 'invalid_request',
    reason: 'judgment_cycle',
    path: '/version',
  });
  const choice = { ...bool('a'), type: 'choice', options: [{ value: 'x' }, { value: 'y' }] };
  expect(await refusalOf(create(ns, choice))).toMatchObject({
    code: 'conflict',
    reason: 'in_use',
    judgments: [`${ns} b`],
  });
});

it('refuses a narrower judgment that closes a ring under its prefix, though each alone is fine [REL-07] [TPL-02]', async () => {
  await create('graph/wide/*', bool('a'));
  await create('graph/wide/*', bool('b', 'a'));
  const narrow = bool('a', 'b');
  expect(await refusalOf(create('graph/wide/prod/*', narrow))).toMatchObject({ reason: 'judgment_cycle' });
  // A template may not close a ring in one namespace of many either.
  const ns = 'graph/ring/t1';
  await create('graph/ring/*', bool('x'));
  await create(ns, bool('y', 'x'));
  await create('graph/ring/*', bool('y'));
  expect(await refusalOf(create('graph/ring/*', bool('x', 'y')))).toMatchObject({
    code: 'invalid_request',
    reason: 'judgment_cycle',
  });
  await remove(ns, 'y');
  expect(await create('graph/ring/*', bool('x', 'y'))).toMatchObject({ status: 'version_created' });
});

it('refuses to delete what others read, and allows it where a broader judgment takes over [REL-18]', async () => {
  await create('graph/use/*', bool('a'));
  await create('graph/use/*', bool('b', 'a'));
  expect(await refusalOf(remove('graph/use/*', 'a'))).toMatchObject({
    code: 'conflict',
    reason: 'in_use',
    judgments: ['graph/use/* b'],
  });
  await create('graph/use/prod/*', bool('a'));
  await remove('graph/use/prod/*', 'a');
  const copy = { namespace: 'graph/use/t', name: 'a' };
  await gateway.ask(detachJudgment, copy, caller);
  await gateway.ask(deleteJudgment, copy, caller);
  await remove('graph/use/*', 'b');
  expect(await remove('graph/use/*', 'a')).toEqual({ deleted: true });
});

it('refuses a deletion that uncovers a ring [REL-07] [REL-18]', async () => {
  // In the narrower prefix the plain `a` hides the one that reads `b`.
  await create('graph/cover/*', bool('b'));
  await create('graph/cover/*', bool('a', 'b'));
  await create('graph/cover/prod/*', bool('a'));
  await create('graph/cover/prod/*', bool('b', 'a'));
  expect(await refusalOf(remove('graph/cover/prod/*', 'a'))).toMatchObject({
    code: 'conflict',
    reason: 'in_use',
    judgments: ['graph/cover/* a', 'graph/cover/prod/* b'],
  });
});

it('accepts at most one of two definitions that close a ring at once, in every round [REL-08]', async () => {
  const ns = 'graph/race';
  await create(ns, bool('a'));
  await create(ns, bool('b'));
  for (let round = 0; round < rounds; round++) {
    const question = `Round ${round}?`;
    const both = [
      { ...bool('a', 'b'), question },
      { ...bool('b', 'a'), question },
    ];
    const results = await Promise.allSettled(both.map((one) => create(ns, one)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    // The one that was accepted gives way, whichever it was.
    for (const name of ['a', 'b']) await create(ns, { ...bool(name), question });
  }
}, 120_000);

it('reads the judgments of 10,000 namespaces under a prefix at once, and their definitions once [REL-07]', async () => {
  await create('graph/many/t', bool('a'));
  await create('graph/many/*', bool('a'));
  await create('graph/many/*', bool('b', 'a'));
  await judgments.db.query(
    `with made as (insert into judgment (id, organization, scope, name, active_version, last_version, freshness, thresholds, revision)
       select 'jdg_many_' || n, $1, 'graph/many/n' || n, 'a', 1, 1, j.freshness, j.thresholds, 1
       from generate_series(1, 10000) n, judgment j where j.organization = $1 and j.scope = 'graph/many/t' returning id)
     insert into judgment_version (judgment_id, version, definition, hash, render_format)
     select made.id, 1, v.definition, v.hash, v.render_format from made, judgment_version v
       join judgment j on j.id = v.judgment_id and j.organization = $1 and j.scope = 'graph/many/t'`,
    [organization],
  );
  const ref = { organization, scope: 'graph/many/*' };
  const nodes = await readGraphNodes(judgments.db, ref, []);
  expect(nodes).toHaveLength(10_003);
  expect(new Set(nodes.map(({ definition }) => definition)).size).toBe(2);
  const definition = nodes.find(({ name }) => name === 'b')!.definition;
  await refuseUnsound(judgments.db, { ...ref, name: 'b', definition });
}, 60_000);
