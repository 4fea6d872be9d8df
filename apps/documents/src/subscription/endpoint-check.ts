import { BUS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { Warning } from '@app/contracts';
import { EndpointCover, coverEndpoint } from '@app/contracts/webhooks';
import { Problem, invalid, kindOf } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { ScopeRef, SubscriptionRow } from './subscription.store';

/** How long a read waits for webhooks, in milliseconds. */
const lookMs = 1_000;

/** What webhooks knows of the endpoints that subscriptions name. */
@Injectable()
export class EndpointCheck {
  constructor(@Inject(BUS) private readonly bus: Bus) {}

  /**
   * Checks that a subscription may name an endpoint. It may keep one that was deleted, since what a read shows can be sent
   * again.
   * @param kept the endpoint that it names so far
   * @returns whether the endpoint was deleted
   * @throws Problem `not_found`; `invalid_request`, reason `endpoint_not_covering`
   */
  async check(ref: ScopeRef, endpoint: string, kept: string | null, call: Call): Promise<boolean> {
    const { exists, covers } = await this.ask(ref, endpoint, call);
    if (!exists) {
      if (endpoint === kept && !(await this.ask(ref, endpoint, asAny(call))).exists) return true;
      throw new Problem('not_found', `There is no webhook endpoint \`${endpoint}\`; create it first.`);
    }
    if (covers) return false;
    const message = 'The endpoint does not cover every namespace of this subscription; name one that does.';
    throw invalid('endpoint_not_covering', '/endpoint', message);
  }

  /** The endpoints of subscriptions that were deleted; none while webhooks does not answer. */
  async readDeleted(ref: ScopeRef, rows: readonly SubscriptionRow[], call: Call): Promise<Set<string>> {
    const named = [...new Set(rows.flatMap(({ endpoint }) => endpoint ?? []))];
    const soon = Call.within(Math.min(lookMs, call.leftMs), asAny(call).caller);
    try {
      const found = await Promise.all(named.map((endpoint) => this.ask(ref, endpoint, soon)));
      return new Set(named.filter((_, i) => !found[i].exists));
    } catch (error) {
      if (kindOf(error) === 'unavailable' || kindOf(error) === 'limited') return new Set();
      throw error;
    }
  }

  private ask({ organization, scope: namespace }: ScopeRef, endpoint: string, call: Call): Promise<EndpointCover> {
    return this.bus.requester.ask(coverEndpoint, { organization, endpoint, namespace }, call);
  }
}

/** The call of a key that sees every endpoint: for others one outside of their scope looks like one that was deleted. */
function asAny({ deadlineAtMs, who, traceparent }: Call): Call {
  return new Call(deadlineAtMs, { ...who, scope: '*' }, undefined, undefined, traceparent);
}

export const endpointDeleted: Warning = {
  code: 'endpoint_deleted',
  path: '/endpoint',
  message: 'The endpoint was deleted, and events go to the feed alone; name another one, or null.',
};
