import { CLOCK, DATABASE, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import { Caller, scopeWithin } from '@app/contracts';
import {
  CoverEndpoint,
  EndpointBody,
  EndpointCover,
  EndpointList,
  EndpointPatchBody,
  EndpointView,
} from '@app/contracts/webhooks';
import type { Clock } from '@app/observability';
import { Database, Effects, Outcome, Tx, decodeCursor, encodeCursor, newId } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { coversNamespace } from '../coverage/coverage';
import { noStats, readStats } from '../tally/tally.store';
import { Endpoint, toView } from './endpoint';
import { assertVisible } from './endpoint-access';
import { patchSettings, settingsOf } from './endpoint-settings';
import { waitUntilEndpointsExpire } from './endpoint-ttl';
import {
  addEndpoint,
  countLocked,
  findEndpoint,
  findLocked,
  listEndpoints,
  removeEndpoint,
  setEnabled,
  updateSettings,
} from './endpoint.store';
import { checkPlan } from './plan';
import { SecretService } from './secret.service';

/** Endpoints as their managers see and change them. */
@Injectable()
export class EndpointService {
  constructor(
    private readonly secrets: SecretService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Problem `plan_required`, `forbidden`, `invalid_request`, or `unavailable` when no secret can be made */
  async create(body: EndpointBody, call: Call): Promise<Outcome> {
    const { organization, scope, plan } = call.who;
    const settings = settingsOf(body, scope);
    return this.effects.runOnce('webhooks.endpoint', call, async (tx) => {
      checkPlan(plan, await countLocked(tx, organization));
      const owner = { id: newId('whe'), organization };
      const { secret, sealed } = this.secrets.make(owner);
      const endpoint = await addEndpoint(tx, { ...owner, secret: sealed }, settings);
      return { status: 201, body: JSON.stringify(toView(endpoint, noStats, this.clock.now(), secret)) };
    });
  }

  /** Shows the secret to a read_write key only. */
  async show(id: string, who: Caller): Promise<EndpointView> {
    const endpoint = assertVisible(who, id, await findEndpoint(this.database, who.organization, id));
    const secret = who.role === 'read_write' ? this.secrets.open(endpoint) : undefined;
    const [stats] = await readStats(this.database, [id]);
    return toView(endpoint, stats, this.clock.now(), secret);
  }

  async list(who: Caller, limit: number, cursor: string | undefined): Promise<EndpointList> {
    const [after] = decodeCursor('webhook-endpoints', cursor) ?? [''];
    const all = await listEndpoints(this.database, who.organization, after);
    const visible = all.filter(({ namespacePrefix }) => scopeWithin(namespacePrefix, who.scope));
    const page = visible.slice(0, limit);
    const stats = await readStats(
      this.database,
      page.map(({ id }) => id),
    );
    const last = page.at(-1);
    return {
      webhook_endpoints: page.map((each, i) => toView(each, stats[i], this.clock.now())),
      next_cursor: visible.length > limit && last ? encodeCursor('webhook-endpoints', [last.id]) : null,
    };
  }

  async change(id: string, patch: EndpointPatchBody, call: Call): Promise<Outcome> {
    const { who } = call;
    // Read before the transaction: one that waits for a second connection can exhaust the pool.
    const [stats] = await readStats(this.database, [id]);
    const outcome = await this.effects.runOnce('webhooks.endpoint-change', call, async (tx) => {
      const before = await this.findLocked(tx, id, call);
      const settings = patchSettings({ ...before, events: [...before.events] }, patch, who.scope);
      let endpoint = await updateSettings(tx, id, settings);
      const wasEnabled = before.status !== 'disabled';
      if (patch.enabled !== undefined && patch.enabled !== wasEnabled) {
        endpoint = await setEnabled(tx, id, patch.enabled);
      }
      return { status: 200, body: JSON.stringify(toView(endpoint, stats, this.clock.now())) };
    });
    await waitUntilEndpointsExpire();
    return outcome;
  }

  async remove(id: string, call: Call): Promise<Outcome> {
    const outcome = await this.effects.runOnce('webhooks.endpoint-remove', call, async (tx) => {
      await this.findLocked(tx, id, call);
      await removeEndpoint(tx, id);
      return { status: 200, body: JSON.stringify({ deleted: true }) };
    });
    await waitUntilEndpointsExpire();
    return outcome;
  }

  /**
   * Whether a subscription of a namespace, or of all namespaces under a template prefix, may name this endpoint. One that
   * the caller's key cannot see does not exist for it.
   */
  async cover({ organization, endpoint: id, namespace }: CoverEndpoint, who: Caller): Promise<EndpointCover> {
    const endpoint = await findEndpoint(this.database, organization, id);
    const exists = endpoint !== null && scopeWithin(endpoint.namespacePrefix, who.scope);
    return { exists, covers: exists && coversNamespace(endpoint.namespacePrefix, namespace) };
  }

  private async findLocked(tx: Tx, id: string, { who }: Call): Promise<Endpoint> {
    return assertVisible(who, id, await findLocked(tx, who.organization, id));
  }
}
