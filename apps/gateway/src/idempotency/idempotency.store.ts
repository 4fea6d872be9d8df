import { Database, Named, SealedTable, Vault, newId } from '@app/persistence';

/** The right to run a keyed request; its id travels as effect id. */
export interface Claim {
  organization: string;
  key: string;
  effectId: string;
}

export interface KeptResponse {
  status: number;
  body: Buffer;
}

export type ClaimAttempt =
  { kind: 'run'; claim: Claim } | { kind: 'replay'; response: KeptResponse } | { kind: 'running' } | { kind: 'reused' };

interface Row {
  fingerprint: Buffer;
  status: number | null;
  response: Buffer | null;
}

const leaseSeconds = 40;
const attempts = 3;

// A row whose lease ran out, or whose response is a day old, may be taken. The same request keeps the claim id, so that
// an owner that did commit answers its kept response; anything else is a new request.
const claim: Named = {
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

/** Records of keyed requests, one an organization and key; times are the database's. */
export class IdempotencyStore {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  async admit(organization: string, key: string, fingerprint: Buffer): Promise<ClaimAttempt> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const effectId = newId('clm');
      const taken = await this.database.query<{ claim_id: string }>(claim, [organization, key, fingerprint, effectId]);
      if (taken.rows.length > 0) return { kind: 'run', claim: { organization, key, effectId: taken.rows[0].claim_id } };
      const { rows } = await this.database.query<Row>(find, [organization, key]);
      // The row was dropped between the two statements: its request failed, so this one may run.
      if (rows.length === 0) continue;
      return this.read(rows[0], fingerprint, placeOf(organization, key));
    }
    return { kind: 'running' };
  }

  /** @param committedAt  when the owner committed; now when it did not say */
  async keep(claimed: Claim, status: number, body: Uint8Array, committedAt?: string): Promise<void> {
    const { organization, key, effectId } = claimed;
    const sealed = this.vault.seal(
      Buffer.from(body.buffer, body.byteOffset, body.byteLength),
      placeOf(organization, key),
    );
    await this.database.query(keep, [organization, key, effectId, status, sealed, committedAt ?? null]);
  }

  /** The request failed: its retry runs anew. */
  async drop({ organization, key, effectId }: Claim): Promise<void> {
    await this.database.query(drop, [organization, key, effectId]);
  }

  /** Nobody knows how the request ended: its retry runs at once, under the same claim id. */
  async release({ organization, key, effectId }: Claim): Promise<void> {
    await this.database.query(release, [organization, key, effectId]);
  }

  /** Removes what can no longer be replayed. */
  async sweep(): Promise<number> {
    const { rowCount } = await this.database.query(
      `delete from idempotency where lease_until < app.now() - interval '25 hours'
       and (committed_at is null or committed_at < app.now() - interval '25 hours')`,
    );
    return rowCount ?? 0;
  }

  private read(row: Row, fingerprint: Buffer, place: string): ClaimAttempt {
    if (!row.fingerprint.equals(fingerprint)) return { kind: 'reused' };
    if (row.response === null || row.status === null) return { kind: 'running' };
    return { kind: 'replay', response: { status: row.status, body: this.vault.open(row.response, place) } };
  }
}

function placeOf(organization: string, key: string): string {
  return `idempotency:${organization}:${key}`;
}

/** Kept responses, for the operator's `keyring`. */
export const sealedResponses: SealedTable = {
  table: 'idempotency',
  key: ['organization', 'key'],
  columns: ['response'],
  placeOf,
};
