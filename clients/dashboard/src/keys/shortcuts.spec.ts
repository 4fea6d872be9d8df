import { isForPage, mayRepeat, nextRow, nothingTyped, shortcuts, typedNext } from './shortcuts';

const pageOf = (typed: ReturnType<typeof typedNext>) => typed.shortcut?.deed;

it('has no two shortcuts with the same keys, and none that begins another', () => {
  const all = shortcuts.map(({ keys }) => keys.join(' '));
  expect(new Set(all).size).toBe(all.length);
  for (const one of all) expect(all.filter((other) => other !== one && other.startsWith(`${one} `))).toEqual([]);
});

it('takes g and then j in time, not after a pause, and not between other keys', () => {
  const g = typedNext(nothingTyped, 'g', 1_000).typed;
  expect(pageOf(typedNext(g, 'j', 1_500))).toEqual({ kind: 'go', page: '/judgments' });
  const gx = typedNext(g, 'x', 1_100);
  expect([gx.shortcut, gx.typed]).toEqual([null, nothingTyped]);
  expect(pageOf(typedNext(typedNext(g, 'g', 1_100).typed, 'd', 1_200))).toEqual({ kind: 'go', page: '/documents' });
});

it('moves by rows with j alone, also when a g before it is long ago', () => {
  expect(pageOf(typedNext(nothingTyped, 'j', 1_000))).toEqual({ kind: 'row', step: 1 });
  const g = typedNext(nothingTyped, 'g', 1_000).typed;
  expect(pageOf(typedNext(g, 'j', 9_000))).toEqual({ kind: 'row', step: 1 });
});

it('leaves keys to fields and to dialogs', () => {
  const within = (part: string | null) => ({ tagName: 'BUTTON', closest: () => part });
  expect([{ tagName: 'BODY' }, null, within(null)].map(isForPage)).toEqual([true, true, true]);
  const others = [{ tagName: 'INPUT' }, { tagName: 'DIV', isContentEditable: true }, within('a dialog')];
  expect(others.map(isForPage)).toEqual([false, false, false]);
});

it('goes on while a key is held down for steps through rows alone', () => {
  expect(['j', 'k', 'g', 'Enter', '/', '?', 'y'].filter(mayRepeat)).toEqual(['j', 'k']);
});

it.each([
  [-1, 1, 0],
  [-1, -1, 4],
  [0, 1, 1],
  [4, 1, 4],
  [0, -1, 0],
])('from row %i a step of %i leads to %i of five', (at, step, next) => {
  expect(nextRow(at, step, 5)).toBe(next);
});
