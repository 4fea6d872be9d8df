import { difference } from './difference';

const exact = { abs: 0, rel: 0 };

describe('difference', () => {
  it('allows abs + rel * |want|, and no more', () => {
    const tolerance = { abs: 0.1, rel: 0.1 };
    expect(difference({ a: [1.2] }, { a: [1] }, tolerance)).toBeUndefined();
    expect(difference({ a: [1.21] }, { a: [1] }, tolerance)).toBe('/a/0: got 1.21, want 1');
    expect(difference(NaN, 1, tolerance)).toBeDefined();
  });

  it('requires equality of everything else', () => {
    expect(difference('0.0020', '0.002', { abs: 1, rel: 1 })).toBeDefined();
    expect(difference({ a: 1, b: 2 }, { a: 1 }, exact)).toBe('/b: got 2, want undefined');
    expect(difference([], {}, exact)).toBeDefined();
    expect(difference([1], [1, 2], exact)).toBe('/1: got undefined, want 2');
  });
});
