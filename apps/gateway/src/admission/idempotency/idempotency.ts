import { LOGGER, VAULT } from '@app/boot';
import type { Logger } from '@app/observability';
import { Vault, killPoint } from '@app/persistence';
import { Problem, kindOf } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { AdmissionDatabase } from '../database/admission-database';
import { Claim, ClaimAttempt, KeyedRequest, dropClaim, releaseClaim } from './idempotency.store';
import { KeptResponse } from './kept-response.store';
import { SharedClaims } from './shared-claims';
import { isSlow } from './slow-store';

/** Either the right to run a request, or the response that it had, or neither: the request then runs without its key. */
export interface Admitted {
  claim: Claim | null;
  replay: KeptResponse | null;
}

/** Runs a request with an `Idempotency-Key` once (docs/requirements.md#idem---idempotency-key). */
@Injectable()
export class Idempotency {
  private readonly shared: SharedClaims;

  constructor(
    private readonly database: AdmissionDatabase,
    @Inject(VAULT) vault: Vault,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.shared = new SharedClaims(database, vault);
  }

  /**
   * @param deadlineAtMs of the request, in milliseconds since 1970
   * @throws Problem `idempotency_key_reused`; `rate_limited` while the first request still runs; `unavailable` when the
   * database is too slow to check the key
   */
  async admit(request: KeyedRequest, fingerprint: Buffer, deadlineAtMs: number): Promise<Admitted> {
    const attempt = await this.attempt(request, fingerprint, deadlineAtMs);
    switch (attempt?.kind) {
      case undefined:
        return { claim: null, replay: null };
      case 'run':
        await killPoint('gateway.idempotency.claimed');
        return { claim: attempt.claim, replay: null };
      case 'replay':
        return { claim: null, replay: attempt.response };
      case 'reused':
        throw new Problem(
          'idempotency_key_reused',
          'This `Idempotency-Key` belongs to another request; send a new key with each new request.',
        );
      case 'running':
        throw new Problem(
          'rate_limited',
          'The first request with this `Idempotency-Key` is still running; send it again later for its response.',
          { rate_limit: 'per_org', limit: 'idempotency_key' },
          { retryAfterS: 1 },
        );
    }
  }

  /**
   * Keeps the response of a success. When that fails the client still gets it, and a retry gets it from the owner.
   * @param deadlineAtMs of the request, in milliseconds since 1970
   * @param committedAt when the owner committed; now when left out
   */
  async endSucceeded(claim: Claim, response: KeptResponse, deadlineAtMs: number, committedAt?: string): Promise<void> {
    await killPoint('gateway.idempotency.answered');
    await this.shared
      .keep({ ...response, claim, committedAt }, deadlineAtMs)
      .catch((error: unknown) => this.warnUnwritten(error));
  }

  /** A refusal frees the key. A failure whose outcome is unknown frees it for the same request only. */
  async endFailed(claim: Claim, error: unknown): Promise<void> {
    const kind = kindOf(error);
    const end = kind === 'unavailable' || kind === 'defect' ? releaseClaim : dropClaim;
    await end(this.database, claim).catch((fault: unknown) => this.warnUnwritten(fault));
  }

  /**
   * Null when the database cannot be asked: the request then runs as if it had no key [IDEM-06]. A database that is only
   * slow may hold the response of an earlier attempt, so the request does not run.
   */
  private async attempt(
    request: KeyedRequest,
    fingerprint: Buffer,
    deadlineAtMs: number,
  ): Promise<ClaimAttempt | null> {
    try {
      return await this.shared.claim(request, fingerprint, deadlineAtMs);
    } catch (error) {
      if (isSlow(error))
        throw new Problem(
          'unavailable',
          'The `Idempotency-Key` could not be checked in time and nothing ran; send the request again.',
          {},
          { retryAfterS: 1, cause: error },
        );
      this.logger.warn({ err: error }, 'an idempotency key could not be checked; the request runs without it');
      return null;
    }
  }

  private warnUnwritten(error: unknown): void {
    this.logger.warn({ err: error }, 'the end of a keyed request could not be recorded; its lease runs out');
  }
}
