import type { Bus, Call } from '@app/bus';
import type { PlanQuota } from '@app/contracts/billing';
import type { NamespaceDeleted } from '@app/contracts/documents';
import { coverEndpoint } from '@app/contracts/webhooks';
import type { CoverEndpoint, EndpointCover } from '@app/contracts/webhooks';
import { Problem } from '@app/problem';

/** Plays billing, webhooks and the services with copies: what they hold, and what documents told them. */
export class FakeNeighbours {
  /** The deletions that services with copies have acknowledged. */
  readonly acknowledgedDeletions: NamespaceDeleted[] = [];
  /** Services that do not answer. */
  readonly unavailable = new Set<string>();
  /** Webhook endpoints, each with the scope that a key must have to see it; they cover every namespace. */
  readonly endpoints = new Map<string, string>();
  /** The quotas with which billing answers. */
  quotas: PlanQuota[] = [];
  /** A bus on which they answer; nothing is published on it. */
  readonly bus: Bus;

  constructor() {
    const apply = async (_: unknown, service: string, fact: NamespaceDeleted): Promise<object> => {
      this.refuseUnavailable(service);
      this.acknowledgedDeletions.push(fact);
      return { applied: true };
    };
    const ask = async (message: object, query: object, call: Call): Promise<object> =>
      message === coverEndpoint ? this.cover(query as CoverEndpoint, call) : { quotas: this.quotas };
    this.bus = { relay: { wake: () => undefined }, requester: { apply, ask } } as unknown as Bus;
  }

  private cover({ endpoint }: CoverEndpoint, { who }: Call): EndpointCover {
    this.refuseUnavailable('webhooks');
    const scope = this.endpoints.get(endpoint);
    const exists = scope !== undefined && (who.scope === '*' || who.scope === scope);
    return { exists, covers: exists };
  }

  private refuseUnavailable(service: string): void {
    if (this.unavailable.has(service)) throw new Problem('unavailable', `${service} does not answer`);
  }
}
