import { AlternativesQuote } from '@app/contracts/calibration';
import { Named, Queryable, Tx } from '@app/persistence';
import { TableKey, tableValues } from '../sample/key';

/** What a quote says beside its generation. */
export type QuoteBody = Omit<AlternativesQuote, 'status' | 'generation' | 'computed_at'>;

/** The quote of a judgment. Its number moves whenever the fingerprint does. */
export interface QuoteRow extends TableKey {
  name: string;
  generation: string;
  fingerprint: Buffer;
  status: 'quoting' | 'ready';
  computed_at: Date | null;
  body: QuoteBody | null;
}

const columns = `organization, judgment_id, scope, name, generation, fingerprint, status, computed_at, body`;
/** Seconds for which one process prices a quote. */
const leaseS = 60;
/** The rest after a failure doubles from 1 s up to about a minute. */
const rest = 'make_interval(secs => 2 ^ least(attempts, 6))';

const settle: Named = {
  name: 'alternative-quote-settle',
  text: `
    with moved as (
      insert into alternative_quote as q (organization, judgment_id, scope, name, generation, fingerprint, status, moved_at)
      values ($1, $2, $3, $4, 1, $5, 'quoting', app.now())
      on conflict (organization, judgment_id, scope) do update set generation = q.generation + 1,
        fingerprint = excluded.fingerprint, name = excluded.name, status = 'quoting', moved_at = app.now(), attempts = 0,
        lease_until = null
        where q.fingerprint is distinct from excluded.fingerprint
      returning ${columns})
    select ${columns} from moved union all
    select ${columns} from alternative_quote where organization = $1 and judgment_id = $2 and scope = $3
      and not exists (select from moved)`,
};

const find: Named = {
  name: 'alternative-quote-find',
  text: `select ${columns} from alternative_quote where organization = $1 and judgment_id = $2 and scope = $3`,
};

const waiting = `from alternative_quote where status = 'quoting' and (lease_until is null or lease_until < app.now())`;

/** Select that finds a row when a quote waits for its price. */
export const waitingQuotes = `select ${waiting}`;

const claim: Named = {
  name: 'alternative-quote-claim',
  text: `
    update alternative_quote set attempts = attempts + 1, lease_until = app.now() + make_interval(secs => ${leaseS})
    where (organization, judgment_id, scope) = (
      select organization, judgment_id, scope ${waiting}
      order by moved_at limit 1 for update skip locked)
    returning ${columns}`,
};

/** A price of an earlier generation is dropped: `fingerprint` says what was priced. */
const price: Named = {
  name: 'alternative-quote-price',
  text: `
    update alternative_quote set status = 'ready', computed_at = app.now(), body = $6, priced = $7, lease_until = null
    where organization = $1 and judgment_id = $2 and scope = $3 and generation = $4 and fingerprint = $5
      and status = 'quoting'`,
};

const release: Named = {
  name: 'alternative-quote-release',
  text: `
    update alternative_quote set lease_until = app.now() + ${rest}
    where organization = $1 and judgment_id = $2 and scope = $3 and generation = $4 and status = 'quoting'`,
};

const move: Named = {
  name: 'alternative-quote-move',
  text: `
    update alternative_quote set generation = generation + 1, status = 'quoting', moved_at = app.now(), attempts = 0,
      lease_until = null
    where organization = $1 and judgment_id = $2 and scope = $3 and generation = $4`,
};

const priced: Named = {
  name: 'alternative-quote-priced',
  text: `
    select ${columns}, priced from alternative_quote where organization = $1 and judgment_id = $2 and scope = $3
      and generation = $4 and status = 'ready'`,
};

const lock: Named = {
  name: 'alternative-quote-lock',
  text: `
    select from alternative_quote where organization = $1 and judgment_id = $2 and scope = $3
      and generation = $4 and status = 'ready' for update`,
};

/** The quote of a fingerprint: another one than before moves the generation and has it priced anew. */
export async function settleQuote(on: Queryable, key: TableKey, name: string, fingerprint: Buffer): Promise<QuoteRow> {
  const { rows } = await on.query<QuoteRow>(settle, [...tableValues(key), name, fingerprint]);
  // Two reads that move it at once: the second statement saw neither the old row nor its own.
  return rows[0] ?? settleQuote(on, key, name, fingerprint);
}

export async function findQuote(from: Queryable, key: TableKey): Promise<QuoteRow | null> {
  return (await from.query<QuoteRow>(find, tableValues(key))).rows[0] ?? null;
}

/** The quote that waits longest for its price, held by the caller for a minute; null when none waits. */
export async function claimQuote(on: Queryable): Promise<QuoteRow | null> {
  return (await on.query<QuoteRow>(claim)).rows[0] ?? null;
}

/** @returns false when the quote moved meanwhile: the price is of what was, and is dropped */
export async function priceQuote(on: Queryable, quote: QuoteRow, body: QuoteBody, plan: Buffer): Promise<boolean> {
  const values = [...tableValues(quote), quote.generation, quote.fingerprint, JSON.stringify(body), plan];
  return (await on.query(price, values)).rowCount === 1;
}

/** Gives a quote back after a failure. */
export async function releaseQuote(on: Queryable, quote: QuoteRow): Promise<void> {
  await on.query(release, [...tableValues(quote), quote.generation]);
}

/** Has a generation priced anew whose prices no longer hold. */
export async function moveQuote(on: Queryable, key: TableKey, generation: string): Promise<void> {
  await on.query(move, [...tableValues(key), generation]);
}

/** A quote with the plan of its run. */
export type PricedQuote = QuoteRow & { priced: Buffer };

/** @returns null when the generation is not priced, or has moved */
export async function readPriced(from: Queryable, key: TableKey, generation: string): Promise<PricedQuote | null> {
  return (await from.query<PricedQuote>(priced, [...tableValues(key), generation])).rows[0] ?? null;
}

/** Keeps a quote from moving until the transaction ends. @returns false when it has moved */
export async function lockQuote(tx: Tx, key: TableKey, generation: string): Promise<boolean> {
  return (await tx.query(lock, [...tableValues(key), generation])).rowCount === 1;
}

/** Deletes quotes of judgments that are gone, some at a time. */
export async function dropQuote(on: Queryable, key: TableKey): Promise<void> {
  await on.query('delete from alternative_quote where organization = $1 and judgment_id = $2 and scope = $3', [
    ...tableValues(key),
  ]);
}
