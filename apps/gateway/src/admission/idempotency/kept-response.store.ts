import { Named, Queryable, SealedTable, Vault } from '@app/persistence';
import type { Claim, KeyedRequest } from './keyed-request';

export interface KeptResponse {
  status: number;
  body: Buffer;
}

/** A response of a request that succeeded, to be kept under its claim. */
export interface Keeping extends KeptResponse {
  claim: Claim;
  /** When the owner committed; now when left out. */
  committedAt?: string;
}

const keep: Named = {
  name: 'idempotency-keep',
  text: `update idempotency as i
         set status = done.status, response = done.response, committed_at = coalesce(done.committed_at, app.now())
         from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::bytea[], $6::timestamptz[])
           as done (organization, key, claim_id, status, response, committed_at)
         where i.organization = done.organization and i.key = done.key and i.claim_id = done.claim_id`,
};

/** Keeps responses of requests that succeeded, in one statement. A claim that another request has taken keeps nothing. */
export async function keepResponses(database: Queryable, vault: Vault, keepings: readonly Keeping[]): Promise<void> {
  await database.query(keep, [
    keepings.map(({ claim }) => claim.organization),
    keepings.map(({ claim }) => claim.key),
    keepings.map(({ claim }) => claim.effectId),
    keepings.map(({ status }) => status),
    keepings.map(({ claim, body }) => vault.seal(body, sealingContext(claim.organization, claim.key))),
    keepings.map(({ committedAt }) => committedAt ?? null),
  ]);
}

/** @throws Problem `unavailable` when its key is gone or the row was moved or changed */
export function openResponse(vault: Vault, { organization, key }: KeyedRequest, sealed: Buffer): Buffer {
  return vault.open(sealed, sealingContext(organization, key));
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
