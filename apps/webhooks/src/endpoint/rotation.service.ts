import { CLOCK, DATABASE, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import { RotateSecretBody } from '@app/contracts/webhooks';
import { durationMs } from '@app/definition';
import type { Clock } from '@app/observability';
import { Database, Effects, Outcome } from '@app/persistence';
import { invalid } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { readStats } from '../tally/tally.store';
import { toView } from './endpoint';
import { assertVisible } from './endpoint-access';
import { waitUntilEndpointsExpire } from './endpoint-ttl';
import { findLocked, rotateSecret } from './endpoint.store';
import { SecretService } from './secret.service';

const hourMs = 3_600_000;
const defaultMs = 24 * hourMs;
const maxMs = 7 * 24 * hourMs;

/** How long the replaced secret stays valid, in milliseconds. @throws Problem `invalid_request` outside 0s to 7d */
export function previousForMs(text: string | undefined): number {
  if (text === undefined) return defaultMs;
  const ms = durationMs(text);
  if (ms === undefined || ms > maxMs) {
    const message = 'Send `previous_valid_for` from `0s` to `7d`, as digits and one of ms, s, m, h, d.';
    throw invalid(ms === undefined ? 'bad_duration' : 'bad_bounds', '/previous_valid_for', message);
  }
  return ms;
}

/** Replaces secrets of endpoints. The replaced secret signs beside the new one for a while; there are never three. */
@Injectable()
export class RotationService {
  constructor(
    private readonly secrets: SecretService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found`, `invalid_request`, or `unavailable` when no secret can be made; nothing changed then */
  async rotate(id: string, { previous_valid_for: validFor }: RotateSecretBody, call: Call): Promise<Outcome> {
    const validForMs = previousForMs(validFor);
    const [stats] = await readStats(this.database, [id]);
    const outcome = await this.effects.runOnce('webhooks.rotate', call, async (tx) => {
      const before = assertVisible(call.who, id, await findLocked(tx, call.who.organization, id));
      const { secret, sealed } = this.secrets.make(before);
      const endpoint = await rotateSecret(tx, id, sealed, validForMs);
      return { status: 200, body: JSON.stringify(toView(endpoint, stats, this.clock.now(), secret)) };
    });
    await waitUntilEndpointsExpire();
    return outcome;
  }
}
