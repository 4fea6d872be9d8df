import { bar } from './progress';

describe('progress bar', () => {
  it.each([
    [0, 0, `[${'.'.repeat(30)}]   0 %`],
    [1, 2, `[${'#'.repeat(15)}${'.'.repeat(15)}]  50 %`],
    [7, 7, `[${'#'.repeat(30)}] 100 %`],
    [9, 7, `[${'#'.repeat(30)}] 100 %`],
  ])('of %i in %i', (done, total, wanted) => {
    expect(bar(done, total, 'x')).toBe(`${wanted}  x`);
  });
});
