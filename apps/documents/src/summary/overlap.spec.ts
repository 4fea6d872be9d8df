import { overlap, standing } from './overlap';

const placed = (...scopes: string[]) => scopes.map((scope, n) => ({ id: String(n), scope }));

it('prefixes overlap when a namespace can lie under both [REL-F4]', () => {
  expect(overlap('s/*', 's/p/*')).toBe(true);
  expect(overlap('s/p/*', 's/*')).toBe(true);
  expect(overlap('s/p/*', 's/p/*')).toBe(true);
  expect(overlap('s/p/*', 's/q/*')).toBe(false);
  expect(overlap('s/p/*', 's/p1/*')).toBe(false);
});

it('of summaries that overlap the older stands, and one that only overlaps with a hidden one does [REL-F4]', () => {
  expect([...standing(placed('s/a/*', 's/*', 's/b/*'))]).toEqual(['0', '2']);
  expect([...standing(placed('s/*', 's/a/*', 's/b/*', 't/*'))]).toEqual(['0', '3']);
  expect([...standing([])]).toEqual([]);
});
