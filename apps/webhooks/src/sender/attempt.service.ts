import { CLOCK, CONFIG } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import { Egress, Outcome } from '@app/egress';
import { runInSpan } from '@app/observability';
import type { Clock } from '@app/observability';
import { killPoint } from '@app/persistence';
import { sign } from '@app/signing';
import { Inject, Injectable } from '@nestjs/common';
import type { webhooksSettings } from '../app.config';
import { ClaimedDelivery } from '../delivery/delivery';
import { SecretService } from '../endpoint/secret.service';
import { EGRESS } from './egress.token';
import { userAgentOf } from './user-agent';

/** Time for a whole attempt, and for connecting within it [DLV-03]. */
const totalTimeoutMs = 15_000;
const connectTimeoutMs = 5_000;

/** Makes attempts: signs a delivery and posts it. */
@Injectable()
export class AttemptService {
  private readonly userAgent: string;

  constructor(
    private readonly secrets: SecretService,
    @Inject(EGRESS) private readonly egress: Egress,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) config: ServiceConfig<typeof webhooksSettings>,
  ) {
    this.userAgent = userAgentOf(config);
  }

  /** Makes one attempt, signed with the secrets that are valid now. The caller has checked the version of the endpoint. */
  make(delivery: ClaimedDelivery): Promise<Outcome> {
    const { eventId, attempts, traceparent } = delivery;
    const attributes = { event: eventId, endpoint: delivery.endpoint.id, attempt: attempts };
    return runInSpan('webhook attempt', { kind: 'client', attributes, traceparent: traceparent ?? undefined }, () =>
      this.attempt(delivery),
    );
  }

  private async attempt({ eventId: id, body, endpoint }: ClaimedDelivery): Promise<Outcome> {
    const nowMs = this.clock.now();
    const timestampS = Math.floor(nowMs / 1000);
    const signature = sign({ id, timestampS, body, secrets: this.secrets.signing(endpoint, nowMs) });
    await killPoint('webhooks.attempt.before-send');
    const outcome = await this.egress.post({
      url: endpoint.url,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestampS),
        'webhook-signature': signature,
        'user-agent': this.userAgent,
      },
      body,
      connectTimeoutMs,
      totalTimeoutMs,
    });
    await killPoint('webhooks.attempt.after-send');
    return outcome;
  }

  /** Closes idle connections. */
  close(): void {
    this.egress.close();
  }
}
