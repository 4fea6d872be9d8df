import { Database } from '@app/persistence';
import { openFreshDatabase } from '@app/testing';
import { calibrationSchema } from '../../app.schema';
import type { QuoteBody } from './quote.store';
import { claimQuote, findQuote, moveQuote, priceQuote, readPriced, settleQuote } from './quote.store';

const key = { organization: 'org', judgment_id: 'jdg', scope: 'acme/a' };
const [first, second] = [Buffer.from('first'), Buffer.from('second')];
const bodyOf = (labels: number): QuoteBody => ({
  labels,
  alternatives: [],
  judgment_units: 0,
  tokens: 0,
  cost_usd: 0,
  detectable: { log_loss: 0, auroc: null, k: 1 },
  new_providers: [],
  upstream: [],
  reason: null,
});
let database: Database;

beforeAll(async () => {
  database = await openFreshDatabase(calibrationSchema, 4);
});
afterAll(() => database.close());
beforeEach(() => database.query('delete from alternative_quote'));

/** Takes the quote that waits for its price. */
async function claimed() {
  const quote = await claimQuote(database);
  if (!quote) throw new Error('No quote waits for its price');
  return quote;
}

it('drops the price of an earlier generation, which ends after that of a newer one [ALT-36]', async () => {
  await settleQuote(database, key, 'late', first);
  const older = await claimed();
  await settleQuote(database, key, 'late', second);
  const newer = await claimed();
  expect([older.generation, newer.generation]).toEqual(['1', '2']);
  expect(await priceQuote(database, newer, bodyOf(2), second)).toBe(true);
  expect(await priceQuote(database, older, bodyOf(1), first)).toBe(false);
  expect(await findQuote(database, key)).toMatchObject({ generation: '2', status: 'ready', body: { labels: 2 } });
  expect(await readPriced(database, key, '1')).toBeNull();
  expect((await readPriced(database, key, '2'))?.priced).toEqual(second);
});

it('drops a price whose quote has moved under the same fingerprint, and has it priced anew [ALT-35] [ALT-36]', async () => {
  await settleQuote(database, key, 'late', first);
  const quote = await claimed();
  await moveQuote(database, key, quote.generation);
  expect(await priceQuote(database, quote, bodyOf(1), first)).toBe(false);
  expect(await findQuote(database, key)).toMatchObject({ generation: '2', status: 'quoting', body: null });
  expect((await claimed()).generation).toBe('2');
});

it('moves once for reads that find the same change at once, and by no read that finds none [ALT-36]', async () => {
  await settleQuote(database, key, 'late', first);
  const all = await Promise.all(Array.from({ length: 20 }, () => settleQuote(database, key, 'late', second)));
  expect(new Set(all.map(({ generation }) => generation))).toEqual(new Set(['2']));
  expect((await settleQuote(database, key, 'late', second)).generation).toBe('2');
  expect((await settleQuote(database, key, 'late', first)).generation).toBe('3');
});
