import fc from 'fast-check';
import { maxContainers, scanJson } from './json-scan';
import { readJson } from './read-json';

const reasonOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as { details: { reason?: string } }).details.reason;
  }
};
const read = (text: string): object => readJson(Buffer.from(text));
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('reading JSON', () => {
  it('reads what JSON.stringify writes and changes nothing', () => {
    const value = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5, noUnicodeString: false }));
    fc.assert(
      fc.property(value, (given) => {
        const text = JSON.stringify(given);
        const clean = !text.includes('\\u0000') && !text.includes('__proto__') && !/\\u[dD][89a-fA-F]/.test(text);
        fc.pre(clean && !hasHuge(given));
        expect(read(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['', 'bad_json'],
    ['nonsense', 'bad_json'],
    ['"x"', 'bad_type'],
    ['[1]', 'bad_type'],
    ['null', 'bad_type'],
    ['{"a":"\\u0000"}', 'bad_encoding'],
    ['{"a\\u0000":1}', 'bad_encoding'],
    ['{"a":"\\ud800"}', 'bad_encoding'],
    ['{"a":"\\udc00x"}', 'bad_encoding'],
    ['{"a":"\\ud83d\\ude00"}', undefined],
    ['{"a":"\\\\u0000"}', undefined],
    ['{"a":9007199254740991}', undefined],
    ['{"a":9007199254740992}', undefined],
    ['{"a":9007199254740993}', 'number_precision'],
    ['{"a":-9007199254740993}', 'number_precision'],
    ['{"a":[{"b":12345678901234567890}]}', 'number_precision'],
    ['{"a":1e300}', undefined],
    ['{"a":0.1234567890123456789}', undefined],
    ['{"a":"12345678901234567890"}', undefined],
    ['{"a":"x\\"12345678901234567890"}', undefined],
    ['{"a":1e400}', 'bad_number'],
    ['{"a":-1e400}', 'bad_number'],
    ['{"a":{"__proto__":1}}', 'unknown_field'],
    ['{"a":"__proto__"}', undefined],
    [nested(32), undefined],
    [nested(33), 'too_deep'],
    [`{"a":${'['.repeat(200_000)}`, 'too_deep'],
    [`{"a":"${'['.repeat(100)}"}`, undefined],
    [`{"a":"${'\\\\'.repeat(40)}"}`, undefined],
    [`{"a":"${'\\"'.repeat(40)}[[["}`, undefined],
  ])('%.40s: %s', (text, reason) => expect(reasonOf(() => read(text))).toBe(reason));

  it.each([
    ['9007199254740993.0', 'number_precision'],
    ['-9007199254740993.00', 'number_precision'],
    ['9.007199254740993e15', 'number_precision'],
    ['12345678901234567890.0', 'number_precision'],
    ['9007199254740992.5', 'number_precision'],
    ['12345678901234567168', 'number_precision'],
    ['9'.repeat(400), 'number_precision'],
    ['9.007199254740992e15', undefined],
    ['10000000000000000', undefined],
    ['1e16', undefined],
    ['10000000000000000.000', undefined],
    ['12345678901234567000', undefined],
    ['0001', 'bad_json'],
  ])('looks at the value of %.30s and not at its spelling: %s [defect W-M7] [defect S-L7]', (literal, reason) => {
    expect(reasonOf(() => read(`{"a":${literal}}`))).toBe(reason);
  });

  it('takes again every number that it read, as the service writes it [defect W-M7]', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const plain = `{"a":${plainOf(number)}}`;
        expect(read(plain)).toEqual({ a: Number(plainOf(number)) });
        expect(read(JSON.stringify({ a: number }))).toEqual(JSON.parse(JSON.stringify({ a: number })));
      }),
      { numRuns: 2000 },
    );
  });

  it('names the path of a number that parsing would round', () => {
    try {
      read('{"upsert":[{"state":{"a/b":[1,9007199254740993]}}]}');
    } catch (error) {
      expect(error).toMatchObject({ details: { path: '/upsert/0/state/a~1b/1' } });
    }
    expect.assertions(1);
  });

  it('refuses a byte order mark and bytes that are not UTF-8', () => {
    for (const hex of ['efbbbf7b7d', '7b2261223a22ff227d', '7b2261223a22eda080227d', 'fffe7b007d00'])
      expect(reasonOf(() => scanJson(Buffer.from(hex, 'hex')))).toBe('bad_encoding');
  });

  it('returns or throws a Problem for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const reason = reasonOf(() => readJson(Buffer.from(bytes)));
        expect(typeof reason === 'string' || reason === undefined).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});

/** A number in plain digits, as Postgres prints it. */
function plainOf(number: number): string {
  const [mantissa, exponent] = String(number).split('e');
  if (exponent === undefined) return mantissa === '-0' ? '0' : mantissa;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole, fraction = ''] = mantissa.replace('-', '').split('.');
  const power = Number(exponent);
  if (power < 0) return `${sign}0.${'0'.repeat(-power - 1)}${whole}${fraction}`;
  return `${sign}${whole}${fraction.padEnd(power, '0')}`;
}

function hasHuge(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasHuge);
}

it('refuses a body of more objects and arrays than memory has room for [defect S-M5]', () => {
  const holding = (count: number): string => `{"a":[${'[],'.repeat(count - 3)}{}]}`;
  expect(reasonOf(() => scanJson(Buffer.from(holding(maxContainers))))).toBeUndefined();
  expect(reasonOf(() => scanJson(Buffer.from(holding(maxContainers + 1))))).toBe('values');
});
