import { stackOf } from './stack';

const size = { width: 100, height: 50 };
const bars = [
  { label: 'Mon', amounts: [1, 3], words: '4' },
  { label: 'Tue', amounts: [2, 0], words: '2' },
];

it('puts parts upon each other, in proportion to the largest sum, and draws none of nothing', () => {
  const { rects, most } = stackOf(bars, size);
  expect(rects.map(({ part, x, y, height }) => [part, x, y, height])).toEqual([
    [0, 5, 37.5, 12.5],
    [1, 5, 0, 37.5],
    [0, 55, 25, 25],
  ]);
  expect(most).toBe('4');
});

it('makes room for a limit that lies near, and leaves out one that would press the bars flat', () => {
  expect(stackOf(bars, { ...size, line: 8 }).lineY).toBe(0);
  expect(stackOf(bars, { ...size, line: 8 }).rects[1]?.y).toBe(25);
  expect(stackOf(bars, { ...size, line: 40 }).lineY).toBeNull();
});

it('stands empty bars', () => {
  expect(stackOf([], size)).toEqual({ rects: [], lineY: null, most: '0' });
  expect(stackOf([{ label: 'Mon', amounts: [0], words: '0' }], size).rects).toEqual([]);
});
