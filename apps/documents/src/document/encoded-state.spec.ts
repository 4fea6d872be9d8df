import { sameJson } from '@app/json';
import type { JsonObject } from '@app/json';
import fc from 'fast-check';
import { encodedState } from './encoded-state';

const keys = fc.constantFrom('a', 'b', '10', '9', '__proto__', 'é');
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
      expect(encodedState(stored)).toEqual(encodedState(a));
      expect(encodedState(reversed(a)).digest).toBe(encodedState(a).digest);
      expect(encodedState(a).digest === encodedState(b).digest).toBe(
        sameJson(read(encodedState(a).text), read(encodedState(b).text)),
      );
    }),
    { numRuns: 500 },
  );
});

it.each([
  ['{"a":{"c":1,"b":[{"y":1,"x":2}]}}', '{"a":{"b":[{"x":2,"y":1}],"c":1}}'],
  ['{"n":1e2,"z":-0}', '{"z":0,"n":100.0}'],
])('%s is %s', (a, b) => {
  expect(encodedState(read(a)).digest).toBe(encodedState(read(b)).digest);
  expect(encodedState(read(a)).digest).toMatch(/^[0-9a-f]{32}$/);
});
