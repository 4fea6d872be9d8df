import type { Definition, Relation } from '@app/definition';
import { firstFault } from './check';
import { readsOf } from './graph';
import type { GraphNode } from './node';

const me = { join: { theirs: 'id', mine: 'id' }, fields: [], order_by: [], last_n: 20 } as const;
/** A yes/no judgment that reads others about the same document. */
const bool = (name: string, ...others: string[]): Definition => {
  const answers = others.map((judgment) => ({ judgment, bands: [0.5] }));
  const related = { me: { ...me, fields: [], order_by: [], answers } as Relation };
  return {
    name,
    question: 'q',
    type: 'bool',
    horizon: '0s',
    engine: { name: 'jev', version: 'current' },
    context: { fields: ['state.note'], ...(others.length > 0 && { related }) },
  };
};
const choice = (name: string): Definition => ({
  name,
  question: 'q',
  horizon: '0s',
  engine: { name: 'jev', version: 'current' },
  context: { fields: ['state.note'] },
  type: 'choice',
  options: [{ value: 'a' }],
  escape: { description: 'none' },
});
const node = (scope: string, definition: Definition): GraphNode => {
  const { name } = definition;
  return { scope, name, definition, reads: readsOf(definition), hash: JSON.stringify(definition) };
};
const reasonOf = (nodes: GraphNode[], scope: string) => firstFault(nodes, scope)?.problem.details.reason;

it('finds a ring and a fourth level [REL-07] [REL-08]', () => {
  const chain = [bool('a', 'b'), bool('b', 'c'), bool('c')];
  const on = (...definitions: Definition[]) =>
    reasonOf(
      definitions.map((one) => node('org/t', one)),
      'org/t',
    );
  expect(on(...chain)).toBeUndefined();
  expect(on(...chain, bool('d', 'a'))).toBe('judgment_depth');
  expect(on(bool('a', 'b'), bool('b', 'c'), bool('c', 'a'))).toBe('judgment_cycle');
  expect(on(bool('a', 'a'))).toBe('judgment_cycle');
});

it('finds what a definition cannot read, by name and by type [REL-06]', () => {
  const fault = firstFault([node('org/t', bool('a', 'b'))], 'org/t');
  expect(fault?.problem.details).toMatchObject({
    reason: 'unknown_path',
    path: '/context/related/me/answers/0/judgment',
  });
  const misfit = firstFault([node('org/t', bool('a', 'b')), node('org/t', choice('b'))], 'org/t');
  expect(misfit).toMatchObject({ isMissing: true, readers: [{ name: 'a' }] });
  const tested = bool('a');
  const where = { 'answers.b.dist.z': { gte: 0.5 } };
  const reader = {
    ...tested,
    context: { ...tested.context, related: { me: { ...me, fields: ['id'], order_by: [], where } } },
  };
  expect(reasonOf([node('org/t', reader), node('org/t', choice('b'))], 'org/t')).toBe('unknown_path');
});

it('checks every chain under the scope, where names stand for other judgments [REL-07] [TPL-02]', () => {
  const wide = [node('org/*', bool('b', 'a')), node('org/*', bool('a'))];
  expect(firstFault(wide, 'org/*')).toBeNull();
  const narrow = node('org/prod/*', bool('a', 'b'));
  expect(reasonOf([...wide, narrow], 'org/prod/*')).toBe('judgment_cycle');
  expect(reasonOf([...wide, narrow], 'org/*')).toBe('judgment_cycle');
  expect(reasonOf([...wide, node('org/prod/t', choice('a'))], 'org/*')).toBe('unknown_path');
  // A namespace beside the narrow prefix has the wide judgments.
  expect(reasonOf([...wide, narrow], 'org/test')).toBeUndefined();
});

it('looks once at namespaces that have the same judgments, and finds the one of 10,000 that has others [REL-07]', () => {
  const wide = [node('org/*', bool('b', 'a')), node('org/*', bool('a'))];
  const own = Array.from({ length: 10_000 }, (_, n) => node(`org/t${n}`, bool('a')));
  expect(firstFault([...wide, ...own], 'org/*')).toBeNull();
  const fault = firstFault([...wide, ...own, node('org/z', bool('a', 'b'))], 'org/*');
  expect(fault?.problem.details).toMatchObject({ reason: 'judgment_cycle', judgments: ['a', 'b', 'a'] });
});
