import fc from 'fast-check';
import { sharesOf, withinBytes } from './sample';

it('divides a sample by the namespaces of a prefix [CTX-17]', () => {
  expect(sharesOf(200, 1).documents).toBe(200);
  expect(sharesOf(200, 20).documents).toBe(10);
  expect(sharesOf(3, 20).documents).toBe(1);
  expect(sharesOf(200, 0).documents).toBe(200);
});

it('keeps the first rows that fit, and at least one', () => {
  const rows = fc.array(fc.nat(1_000), { maxLength: 20 });
  fc.assert(
    fc.property(rows, fc.nat(3_000), (drawn, maxBytes) => {
      const named = drawn.map((bytes, index) => ({ id: String(index), bytes }));
      const kept = withinBytes(named, maxBytes);
      expect(kept).toEqual(named.slice(0, kept.length).map(({ id }) => id));
      const bytes = named.slice(0, kept.length).reduce((sum, row) => sum + row.bytes, 0);
      if (kept.length > 1) expect(bytes).toBeLessThanOrEqual(maxBytes);
      expect(kept.length).toBeGreaterThanOrEqual(Math.min(1, named.length));
    }),
  );
});
