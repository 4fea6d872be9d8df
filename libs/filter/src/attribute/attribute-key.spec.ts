import fc from 'fast-check';
import { attributeKeys, intersect, keyRange, scalarKey, scalarOf } from './attribute-key';

const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const text = fc.string({ unit: 'binary' });
const sign = (order: number) => Math.sign(order);
const inside = (value: string | number | boolean, { from, to }: { from: Buffer; to: Buffer }) => {
  const key = scalarKey(value);
  return Buffer.compare(key, from) >= 0 && Buffer.compare(key, to) < 0;
};

describe('attribute keys', () => {
  it('have the order of their values', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(sign(Buffer.compare(scalarKey(a), scalarKey(b)))).toBe(a === b ? 0 : a < b ? -1 : 1);
      }),
    );
    fc.assert(
      fc.property(text, text, (a, b) => {
        const bytes = sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
        expect(sign(Buffer.compare(scalarKey(a), scalarKey(b)))).toBe(bytes);
      }),
    );
    expect(scalarKey(-0)).toEqual(scalarKey(0));
  });

  it('give back their value', () => {
    fc.assert(
      fc.property(fc.oneof(number, fc.string({ unit: 'grapheme' }), fc.boolean()), (value) => {
        expect(scalarOf(scalarKey(value))).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  it('lie in the range of a comparison exactly when the value fulfils it', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(inside(a, keyRange('gt', b))).toBe(a > b);
        expect(inside(a, keyRange('gte', b))).toBe(a >= b);
        expect(inside(a, keyRange('lt', b))).toBe(a < b);
        expect(inside(a, keyRange('lte', b))).toBe(a <= b);
        expect(inside(a, intersect([keyRange('gte', b), keyRange('lte', b)]))).toBe(a === b);
        expect(inside(String(a), keyRange('gte', b))).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', maxLength: 2 }), (a, b) => {
        expect(inside(a, keyRange('prefix', b))).toBe(
          Buffer.from(a).subarray(0, Buffer.byteLength(b)).equals(Buffer.from(b)),
        );
        expect(inside(b + a, keyRange('prefix', b))).toBe(true);
      }),
    );
  });

  it('are one for a scalar, one for each distinct element, and none for null', () => {
    expect(attributeKeys(null)).toEqual([]);
    expect(attributeKeys([])).toEqual([]);
    expect(attributeKeys('a')).toHaveLength(1);
    expect(attributeKeys(['a', 'b', 'a'])).toHaveLength(2);
    expect(attributeKeys(['a'])).not.toEqual(attributeKeys('a'));
  });
});
