import { CLOCK, VAULT } from '@app/boot';
import type { JudgmentRef } from '@app/contracts';
import { canonicalJson } from '@app/definition';
import type { Json } from '@app/definition';
import type { Clock } from '@app/observability';
import { Vault } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Costing } from './estimate.service';

/** How long a token is valid (docs/contract.md#13-limits). */
const validMs = 24 * 3_600_000;

interface Sealed extends Costing {
  until: number;
  /** Digest of the request. */
  what: string;
}

/** Tokens by which a caller confirms the cost of one request. A token holds the cost sealed, so nothing is stored. */
@Injectable()
export class Confirmation {
  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param what everything that the request does: another request needs another token */
  issue(ref: JudgmentRef, what: object, { estimate, truncatedShare }: Costing): string {
    const until = this.clock.now() + validMs;
    const sealed: Sealed = { until, what: digestOf(what), estimate, truncatedShare };
    return this.vault.seal(JSON.stringify(sealed), purposeOf(ref)).toString('base64url');
  }

  /** The cost that the token was issued with. @throws Problem conflict, reason confirm_mismatch */
  read(ref: JudgmentRef, what: object, token: string): Costing {
    const sealed = this.open(ref, token);
    if (!sealed || sealed.what !== digestOf(what) || sealed.until < this.clock.now()) throw mismatch();
    const { estimate, truncatedShare } = sealed;
    return { estimate, truncatedShare };
  }

  private open(ref: JudgmentRef, token: string): Sealed | null {
    try {
      return JSON.parse(this.vault.open(Buffer.from(token, 'base64url'), purposeOf(ref)).toString('utf8')) as Sealed;
    } catch (error) {
      if (error instanceof Problem) return null;
      throw error;
    }
  }
}

function mismatch(): Problem {
  const sentence =
    '`confirm` is not the token of this request, or a day old; send it without `confirm` for its cost and a new token.';
  return new Problem('conflict', sentence, { reason: 'confirm_mismatch', path: '/confirm' });
}

/** Binds a token to one judgment. */
function purposeOf({ organization, scope, name }: JudgmentRef): string {
  return `confirm\n${organization}\n${scope}\n${name}`;
}

function digestOf(what: object): string {
  const plain = JSON.parse(JSON.stringify(what)) as { [key: string]: Json };
  return createHash('sha256').update(canonicalJson(plain)).digest('base64url');
}
