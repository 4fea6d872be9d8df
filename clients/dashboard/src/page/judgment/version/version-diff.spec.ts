import { diffOf } from './version-diff';

const before = {
  name: 'late',
  question: 'Late?',
  context: { fields: ['state.a'], last_n: { 'state.b': 5 } },
  engine: { name: 'jev', version: 'current' },
  criteria: { true: 'yes', false: 'no' },
};

it('finds nothing between equal definitions, whatever the order of their members [JDG-04]', () => {
  const { name, ...rest } = before;
  expect(diffOf(before, { ...rest, name })).toEqual([]);
  expect(diffOf({ a: [{ x: 1, y: 2 }] }, { a: [{ y: 2, x: 1 }] })).toEqual([]);
});

it('names each member that differs, that is new and that is gone [JDG-04]', () => {
  const after = {
    name: 'late',
    question: 'Very late?',
    context: { fields: ['state.a', 'state.c'], max_tokens: 500 },
    engine: before.engine,
    criteria: 'Past the promised day.',
  };
  expect(diffOf(before, after)).toEqual([
    { path: 'question', before: 'Late?', after: 'Very late?' },
    { path: 'context.fields', before: '["state.a"]', after: '["state.a","state.c"]' },
    { path: 'context.max_tokens', before: null, after: '500' },
    { path: 'context.last_n', before: '{"state.b":5}', after: null },
    { path: 'criteria', before: '{"false":"no","true":"yes"}', after: 'Past the promised day.' },
  ]);
});
