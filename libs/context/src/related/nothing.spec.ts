import { selectsNothing } from './nothing';

const nowMs = Date.parse('2026-03-04T09:30:00Z');
const at = '2026-03-04T09:00:00.000Z';
const document = (state: Record<string, unknown>) => {
  return { id: 'd', attributes: {}, state, images: {}, created_at: at, updated_at: at };
};
const item = (state: object) => ({ id: 'r', created_at: at, updated_at: at, attributes: {}, state });

it.each([
  ['a value', { note: 'x' }, false],
  ['false', { note: false }, false],
  ['nothing at the path', { other: 'x' }, true],
  ['null', { note: null }, true],
  ['empty lists', { note: [{}, []] }, true],
])('a document with %s [REL-F5]', (_, state, isEmpty) => {
  expect(selectsNothing({ fields: ['state.note'] }, document(state), {}, nowMs)).toBe(isEmpty);
});

it('a log whose times cannot be read is nothing, since its window keeps no item [F8]', () => {
  const recipe = { fields: ['state.log'], window: { 'state.log': { at: 'at', within: '30d' } } };
  expect(selectsNothing(recipe, document({ log: [{ at, text: 'x' }] }), {}, nowMs)).toBe(false);
  expect(selectsNothing(recipe, document({ log: [{ at: 1_772_616_600, text: 'x' }] }), {}, nowMs)).toBe(true);
});

it('a related document is something, and one that has none of the fields is not [REL-F5]', () => {
  const recipe = { fields: ['state.note'], related: { orders: { fields: ['state.text'] } } };
  const empty = (related: Record<string, { items: ReturnType<typeof item>[]; more: boolean }>) =>
    selectsNothing(recipe, document({}), related, nowMs);
  expect(empty({ orders: { items: [item({ text: 'x' })], more: false } })).toBe(false);
  expect(empty({ orders: { items: [item({ other: 'x' })], more: false } })).toBe(true);
  expect(empty({})).toBe(true);
});
