import { openFreshDatabase } from '@app/testing';
import { Database } from '../database/database';
import { emptySchema } from '../schema/sql-schema';
import { textArray } from './text-array';

let database: Database;
beforeAll(async () => {
  database = await openFreshDatabase({ service: 'documents', settings: {}, sql: emptySchema });
});
afterAll(() => database?.close());

const unnest = { name: 'spec-unnest', text: 'select text from unnest($1::text[]) as text' };
const through = async (array: string[] | Buffer) =>
  (await database.query<{ text: string }>(unnest, [array])).rows.map(({ text }) => text);

describe('an array of texts', () => {
  it.each([
    ['quotes, backslashes, braces and commas', ['{"a":"b\\"c"}', '\\', '{,}', '"', 'NULL', '']],
    ['characters of one to four bytes', ['a', 'é', '€', '😀', 'line\nline\t', '\u2028']],
    ['a half of a surrogate pair', ['\ud83d', 'a\udc00b']],
    ['one text of a megabyte', ['€'.repeat(350_000)]],
    ['no text', []],
  ])('says to Postgres what the array of `pg` says, with %s', async (_, texts) => {
    const [own, theirs] = [await through(textArray(texts)), await through(texts)];
    expect(own).toEqual(theirs);
    expect(own).toHaveLength(texts.length);
  });

  it('is refused with a character that Postgres does not keep, as the array of `pg` is', async () => {
    await expect(through(textArray(['a\0b']))).rejects.toThrow();
    await expect(through(['a\0b'])).rejects.toThrow();
  });
});
