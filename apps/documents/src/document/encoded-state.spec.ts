import { sameJson } from '@app/json';
import type { JsonObject } from '@app/json';
import fc from 'fast-check';
import { encodedState } from './encoded-state';
import { entriesOf, isOfMembers, memberEntry, tagOf, wholeDigest } from './member-digests';

const keys = fc.constantFrom('a', 'b', '10', '9', '__proto__', 'é', '\u{1F4E6}', '');
const states = fc.dictionary(keys, fc.jsonValue({ maxDepth: 3 }), {
  noNullPrototype: true,
}) as fc.Arbitrary<JsonObject>;
const read = (text: string): JsonObject => JSON.parse(text) as JsonObject;
/** Equal, with the members of the state in another order. */
const reversed = (state: JsonObject): JsonObject => {
  const members = Object.entries(state).reverse();
  return read(`{${members.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`);
};

it('gives two states one digest when they are equal, and only then', () => {
  fc.assert(
    fc.property(states, states, (a, b) => {
      const stored = read(encodedState(a).text);
      expect(encodedState(a).text).toBe(JSON.stringify(a));
      expect(encodedState(stored)).toEqual(encodedState(a));
      expect(encodedState(reversed(a)).digest).toBe(encodedState(a).digest);
      const same = sameJson(stored, read(encodedState(b).text));
      expect(encodedState(a).digest === encodedState(b).digest).toBe(same);
      expect(wholeDigest(a) === wholeDigest(reversed(b))).toBe(same);
    }),
    { numRuns: 500 },
  );
});

it('gives two members one digest when their names and values are equal, and only then', () => {
  const entryOf = (state: JsonObject, name: string) => memberEntry(state, encodedState(state), name);
  fc.assert(
    fc.property(states, states, keys, (a, b, name) => {
      const same =
        Object.hasOwn(a, name) === Object.hasOwn(b, name) && sameJson(read(JSON.stringify(a))[name], b[name]);
      expect(entryOf(a, name) === entryOf(reversed(b), name)).toBe(same);
      const kept = entriesOf(encodedState(a).digest).filter(({ tag }) => tag === tagOf(name));
      expect(kept.map(({ entry }) => entry)).toEqual(Object.hasOwn(a, name) ? [entryOf(a, name)] : []);
    }),
    { numRuns: 500 },
  );
});

it.each([
  ['{"a":{"c":1,"b":[{"y":1,"x":2}]}}', '{"a":{"b":[{"x":2,"y":1}],"c":1}}'],
  ['{"n":1e2,"z":-0}', '{"z":0,"n":100.0}'],
  ['{"n":1e21}', '{"n":1000000000000000000000}'],
])('%s is %s', (a, b) => {
  expect(encodedState(read(a)).digest).toBe(encodedState(read(b)).digest);
  expect(wholeDigest(read(a))).toBe(wholeDigest(read(b)));
});

const wide = (members: number, at = 0): JsonObject =>
  Object.fromEntries(Array.from({ length: members }, (_, n) => [`n${n + at}`, n]));

it('keeps 18 bytes a member and one, of up to 64 members; of more 16 bytes in all, as builds before did of each state', () => {
  for (const members of [0, 1, 64]) {
    const { digest } = encodedState(wide(members));
    expect([digest.length / 2, isOfMembers(digest)]).toEqual([1 + 18 * members, true]);
  }
  const many = wide(65);
  const encoded = encodedState(many);
  expect(encoded.digest).toBe(wholeDigest(reversed(many)));
  expect([encoded.digest.length / 2, isOfMembers(encoded.digest)]).toEqual([16, false]);
  expect(memberEntry(many, encoded, 'n7')).toBe(memberEntry(wide(8), encodedState(wide(8)), 'n7'));
  expect(memberEntry(many, encoded, 'n65')).toBeUndefined();
});
