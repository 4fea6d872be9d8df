import fc from 'fast-check';
import { shownVersion, storedVersion } from './copied-version';

const version = fc.integer({ min: 1, max: 999_999 });

describe('versions of a copy', () => {
  it("are the judgment's own without a copy", () => {
    expect([storedVersion(null, 7), shownVersion(null, 7)]).toEqual([7, 7]);
  });

  it("show the copy's own numbers, and never collide with a number of the template [TPL-12]", () => {
    fc.assert(
      fc.property(version, version, version, (stored, shown, later) => {
        const copied = { stored, shown };
        expect(storedVersion(copied, shown)).toBe(stored);
        expect(shownVersion(copied, stored)).toBe(shown);
        const own = shown + later;
        expect(storedVersion(copied, own)).toBeGreaterThan(999_999);
        expect(shownVersion(copied, storedVersion(copied, own))).toBe(own);
      }),
    );
  });
});
