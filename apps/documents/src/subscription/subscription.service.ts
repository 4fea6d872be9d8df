import { DATABASE, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import { Deleted } from '@app/contracts';
import {
  BySubscription,
  ListSubscriptions,
  PutSubscription,
  SubscriptionList,
  SubscriptionPut,
  SubscriptionView,
} from '@app/contracts/documents';
import { isTemplate, readDuration } from '@app/definition';
import { maxStoredFilterBytes, parseFilter } from '@app/filter';
import { jsonBytes, sameJson } from '@app/json';
import { Database, Effects, Outcome, Queryable, Tx, decodeCursor, encodeCursor } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { countMembers } from './membership/count.store';
import { findNamespace } from '../namespace/namespace.store';
import { noNamespace } from '../namespace/refusal';
import { loadEngines } from '../namespace/snapshot/engine.store';
import { InForce, compileInForce, shapesOf } from '../namespace/snapshot/in-force';
import { bumpRevision, lockOrganizationAlone } from '../namespace/snapshot/revision.store';
import { loadOrganization } from '../namespace/snapshot/snapshot.store';
import { WalkService } from './walk/walk.service';
import { addWalk, dropWalks } from './walk/walk.store';
import { EndpointCheck, endpointDeleted } from './endpoint-check';
import {
  assertTemplates,
  inherited,
  maxOrganizationBytes,
  maxSubscriptions,
  noSubscription,
  tooMany,
  tooManyBytes,
} from './refusal';
import { subscriptionView, warningsOf } from './subscription-view';
import { UnreadTimesService } from './unread-times.service';
import {
  ScopeRef,
  SubscriptionRow,
  readBytesOfOthers,
  countSubscriptions,
  deleteSubscription,
  findSubscription,
  listSubscriptions,
  putSubscription,
  subscriptionBytes,
} from './subscription.store';

const listLimit = 100;
const maxHoldMs = 365 * 86_400_000;

/**
 * Saved filters of a namespace or a template prefix. From its commit on, every write is evaluated against a new filter;
 * a walk sets the members among the stored documents.
 */
@Injectable()
export class SubscriptionService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    private readonly endpoints: EndpointCheck,
    private readonly walks: WalkService,
    private readonly times: UnreadTimesService,
  ) {}

  async put({ namespace: scope, name, subscription }: PutSubscription, call: Call): Promise<Outcome> {
    const { organization, plan } = call.who;
    const ref = { organization, scope };
    if (isTemplate(scope)) assertTemplates(plan);
    if (typeof subscription.min_hold === 'string') readDuration(subscription.min_hold, '/min_hold', 0, maxHoldMs);
    const isDeleted = await this.checkEndpoint(ref, name, subscription.endpoint ?? null, call);
    // Before the organization is locked: a sample takes time.
    const unread = await this.times.readWarnings(ref, subscription.filter, call);
    const walks: string[] = [];
    const outcome = await this.effects.runOnce('documents.subscription-put', call, async (tx) => {
      await lockOrganizationAlone(tx, organization);
      const namespaceId = await readNamespaceIdOf(tx, ref);
      const before = await findOwn(tx, ref, name);
      if (!before && (await countSubscriptions(tx, ref)) >= maxSubscriptions) throw tooMany();
      const inForce = await readInForceIn(tx, ref);
      const allow = { answers: true, within: true };
      const filter = parseFilter(subscription.filter, {
        pointer: '/filter',
        allow,
        known: shapesOf(inForce),
        maxBytes: maxStoredFilterBytes,
      });
      const bytes = jsonBytes(subscription.filter) + subscriptionBytes;
      if (bytes + (await readBytesOfOthers(tx, ref, name)) > maxOrganizationBytes) throw tooManyBytes();
      const row = await putSubscription(tx, ref, namespaceId, name, subscription);
      if (!before || !sameJson(before.filter, row.filter)) walks.push(await walkMembers(tx, ref, row));
      await bumpRevision(tx, organization);
      const warnings = [...warningsOf(filter, inForce), ...unread, ...(isDeleted ? [endpointDeleted] : [])];
      const view = subscriptionView(row, scope, { warnings });
      const reply: SubscriptionPut = { created: !before, subscription: view };
      return { status: before ? 200 : 201, body: JSON.stringify(reply) };
    });
    await this.walks.begin(walks);
    return outcome;
  }

  async get({ namespace: scope, name }: BySubscription, call: Call): Promise<SubscriptionView> {
    const ref = { organization: call.who.organization, scope };
    await assertExists(this.database, ref);
    const row = await findSubscription(this.database, ref, name);
    if (!row) throw noSubscription(name);
    return (await this.readViewsOf(ref, [row], call))[0];
  }

  async list(query: ListSubscriptions, call: Call): Promise<SubscriptionList> {
    const { namespace: scope, cursor, limit = listLimit } = query;
    const ref = { organization: call.who.organization, scope };
    await assertExists(this.database, ref);
    const after = decodeCursor('subscriptions', cursor);
    const from = after && after[0];
    const rows = await listSubscriptions(this.database, ref, from, limit + 1);
    const page = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    return {
      subscriptions: await this.readViewsOf(ref, page, call),
      next_cursor: hasMore ? encodeCursor('subscriptions', [page[page.length - 1].name]) : null,
    };
  }

  /** Deletes on any plan, so that an organization can delete what it may no longer change after a downgrade. */
  async delete({ namespace: scope, name }: BySubscription, call: Call): Promise<Outcome> {
    const { organization } = call.who;
    const ref = { organization, scope };
    const walks: string[] = [];
    const outcome = await this.effects.runOnce('documents.subscription-delete', call, async (tx) => {
      await lockOrganizationAlone(tx, organization);
      await readNamespaceIdOf(tx, ref);
      const row = await findOwn(tx, ref, name);
      if (!row) throw noSubscription(name);
      await deleteSubscription(tx, row.id);
      await dropWalks(tx, row.id);
      walks.push(await addWalk(tx, { organization, subscription_id: row.id, scope, kind: 'erase' }));
      // A subscription of a wider prefix that this one hid comes into force here.
      const wider = await findSubscription(tx, ref, name);
      if (wider) walks.push(await walkMembers(tx, ref, wider));
      await bumpRevision(tx, organization);
      const deleted: Deleted = { deleted: true };
      return { status: 200, body: JSON.stringify(deleted) };
    });
    await this.walks.begin(walks);
    return outcome;
  }

  private async readViewsOf(ref: ScopeRef, rows: readonly SubscriptionRow[], call: Call): Promise<SubscriptionView[]> {
    const [members, deleted] = await Promise.all([
      this.readMembersOf(ref, rows),
      this.endpoints.readDeleted(ref, rows, call),
    ]);
    return rows.map((row) => {
      const warnings = row.endpoint !== null && deleted.has(row.endpoint) ? [endpointDeleted] : [];
      return subscriptionView(row, ref.scope, { members: members.get(row.id), warnings });
    });
  }

  /** The members of subscriptions in a namespace by their ids; none on a prefix, which may have any number of namespaces. */
  private async readMembersOf(
    { organization, scope }: ScopeRef,
    rows: readonly SubscriptionRow[],
  ): Promise<Map<string, number>> {
    if (isTemplate(scope) || rows.length === 0) return new Map();
    const ids = rows.map(({ id }) => id);
    return countMembers(this.database, { organization, namespace: scope }, ids);
  }

  /**
   * @returns whether the endpoint was deleted
   * @throws Problem `not_found`; `invalid_request`, reason `endpoint_not_covering`
   */
  private async checkEndpoint(ref: ScopeRef, name: string, endpoint: string | null, call: Call): Promise<boolean> {
    if (endpoint === null) return false;
    const before = await findSubscription(this.database, ref, name);
    return this.endpoints.check(ref, endpoint, before?.endpoint ?? null, call);
  }
}

/**
 * The id of a namespace; null for a template prefix, which need not have a namespace yet.
 * @throws Problem `not_found`; `conflict`, reason `deleting`
 */
async function readNamespaceIdOf(
  from: Queryable,
  { organization, scope: namespace }: ScopeRef,
): Promise<string | null> {
  if (isTemplate(namespace)) return null;
  const row = await findNamespace(from, { organization, namespace });
  if (!row) throw noNamespace({ organization, namespace });
  if (row.deleting) throw new Problem('conflict', 'The namespace is being deleted.', { reason: 'deleting' });
  return row.id;
}

/** A namespace that is being deleted can be read. @throws Problem `not_found` */
async function assertExists(from: Queryable, { organization, scope: namespace }: ScopeRef): Promise<void> {
  if (isTemplate(namespace) || (await findNamespace(from, { organization, namespace }))) return;
  throw noNamespace({ organization, namespace });
}

/** The subscription of a name on this very scope. @throws Problem `conflict`, reason `inherited` */
async function findOwn(tx: Tx, ref: ScopeRef, name: string): Promise<SubscriptionRow | null> {
  const row = await findSubscription(tx, ref, name);
  if (row && row.scope !== ref.scope) throw inherited(row);
  return row;
}

/** What is in force in a scope, as the transaction sees it. */
async function readInForceIn(tx: Tx, { organization, scope: namespace }: ScopeRef): Promise<InForce> {
  const { snapshot } = await loadOrganization(tx, { organization, namespace });
  return compileInForce(namespace, snapshot, await loadEngines(tx));
}

/** Replaces the walks that set the members of a subscription in a scope. @returns the id of the new walk */
async function walkMembers(
  tx: Tx,
  { organization, scope }: ScopeRef,
  { id, initial }: SubscriptionRow,
): Promise<string> {
  await dropWalks(tx, id, scope);
  const quiet = initial === 'silent';
  return addWalk(tx, { organization, subscription_id: id, scope, kind: 'filter', quiet });
}
