import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { boundWords, formWords } from './bound-words';

/** Every pattern below a value; ids of events stand in what the service sends alone. */
function patternsIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  const own = (value as { pattern?: unknown }).pattern;
  return [...(typeof own === 'string' ? [own] : []), ...Object.values(value).flatMap(patternsIn)];
}

it('says what a text must be without its pattern, for each that a request of the API has [defect E-L5]', () => {
  const api = JSON.parse(readFileSync(join(__dirname, '../../../docs/api/openapi.json'), 'utf8')) as object;
  const patterns = [...new Set(patternsIn(api))].filter((pattern) => pattern !== '^evt_');
  expect(patterns.length).toBeGreaterThan(8);
  for (const pattern of patterns)
    expect([pattern, formWords(pattern)]).toEqual([pattern, expect.not.stringContaining('must match')]);
});

it('says how a value leaves its bound', () => {
  const words = (keyword: string, limit: number) => boundWords({ keyword, params: { limit } });
  expect(words('minLength', 1)).toBe('must not be empty');
  expect(words('maxLength', 256)).toBe('must have at most 256 characters');
  expect(words('minItems', 2)).toBe('must have at least 2 items');
  expect(words('maxItems', 1)).toBe('must have at most 1 item');
  expect(words('maximum', 100)).toBe('must be at most 100');
  expect(words('exclusiveMinimum', 0)).toBe('must be greater than 0');
  expect(boundWords({ keyword: 'const', params: {}, message: 'must be equal to constant' })).toBe(
    'must be equal to constant',
  );
});
