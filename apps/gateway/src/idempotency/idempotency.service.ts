import { Logger } from '@app/observability';
import { killPoint } from '@app/persistence';
import { Problem, invalid, kindOf } from '@app/problem';
import { Claim, IdempotencyStore, KeptResponse } from './idempotency.store';

const headerName = 'idempotency-key';
const maxKey = 255;

/** The key of a request, or null. @throws Problem `invalid_request` for two headers, or one that is no key */
export function keyOf(rawHeaders: string[]): string | null {
  let found: string | null = null;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i].length !== headerName.length || rawHeaders[i].toLowerCase() !== headerName) continue;
    if (found !== null) throw invalid('header', '/Idempotency-Key', 'Send one `Idempotency-Key` header, not two.');
    found = rawHeaders[i + 1];
  }
  if (found === null) return null;
  if (found.length < 1 || found.length > maxKey)
    throw invalid('header', '/Idempotency-Key', `An \`Idempotency-Key\` has 1 to ${maxKey} characters.`);
  return found;
}

export type Keyed = { claim: Claim | null; replay: KeptResponse | null };

/** Requests that must happen once, as the gateway sees them (docs/requirements.md#idem---idempotency-key). */
export class Idempotency {
  constructor(
    private readonly store: IdempotencyStore,
    private readonly logger: Logger,
  ) {}

  /** @throws Problem `idempotency_key_reused`, or `rate_limited` while the first still runs */
  async admit(organization: string, key: string, fingerprint: Buffer): Promise<Keyed> {
    const admission = await this.store.admit(organization, key, fingerprint).catch((error: unknown) => {
      // Rule 6: a key that cannot be checked is no key.
      this.logger.warn({ err: error }, 'an idempotency key could not be checked; the request runs without it');
      return null;
    });
    if (admission === null) return { claim: null, replay: null };
    switch (admission.kind) {
      case 'run':
        await killPoint('gateway.idempotency.claimed');
        return { claim: admission.claim, replay: null };
      case 'replay':
        return { claim: null, replay: admission.response };
      case 'reused':
        throw new Problem(
          'idempotency_key_reused',
          'This `Idempotency-Key` belongs to another request; send a new key with each new request.',
        );
      case 'running':
        throw new Problem(
          'rate_limited',
          'The first request with this `Idempotency-Key` is still running; ask again for its response.',
          { limit: 'idempotency_key' },
          { retryAfterS: 1 },
        );
    }
  }

  /** Keeps a success. When that fails the client still gets it, and a retry gets it from the owner. */
  async succeeded(claim: Claim, status: number, body: Uint8Array, committedAt?: string): Promise<void> {
    await killPoint('gateway.idempotency.answered');
    await this.store.keep(claim, status, body, committedAt).catch((error: unknown) => this.unwritten(error));
  }

  /** A refusal frees the key; a failure that leaves the outcome open frees it for the same request only. */
  async failed(claim: Claim, error: unknown): Promise<void> {
    const kind = kindOf(error);
    const open = kind === 'unavailable' || kind === 'defect';
    await (open ? this.store.release(claim) : this.store.drop(claim)).catch((fault: unknown) => this.unwritten(fault));
  }

  private unwritten(error: unknown): void {
    this.logger.warn({ err: error }, 'the record of a keyed request could not be written; its lease runs out');
  }
}
