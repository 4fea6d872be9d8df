import fc from 'fast-check';
import { formatDocumentPath, joinKeys, parseDocumentPath, splitKeys } from './path';
import { compileReadPaths, compileInvalidation, invalidates } from './invalidation';

const json = fc.dictionary(fc.constantFrom('a', 'b', 'a.b'), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });

describe('paths', () => {
  it('parse back to the keys that they were formatted from', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 0, unit: 'grapheme' }), { minLength: 1, maxLength: 4 }), (keys) => {
        expect(splitKeys(joinKeys(keys))).toEqual(keys);
        if (joinKeys(keys).length > 1_000) return;
        const text = formatDocumentPath({ root: 'state', keys });
        expect(formatDocumentPath(parseDocumentPath(text, ''))).toBe(text);
      }),
    );
  });

  it.each([
    '',
    'state',
    'state.',
    'state.a.',
    'state."a',
    'state."a"b',
    'state."\\u0000"',
    'state."\\ud800"',
    'attributes.a.b',
    'attributes.',
    'x.y',
    'answers.j.p',
  ])('refuses %j', (text) => expect(() => parseDocumentPath(text, '/p')).toThrow('no path'));
});

describe('invalidates', () => {
  const document = (state: object) => ({ attributes: {}, state: state as Record<string, unknown> });
  const paths = compileReadPaths(['state.messages.text', 'attributes.total']);

  it('is true for a change at a read path only [FRS-04]', () => {
    const before = document({ messages: [{ text: 'a', seen: false }], other: 1 });
    expect(invalidates(before, document({ messages: [{ text: 'a', seen: true }], other: 2 }), paths)).toBe(false);
    expect(invalidates(before, document({ messages: [{ text: 'b', seen: false }], other: 1 }), paths)).toBe(true);
    expect(invalidates(before, document({ messages: [{ text: 'a' }, {}] }), paths)).toBe(true);
    expect(invalidates(before, { ...before, attributes: { total: 1 } }, paths)).toBe(true);
    expect(invalidates(null, before, paths)).toBe(true);
  });

  it('is false for equal documents, symmetric, and the same for many judgments at once', () => {
    const all = ['state.a', 'state.a.b', 'state."a.b"', 'state.b.a.b'];
    const judgments = all.map((path) => ({ readPaths: [path, 'state.zzz'] }));
    const invalidated = compileInvalidation(judgments);
    fc.assert(
      fc.property(json, json, (one, other) => {
        const [before, after] = [document(one), document(other)];
        expect(invalidated(before, document(structuredClone(one)))).toEqual([]);
        const single = judgments.map(({ readPaths }) => invalidates(before, after, compileReadPaths(readPaths)));
        expect(invalidated(before, after)).toEqual(single.flatMap((hit, index) => (hit ? [index] : [])));
        expect(invalidated(after, before)).toEqual(invalidated(before, after));
      }),
    );
  });
});
