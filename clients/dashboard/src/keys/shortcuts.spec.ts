import { isForPage, nothingTyped, shortcuts, typedNext } from './shortcuts';

it('has no two shortcuts with the same keys, and none that begins another', () => {
  const all = shortcuts.map(({ keys }) => keys.join(' '));
  expect(new Set(all).size).toBe(all.length);
  for (const one of all) expect(all.filter((other) => other !== one && other.startsWith(one))).toEqual([]);
});

it('takes g and then j in time, not after a pause, and not between other keys', () => {
  const g = typedNext(nothingTyped, 'g', 1_000).typed;
  expect(typedNext(g, 'j', 1_500).shortcut?.page).toBe('/judgments');
  expect(typedNext(g, 'j', 9_000).shortcut).toBeNull();
  const gx = typedNext(g, 'x', 1_100).typed;
  expect(typedNext(gx, 'j', 1_200).shortcut).toBeNull();
  expect(typedNext(typedNext(g, 'g', 1_100).typed, 'd', 1_200).shortcut?.page).toBe('/documents');
});

it('leaves keys to fields and to the browser', () => {
  const plain = { ctrlKey: false, metaKey: false, altKey: false, target: { tagName: 'BODY' } };
  expect(isForPage(plain)).toBe(true);
  expect(isForPage({ ...plain, ctrlKey: true })).toBe(false);
  expect(isForPage({ ...plain, target: { tagName: 'INPUT' } })).toBe(false);
  expect(isForPage({ ...plain, target: { tagName: 'DIV', isContentEditable: true } })).toBe(false);
});
