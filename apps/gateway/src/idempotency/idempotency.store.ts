import { Named, Queryable, SealedTable, Vault, newId } from '@app/persistence';

/** A keyed request: an organization and its `Idempotency-Key`. */
export interface KeyedRequest {
  organization: string;
  key: string;
}

/** The right to run a keyed request. Its id travels to the owner as the effect id. */
export interface Claim extends KeyedRequest {
  effectId: string;
}

export interface KeptResponse {
  status: number;
  body: Buffer;
}

/**
 * run: this attempt may run. replay: an earlier attempt succeeded. running: another attempt runs. reused: the key belongs
 * to another request.
 */
export type ClaimAttempt =
  { kind: 'run'; claim: Claim } | { kind: 'replay'; response: KeptResponse } | { kind: 'running' } | { kind: 'reused' };

interface Row {
  fingerprint: Buffer;
  status: number | null;
  response: Buffer | null;
}

const leaseSeconds = 40;
const attempts = 3;

// A row may be taken when its lease ran out or its response is a day old. The same request keeps the claim id, so that an
// owner that did commit returns the response that it kept; any other request gets a new claim id.
const take: Named = {
  name: 'idempotency-claim',
  text: `insert into idempotency as i (organization, key, fingerprint, claim_id, lease_until)
         values ($1, $2, $3, $4, app.now() + make_interval(secs => ${leaseSeconds}))
         on conflict (organization, key) do update set
           claim_id = case when i.response is null and i.fingerprint = $3 then i.claim_id else $4 end,
           fingerprint = $3, lease_until = app.now() + make_interval(secs => ${leaseSeconds}),
           status = null, response = null, committed_at = null
         where case when i.response is null then i.lease_until <= app.now()
                    else i.committed_at <= app.now() - interval '24 hours' end
         returning claim_id`,
};
const find: Named = {
  name: 'idempotency-find',
  text: 'select fingerprint, status, response from idempotency where organization = $1 and key = $2',
};
const keep: Named = {
  name: 'idempotency-keep',
  text: `update idempotency set status = $4, response = $5, committed_at = coalesce($6::timestamptz, app.now())
         where organization = $1 and key = $2 and claim_id = $3`,
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

/**
 * Claims a keyed request for 40 s, by the database's clock.
 * @param vault opens a kept response
 * @param fingerprint SHA-256 of the request
 */
export async function claimRequest(
  database: Queryable,
  vault: Vault,
  request: KeyedRequest,
  fingerprint: Buffer,
): Promise<ClaimAttempt> {
  const { organization, key } = request;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const taken = await database.query<{ claim_id: string }>(take, [organization, key, fingerprint, newId('clm')]);
    if (taken.rows.length > 0) return { kind: 'run', claim: { organization, key, effectId: taken.rows[0].claim_id } };
    const { rows } = await database.query<Row>(find, [organization, key]);
    // Another request failed and dropped the row between the two statements, so this one may run.
    if (rows.length === 0) continue;
    return attemptOf(rows[0], vault, request, fingerprint);
  }
  return { kind: 'running' };
}

function attemptOf(row: Row, vault: Vault, { organization, key }: KeyedRequest, fingerprint: Buffer): ClaimAttempt {
  if (!row.fingerprint.equals(fingerprint)) return { kind: 'reused' };
  if (row.response === null || row.status === null) return { kind: 'running' };
  const body = vault.open(row.response, sealingContext(organization, key));
  return { kind: 'replay', response: { status: row.status, body } };
}

/** Keeps the response of a request that succeeded. @param committedAt when the owner committed; now when left out */
export async function keepResponse(
  database: Queryable,
  vault: Vault,
  { organization, key, effectId }: Claim,
  { status, body }: KeptResponse,
  committedAt?: string,
): Promise<void> {
  const sealed = vault.seal(body, sealingContext(organization, key));
  await database.query(keep, [organization, key, effectId, status, sealed, committedAt ?? null]);
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

/** The additional data that binds a sealed response to its row. */
function sealingContext(organization: string, key: string): string {
  return `idempotency:${organization}:${key}`;
}

/** The kept responses, which the operator's `keyring` command seals again with a new key. */
export const sealedResponses: SealedTable = {
  table: 'idempotency',
  key: ['organization', 'key'],
  columns: ['response'],
  associatedDataOf: sealingContext,
};
