import { CLOCK, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import {
  Caller,
  CoverEndpoint,
  EndpointBody,
  EndpointCover,
  EndpointList,
  EndpointPatchBody,
  EndpointView,
  scopeWithin,
} from '@app/contracts';
import type { Clock } from '@app/observability';
import { Effects, Outcome, Tx, decodeCursor, encodeCursor, newId } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { coversNamespace } from '../coverage/coverage';
import { TallyStore, noStats } from '../tally/tally.store';
import { untilEndpointsExpire } from './endpoint-ttl';
import { Endpoint, toView } from './endpoint';
import { assertVisible } from './endpoint-access';
import { patchSettings, settingsOf } from './endpoint-settings';
import { EndpointStore } from './endpoint.store';
import { checkPlan } from './plan';
import { SecretService } from './secret.service';

/** Endpoints as their managers see them. */
@Injectable()
export class EndpointService {
  constructor(
    private readonly store: EndpointStore,
    private readonly secrets: SecretService,
    private readonly tallies: TallyStore,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Problem `plan_required`, `forbidden`, `invalid_request`, or `unavailable` when no secret can be made */
  async create(body: EndpointBody, call: Call): Promise<Outcome> {
    const { organization, scope, plan } = call.who;
    const settings = settingsOf(body, scope);
    return this.effects.once('webhooks.endpoint', call, async (tx) => {
      checkPlan(plan, await this.store.countLocked(tx, organization));
      const owner = { id: newId('whe'), organization };
      const { secret, sealed } = this.secrets.make(owner);
      const endpoint = await this.store.add(tx, { ...owner, secret: sealed }, settings);
      return { status: 201, body: JSON.stringify(toView(endpoint, noStats, this.clock.now(), secret)) };
    });
  }

  /** With its secret for who may manage it. */
  async show(id: string, who: Caller): Promise<EndpointView> {
    const endpoint = assertVisible(who, id, await this.store.find(who.organization, id));
    const secret = who.role === 'read_write' ? this.secrets.open(endpoint) : undefined;
    return toView(endpoint, await this.tallies.statsOne(id), this.clock.now(), secret);
  }

  async list(who: Caller, limit: number, cursor: string | undefined): Promise<EndpointList> {
    const after = decodeCursor(cursor, 1)?.[0] ?? '';
    const all = await this.store.list(who.organization, String(after));
    const visible = all.filter(({ namespacePrefix }) => scopeWithin(namespacePrefix, who.scope));
    const page = visible.slice(0, limit);
    const stats = await this.tallies.statsOf(page.map(({ id }) => id));
    const last = page.at(-1);
    return {
      webhook_endpoints: page.map((each, i) => toView(each, stats[i], this.clock.now())),
      next_cursor: visible.length > limit && last ? encodeCursor([last.id]) : null,
    };
  }

  async change(id: string, patch: EndpointPatchBody, call: Call): Promise<Outcome> {
    const { who } = call;
    // Before the change: a transaction that waits for a second connection can lock the pool.
    const stats = await this.tallies.statsOne(id);
    const outcome = await this.effects.once('webhooks.endpoint-change', call, async (tx) => {
      const before = await this.locked(tx, id, call);
      let endpoint = await this.store.change(
        tx,
        id,
        patchSettings({ ...before, events: [...before.events] }, patch, who.scope),
      );
      const wasEnabled = before.status !== 'disabled';
      if (patch.enabled !== undefined && patch.enabled !== wasEnabled) {
        endpoint = await this.store.enable(tx, id, patch.enabled);
      }
      return { status: 200, body: JSON.stringify(toView(endpoint, stats, this.clock.now())) };
    });
    await untilEndpointsExpire();
    return outcome;
  }

  async remove(id: string, call: Call): Promise<Outcome> {
    const outcome = await this.effects.once('webhooks.endpoint-remove', call, async (tx) => {
      await this.locked(tx, id, call);
      await this.store.remove(tx, id);
      return { status: 200, body: JSON.stringify({ deleted: true }) };
    });
    await untilEndpointsExpire();
    return outcome;
  }

  /** Whether a subscription of a namespace (or of all under a template prefix) may name this endpoint. */
  async cover({ organization, endpoint: id, namespace }: CoverEndpoint): Promise<EndpointCover> {
    const endpoint = await this.store.find(organization, id);
    return {
      exists: endpoint !== null,
      covers: endpoint !== null && coversNamespace(endpoint.namespacePrefix, namespace),
    };
  }

  private async locked(tx: Tx, id: string, call: Call): Promise<Endpoint> {
    return assertVisible(call.who, id, await this.store.findLocked(tx, call.who.organization, id));
  }
}
