import { Named, Queryable, Vault } from '@app/persistence';
import { KeptResponse, openResponse } from './kept-response.store';
import type { Claim, KeyedRequest } from './keyed-request';

export type { Claim, KeyedRequest } from './keyed-request';

/** An attempt to run a keyed request. */
export interface Attempt extends KeyedRequest {
  /** SHA-256 of the request. */
  fingerprint: Buffer;
  /** The id of the claim, should it be a new one. Asking again with the same id finds the claim that the first time made. */
  claimId: string;
}

/**
 * run: this attempt may run. replay: an earlier attempt succeeded. running: another attempt runs. reused: the key belongs
 * to another request.
 */
export type ClaimAttempt =
  { kind: 'run'; claim: Claim } | { kind: 'replay'; response: KeptResponse } | { kind: 'running' } | { kind: 'reused' };

interface Row extends KeyedRequest {
  fingerprint: Buffer;
  status: number | null;
  is_kept: boolean;
  /** Null also for a response that is larger than was asked for. */
  response: Buffer | null;
}

const leaseSeconds = 40;
const tries = 3;
/** Larger than any response. */
const anyBytes = 2 ** 30;

// A row may be taken when its lease ran out or its response is a day old. The same request keeps the claim id, so that an
// owner that did commit returns the response that it kept; any other request gets a new claim id. An attempt that asks
// again, because the answer to its statement was lost, finds a row with its own claim id.
const take: Named = {
  name: 'idempotency-claim',
  text: `insert into idempotency as i (organization, key, fingerprint, claim_id, lease_until)
         select organization, key, fingerprint, claim_id, app.now() + make_interval(secs => ${leaseSeconds})
         from unnest($1::text[], $2::text[], $3::bytea[], $4::text[]) as asked (organization, key, fingerprint, claim_id)
         on conflict (organization, key) do update set
           claim_id = case when i.response is null and i.fingerprint = excluded.fingerprint
                           then i.claim_id else excluded.claim_id end,
           fingerprint = excluded.fingerprint, lease_until = excluded.lease_until,
           status = null, response = null, committed_at = null
         where case when i.response is null then i.lease_until <= app.now() or i.claim_id = excluded.claim_id
                    else i.committed_at <= app.now() - interval '24 hours' end
         returning organization, key, claim_id`,
};
const find: Named = {
  name: 'idempotency-find',
  text: `select i.organization, i.key, i.fingerprint, i.status, i.response is not null as is_kept,
           case when octet_length(i.response) <= $3 then i.response end as response
         from unnest($1::text[], $2::text[]) as asked (organization, key)
         join idempotency i on i.organization = asked.organization and i.key = asked.key`,
};
const drop: Named = {
  name: 'idempotency-drop',
  text: 'delete from idempotency where organization = $1 and key = $2 and claim_id = $3 and response is null',
};
const release: Named = {
  name: 'idempotency-release',
  text: `update idempotency set lease_until = app.now()
         where organization = $1 and key = $2 and claim_id = $3 and response is null`,
};

/** Claims a keyed request for 40 s, by the database's clock. @param vault opens a kept response */
export async function claimRequest(database: Queryable, vault: Vault, attempt: Attempt): Promise<ClaimAttempt> {
  for (let turn = 0; turn < tries; turn++) {
    const [outcome] = await claimTogether(database, vault, [attempt], anyBytes);
    if (outcome) return outcome;
  }
  return { kind: 'running' };
}

/**
 * Claims keyed requests as `claimRequest` does each, in one statement, and one more when some of them may not run.
 * @param maxResponseBytes of a kept response, sealed
 * @returns in the order of the attempts; undefined for one that must ask alone: its kept response is larger, or the
 * request that held its key was dropped between the two statements
 */
export async function claimTogether(
  database: Queryable,
  vault: Vault,
  attempts: readonly Attempt[],
  maxResponseBytes: number,
): Promise<(ClaimAttempt | undefined)[]> {
  // One statement may touch a row once: the first attempt with a key claims it, and the others find its claim.
  const first = new Map<string, Attempt>();
  for (const attempt of attempts) if (!first.has(idOf(attempt))) first.set(idOf(attempt), attempt);
  // Statements that take rows in one order cannot wait for each other in a circle.
  const asked = [...first.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, attempt]) => attempt);
  const taken = await database.query<KeyedRequest & { claim_id: string }>(take, [
    ...identities(asked),
    asked.map(({ fingerprint }) => fingerprint),
    asked.map(({ claimId }) => claimId),
  ]);
  const claims = new Map(taken.rows.map((row) => [idOf(row), row.claim_id]));
  const mayRun = (attempt: Attempt): boolean => claims.has(idOf(attempt)) && first.get(idOf(attempt)) === attempt;
  const others = attempts.filter((attempt) => !mayRun(attempt));
  const rows = await findRows(database, others, maxResponseBytes);
  return attempts.map((attempt) => {
    const { organization, key } = attempt;
    if (mayRun(attempt)) return { kind: 'run', claim: { organization, key, effectId: claims.get(idOf(attempt))! } };
    const row = rows.get(idOf(attempt));
    return row && outcomeOf(row, vault, attempt);
  });
}

async function findRows(
  database: Queryable,
  requests: readonly KeyedRequest[],
  maxResponseBytes: number,
): Promise<Map<string, Row>> {
  if (requests.length === 0) return new Map();
  const { rows } = await database.query<Row>(find, [...identities(requests), maxResponseBytes]);
  return new Map(rows.map((row) => [idOf(row), row]));
}

function outcomeOf(row: Row, vault: Vault, { fingerprint }: Attempt): ClaimAttempt | undefined {
  if (!row.fingerprint.equals(fingerprint)) return { kind: 'reused' };
  if (!row.is_kept || row.status === null) return { kind: 'running' };
  if (row.response === null) return undefined;
  return { kind: 'replay', response: { status: row.status, body: openResponse(vault, row, row.response) } };
}

/** Drops the claim of a request that was refused: a retry runs as a new request. */
export async function dropClaim(database: Queryable, { organization, key, effectId }: Claim): Promise<void> {
  await database.query(drop, [organization, key, effectId]);
}

/** Ends the lease of a request with an unknown outcome: a retry runs at once, under the same claim id. */
export async function releaseClaim(database: Queryable, { organization, key, effectId }: Claim): Promise<void> {
  await database.query(release, [organization, key, effectId]);
}

/** Deletes rows that can no longer be replayed. @returns their number */
export async function sweepClaims(database: Queryable): Promise<number> {
  const { rowCount } = await database.query(
    `delete from idempotency where lease_until < app.now() - interval '25 hours'
     and (committed_at is null or committed_at < app.now() - interval '25 hours')`,
  );
  return rowCount ?? 0;
}

/** The key of a request's row as one text; no organization's id holds a space. */
function idOf({ organization, key }: KeyedRequest): string {
  return `${organization} ${key}`;
}

function identities(requests: readonly KeyedRequest[]): [string[], string[]] {
  return [requests.map(({ organization }) => organization), requests.map(({ key }) => key)];
}
