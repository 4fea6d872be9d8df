import { ChunkSizes } from './chunk-sizes';

it('a walk whose statements take too long looks at ever fewer documents, and at more again when they end', () => {
  const sizes = new ChunkSizes();
  expect(sizes.of('1')).toBe(10_000);
  for (const expected of [1_000, 100, 10, 1]) {
    expect(sizes.shrink('1')).toBe(true);
    expect(sizes.of('1')).toBe(expected);
  }
  expect(sizes.shrink('1')).toBe(false);
  expect(sizes.of('1')).toBe(1);
  expect(sizes.of('2')).toBe(10_000);
  for (let n = 0; n < 13; n++) sizes.grow('1');
  expect(sizes.of('1')).toBe(8_192);
  sizes.grow('1');
  expect(sizes.of('1')).toBe(10_000);
});
