import { compileInvalidation } from '@app/definition';
import fc from 'fast-check';
import { compileInvalidationIndex } from './invalidation-index';

const json = fc.dictionary(fc.constantFrom('a', 'b', 'a.b', '__proto__'), fc.jsonValue({ maxDepth: 2 }), {
  noNullPrototype: true,
});
const document = fc.record({ attributes: fc.dictionary(fc.constantFrom('x', 'y'), fc.integer()), state: json });
const paths = ['state.a', 'state.a.b', 'state."a.b"', 'state.b', 'state.__proto__', 'attributes.x', 'updated_at', 'id'];

it('finds the same judgments as comparing every path [FRS-04]', () => {
  const judgments = fc.array(fc.record({ readPaths: fc.subarray(paths) }), { minLength: 1, maxLength: 6 });
  let some = 0;
  fc.assert(
    fc.property(judgments, document, document, (known, before, after) => {
      const found = compileInvalidationIndex(known)(before, after);
      expect(found).toEqual(compileInvalidation(known)(before, after));
      if (found.length > 0 && found.length < known.length) some += 1;
    }),
    { numRuns: 1000 },
  );
  expect(some).toBeGreaterThan(50);
  expect(compileInvalidationIndex([{ readPaths: [] }])(null, { attributes: {}, state: {} })).toEqual([0]);
});
