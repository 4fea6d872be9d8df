import { CLOCK, VAULT } from '@app/boot';
import { EstimateView } from '@app/contracts';
import { canonicalJson } from '@app/definition';
import type { Json } from '@app/definition';
import type { Clock } from '@app/observability';
import { Vault } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Place } from '../commit/change';

/** How long a token is good for (docs/contract.md#13-limits). */
const goodForMs = 24 * 3_600_000;

/** What a confirmed request costs, as its sender was told: it need not be found out again. */
export interface Costing {
  estimate: EstimateView;
  /** Share of the sample whose context had to be cut. */
  truncatedShare: number;
}

interface Sealed extends Costing {
  until: number;
  what: string;
}

/** Tokens over exactly one request. Sealed, so that nothing is stored until it is confirmed. */
@Injectable()
export class ConfirmService {
  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param what everything that the request does, so that another request has another token */
  issue(place: Place, what: object, costing: Costing): string {
    const sealed: Sealed = { until: this.clock.now() + goodForMs, what: digestOf(what), ...costing };
    return this.vault.seal(JSON.stringify(sealed), placeOf(place)).toString('base64url');
  }

  /** What its sender was told. @throws Problem conflict, reason confirm_mismatch */
  read(place: Place, what: object, token: string): Costing {
    const sealed = this.open(place, token);
    if (!sealed || sealed.what !== digestOf(what) || sealed.until < this.clock.now()) throw mismatch();
    const { estimate, truncatedShare } = sealed;
    return { estimate, truncatedShare };
  }

  private open(place: Place, token: string): Sealed | null {
    try {
      return JSON.parse(this.vault.open(Buffer.from(token, 'base64url'), placeOf(place)).toString('utf8')) as Sealed;
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

function placeOf({ organization, scope, name }: Place): string {
  return `confirm\n${organization}\n${scope}\n${name}`;
}

function digestOf(what: object): string {
  const plain = JSON.parse(JSON.stringify(what)) as { [key: string]: Json };
  return createHash('sha256').update(canonicalJson(plain)).digest('base64url');
}
