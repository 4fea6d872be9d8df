import fc from 'fast-check';
import { jsonBytes } from './json-bytes';

it.each<[unknown, number]>([
  [1e308, 309],
  [-1e308, 310],
  [1.5e300, 301],
  [5e-324, 326],
  [1.5e-7, 10],
  [-1.5e-7, 11],
  [1e21, 22],
  [123456, 6],
  ['e-mail 1e+300', 15],
  [{ 'e-': [1e308, 'e+'] }, 323],
])('%j takes %d bytes in plain digits', (value, bytes) => expect(jsonBytes(value)).toBe(bytes));

it('counts every other value as JSON writes it', () => {
  const value = fc.jsonValue({ noUnicodeString: false });
  fc.assert(
    fc.property(value, (json) => {
      const text = JSON.stringify(json);
      fc.pre(!/\de[+-]\d/.test(text));
      expect(jsonBytes(json)).toBe(Buffer.byteLength(text));
    }),
  );
});
