import fc from 'fast-check';
import { JsonObject, isObject, mergePatch, sameJson } from './index';

const json = fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), fc.jsonValue({ maxDepth: 2 }), {
  noNullPrototype: true,
});
const parse = (text: string) => JSON.parse(text) as JsonObject;

describe('mergePatch', () => {
  it('is RFC 7396: null removes, objects merge, the rest replaces', () => {
    expect(mergePatch({ a: { b: 1, c: 2 }, d: [1] }, { a: { b: null, e: { f: null } }, d: [2] })).toEqual({
      a: { c: 2, e: {} },
      d: [2],
    });
    const own = mergePatch({}, parse('{"__proto__": {"x": 1}}'));
    expect(JSON.stringify(own)).toBe('{"__proto__":{"x":1}}');
  });

  it('changes nothing the second time [GEN-06]', () => {
    fc.assert(
      fc.property(json, json, (target, patch) => {
        const once = mergePatch(target, patch);
        expect(sameJson(mergePatch(once, patch), once)).toBe(true);
      }),
    );
  });
});

describe('sameJson', () => {
  it('ignores the order of members and keeps the order of arrays', () => {
    expect(sameJson(parse('{"a":1,"b":[1,2]}'), parse('{"b":[1,2],"a":1}'))).toBe(true);
    expect(sameJson([1, 2], [2, 1])).toBe(false);
    expect(sameJson({ a: null }, {})).toBe(false);
    expect(sameJson({}, [])).toBe(false);
    expect(sameJson(parse('{"__proto__":1}'), {})).toBe(false);
  });

  it('agrees with the text of sorted members', () => {
    const sorted = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(sorted)
        : isObject(value)
          ? Object.entries(value)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, member]) => ({ key, member: sorted(member) }))
          : value;
    const text = (value: unknown) => JSON.stringify(sorted(value));
    fc.assert(fc.property(json, json, (a, b) => expect(sameJson(a, b)).toBe(text(a) === text(b))));
  });
});
