import fc from 'fast-check';
import { chunkBytes, groupsOf } from './chunk-bytes';

it('keeps the order, and each group below the bytes of a chunk or alone [defect S-H1]', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2 * chunkBytes), { maxLength: 30 }), (sizes) => {
      const groups = groupsOf(sizes, (size) => size);
      expect(groups.flat()).toEqual(sizes);
      for (const group of groups) {
        expect(group.length).toBeGreaterThan(0);
        if (group.length > 1) expect(group.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(chunkBytes);
      }
    }),
  );
});
