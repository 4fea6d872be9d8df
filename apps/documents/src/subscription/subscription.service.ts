import { BUS, DATABASE, EFFECTS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import {
  BySubscription,
  Deleted,
  ListSubscriptions,
  PutSubscription,
  SubscriptionBody,
  SubscriptionList,
  SubscriptionPut,
  SubscriptionView,
  coverEndpoint,
} from '@app/contracts';
import { isTemplate, readDuration } from '@app/definition';
import { conditions, parseFilter } from '@app/filter';
import type { Filter } from '@app/filter';
import { sameJson } from '@app/json';
import { Database, Effects, Outcome, Tx, decodeCursor, encodeCursor, Queryable } from '@app/persistence';
import { Problem, invalid } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { findNamespace } from '../namespace/namespace.store';
import { InForce } from '../snapshot/in-force';
import { bumpRevision, loadEngines, loadOrganization, lockAlone } from '../snapshot/snapshot.store';
import {
  SubscriptionRow,
  countSubscriptions,
  deleteSubscription,
  findSubscription,
  listSubscriptions,
  putSubscription,
  toView,
} from './subscription.store';
import { WalkService } from './walk.service';
import { addWalk, dropWalks } from './walk.store';

const maxSubscriptions = 1000;
const listLimit = 100;
const longestHoldMs = 365 * 86_400_000;

/**
 * Saved queries of a namespace or a template prefix. A new filter is in force for every write once its change commits;
 * the members that stand already are set by a walk.
 */
@Injectable()
export class SubscriptionService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(BUS) private readonly bus: Bus,
    private readonly walks: WalkService,
  ) {}

  async put({ namespace: scope, name, subscription }: PutSubscription, call: Call): Promise<Outcome> {
    const { organization, plan } = call.who;
    if (isTemplate(scope)) requireTemplates(plan);
    if (subscription.min_hold !== undefined) readDuration(subscription.min_hold, '/min_hold', 0, longestHoldMs);
    await this.checkEndpoint(organization, scope, subscription.endpoint, call);
    const walks: string[] = [];
    const outcome = await this.effects.once('documents.subscription-put', call, async (tx) => {
      await lockAlone(tx, organization);
      const namespaceId = await this.namespaceId(tx, organization, scope);
      const before = await this.ownOrNone(tx, organization, scope, name);
      if (!before) await this.checkCount(tx, organization, scope);
      const filter = await this.checkFilter(tx, organization, scope, subscription.filter);
      const row = await putSubscription(tx, organization, { scope, namespaceId }, name, subscription);
      if (!before || !sameJson(before.filter, row.filter)) walks.push(await this.setMembers(tx, organization, row));
      await bumpRevision(tx, organization);
      const inForce = await this.inForce(tx, organization, scope);
      const reply: SubscriptionPut = {
        created: !before,
        subscription: toView(row, scope, warningsOf(filter, inForce)),
      };
      return { status: before ? 200 : 201, body: JSON.stringify(reply) };
    });
    await this.walks.begin(walks);
    return outcome;
  }

  async get({ namespace, name }: BySubscription, call: Call): Promise<SubscriptionView> {
    const { organization } = call.who;
    await this.namespaceId(this.database, organization, namespace);
    const row = await findSubscription(this.database, organization, namespace, name);
    if (!row) throw unknown(name);
    return toView(row, namespace);
  }

  async list({ namespace, cursor, limit = listLimit }: ListSubscriptions, call: Call): Promise<SubscriptionList> {
    const { organization } = call.who;
    await this.namespaceId(this.database, organization, namespace);
    const after = decodeCursor(cursor, 1);
    const from = after ? String(after[0]) : null;
    const rows = await listSubscriptions(this.database, organization, namespace, from, limit + 1);
    const page = rows.slice(0, limit);
    const more = rows.length > limit;
    return {
      subscriptions: page.map((row) => toView(row, namespace)),
      next_cursor: more ? encodeCursor([page[page.length - 1].name]) : null,
    };
  }

  /** On any plan: the way out of a template that a downgrade froze. */
  async delete({ namespace: scope, name }: BySubscription, call: Call): Promise<Outcome> {
    const { organization } = call.who;
    const walks: string[] = [];
    const outcome = await this.effects.once('documents.subscription-delete', call, async (tx) => {
      await lockAlone(tx, organization);
      await this.namespaceId(tx, organization, scope);
      const row = await this.ownOrNone(tx, organization, scope, name);
      if (!row) throw unknown(name);
      await deleteSubscription(tx, row.id);
      await dropWalks(tx, row.id);
      walks.push(await addWalk(tx, { organization, subscription_id: row.id, scope, kind: 'erase' }));
      // One of a wider prefix that this one hid comes into force here.
      const wider = await findSubscription(tx, organization, scope, name);
      if (wider) walks.push(await this.setMembers(tx, organization, { ...wider, scope }));
      await bumpRevision(tx, organization);
      const deleted: Deleted = { deleted: true };
      return { status: 200, body: JSON.stringify(deleted) };
    });
    await this.walks.begin(walks);
    return outcome;
  }

  private async setMembers(tx: Tx, organization: string, { id, scope, initial }: SubscriptionRow): Promise<string> {
    await dropWalks(tx, id, scope);
    return addWalk(tx, {
      organization,
      subscription_id: id,
      scope,
      kind: 'filter',
      quiet: initial === 'silent',
    });
  }

  /** @throws Problem conflict, reason `inherited`, when the name comes from a prefix above */
  private async ownOrNone(tx: Tx, organization: string, scope: string, name: string): Promise<SubscriptionRow | null> {
    const row = await findSubscription(tx, organization, scope, name);
    if (!row || row.scope === scope) return row;
    const message = `\`${name}\` is inherited from \`${row.scope}\`; change or delete it there, or take another name.`;
    throw new Problem('conflict', message, { reason: 'inherited', template: row.scope });
  }

  private async checkCount(tx: Tx, organization: string, scope: string): Promise<void> {
    if ((await countSubscriptions(tx, organization, scope)) < maxSubscriptions) return;
    const message = `A namespace has at most ${maxSubscriptions} subscriptions, inherited ones included; delete one.`;
    throw invalid('bad_length', '', message, { limit: maxSubscriptions });
  }

  /** Null for a prefix, which need not have a namespace yet. */
  private async namespaceId(from: Queryable, organization: string, scope: string): Promise<string | null> {
    if (isTemplate(scope)) return null;
    const row = await findNamespace(from, organization, scope);
    if (!row) throw new Problem('not_found', `There is no namespace \`${scope}\`.`);
    if (row.deleting) throw new Problem('conflict', 'The namespace is being deleted.', { reason: 'deleting' });
    return row.id;
  }

  private async inForce(tx: Tx, organization: string, namespace: string): Promise<InForce> {
    const { copies } = await loadOrganization(tx, organization, namespace);
    return new InForce(namespace, copies, (await loadEngines(tx)).engines);
  }

  private async checkFilter(tx: Tx, organization: string, scope: string, json: object): Promise<Filter> {
    const { shapeOf } = await this.inForce(tx, organization, scope);
    return parseFilter(json, { pointer: '/filter', allow: { answers: true, within: true }, known: shapeOf });
  }

  private async checkEndpoint(
    organization: string,
    namespace: string,
    endpoint: SubscriptionBody['endpoint'],
    call: Call,
  ): Promise<void> {
    if (endpoint === undefined) return;
    const { exists, covers } = await this.bus.requester.ask(coverEndpoint, { organization, endpoint, namespace }, call);
    if (!exists) throw new Problem('not_found', `There is no webhook endpoint \`${endpoint}\`; create it first.`);
    if (!covers) {
      const message = 'The endpoint does not cover every namespace of this subscription; name one that does.';
      throw invalid('endpoint_not_covering', '/endpoint', message);
    }
  }
}

function unknown(name: string): Problem {
  return new Problem('not_found', `There is no subscription \`${name}\` here.`);
}

function requireTemplates(plan: string): void {
  if (plan !== 'developer') return;
  throw new Problem('plan_required', 'Subscriptions on a template prefix need the Team plan.', {
    capability: 'templates',
    required_plan: 'team',
    plan,
  });
}

function warningsOf(filter: Filter, inForce: InForce): object[] {
  const named = new Set(conditions(filter).flatMap(({ path }) => (path.root === 'answers' ? [path.judgment] : [])));
  return [...named].flatMap((name) => {
    const policy = inForce.judgment(name)?.policy;
    if (policy !== 'on_read' && policy !== 'manual') return [];
    const message = `\`${name}\` is judged ${policy === 'on_read' ? 'when it is read' : 'by hand'}, so members move only then.`;
    return [{ code: 'policy_never_fires', path: '/filter', message }];
  });
}
