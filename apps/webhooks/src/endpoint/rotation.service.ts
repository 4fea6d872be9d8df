import { CLOCK, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import { RotateSecretBody } from '@app/contracts';
import { durationMs } from '@app/definition';
import type { Clock } from '@app/observability';
import { Effects, Outcome } from '@app/persistence';
import { invalid } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { TallyStore } from '../tally/tally.store';
import { untilEndpointsExpire } from './endpoint-ttl';
import { toView } from './endpoint';
import { assertVisible } from './endpoint-access';
import { EndpointStore } from './endpoint.store';
import { SecretService } from './secret.service';

const hourMs = 3_600_000;
const defaultMs = 24 * hourMs;
const longestMs = 7 * 24 * hourMs;

/** How long the old secret stays valid, in milliseconds. @throws Problem `invalid_request` outside 0s to 7d */
export function previousForMs(text: string | undefined): number {
  if (text === undefined) return defaultMs;
  const ms = durationMs(text);
  if (ms === undefined || ms > longestMs) {
    const message = '`previous_valid_for` is `0s` to `7d`: digits and one of ms, s, m, h, d.';
    throw invalid(ms === undefined ? 'bad_duration' : 'bad_bounds', '/previous_valid_for', message);
  }
  return ms;
}

/** New secrets of endpoints: the old one signs beside it for a while, never more than two. */
@Injectable()
export class RotationService {
  constructor(
    private readonly store: EndpointStore,
    private readonly secrets: SecretService,
    private readonly tallies: TallyStore,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found`, `invalid_request`, or `unavailable` when no secret can be made: nothing has changed */
  async rotate(id: string, { previous_valid_for: validFor }: RotateSecretBody, call: Call): Promise<Outcome> {
    const keptForMs = previousForMs(validFor);
    const stats = await this.tallies.statsOne(id);
    const outcome = await this.effects.once('webhooks.rotate', call, async (tx) => {
      const before = assertVisible(call.who, id, await this.store.findLocked(tx, call.who.organization, id));
      const { secret, sealed } = this.secrets.make(before);
      const endpoint = await this.store.rotate(tx, id, sealed, keptForMs);
      return { status: 200, body: JSON.stringify(toView(endpoint, stats, this.clock.now(), secret)) };
    });
    await untilEndpointsExpire();
    return outcome;
  }
}
