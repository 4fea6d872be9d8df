import { DATABASE, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import { Deleted } from '@app/contracts';
import { ByGroup, GetGroup, GroupList, GroupPut, GroupValues, ListGroups, PutGroup } from '@app/contracts/documents';
import { isTemplate } from '@app/definition';
import { jsonBytes, sameJson } from '@app/json';
import { Database, Effects, Outcome, Queryable, Tx, decodeCursor, encodeCursor } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { findNamespace } from '../namespace/namespace.store';
import { noNamespace } from '../namespace/refusal';
import { loadEngines } from '../namespace/snapshot/engine.store';
import { compileInForce, shapesOf } from '../namespace/snapshot/in-force';
import { bumpRevision, lockOrganizationAlone } from '../namespace/snapshot/revision.store';
import { loadOrganization } from '../namespace/snapshot/snapshot.store';
import { EarlierGeneration, requestBuilds, requestErasure } from './build.store';
import { compileGroup } from './compiled-group';
import {
  GroupRow,
  GroupScope,
  readBytesOfOthers,
  countGroups,
  deleteGroup,
  findGroup,
  groupBytes,
  listGroups,
  putGroup,
} from './definition.store';
import { groupView, valueView } from './group-view';
import { parseGroup } from './parse-group';
import { assertTemplates, inherited, maxGroups, maxOrganizationBytes, noGroup, tooMany, tooManyBytes } from './refusal';
import { refuseInUse } from './summary-use.store';
import { ValueRow, readGroup } from './value.store';

const listLimit = 100;

/** The groups of a namespace or a template prefix. From the commit of a definition on, every change counts in it. */
@Injectable()
export class GroupDefinitionService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
  ) {}

  async put({ namespace: scope, name, group }: PutGroup, call: Call): Promise<Outcome> {
    const { organization, plan } = call.who;
    const ref = { organization, scope };
    if (isTemplate(scope)) assertTemplates(plan);
    return this.effects.runOnce('documents.group-put', call, async (tx) => {
      await lockOrganizationAlone(tx, organization);
      const namespaceId = await readNamespaceIdOf(tx, ref);
      const inForce = await findGroup(tx, ref, name);
      const own = assertOwn(inForce, ref);
      if (!own && (await countGroups(tx, ref)) >= maxGroups) throw tooMany();
      const body = parseGroup(group, await readKnownIn(tx, ref), own?.body);
      const bytes = jsonBytes(body) + groupBytes;
      if (bytes + (await readBytesOfOthers(tx, ref, name)) > maxOrganizationBytes) throw tooManyBytes();
      const isSame = own !== null && sameJson(own.body, body);
      const row = isSame
        ? own
        : await putGroup(tx, ref, name, body, compileGroup({ scope, name, generation: '', body }));
      if (!isSame) {
        await refuseInUse(tx, ref, name);
        await requestBuilds(tx, ref, row.generation, earlierOf(inForce));
        await bumpRevision(tx, organization);
      }
      const shown = await readGroup(tx, ref, namespaceId, name, { order: 'key', cursor: null, limit: 0 });
      const reply: GroupPut = { created: !own, group: groupView({ ...shown!, ...row }, scope) };
      return { status: own ? 200 : 201, body: JSON.stringify(reply) };
    });
  }

  async list({ namespace: scope, cursor, limit = listLimit }: ListGroups, call: Call): Promise<GroupList> {
    const ref = { organization: call.who.organization, scope };
    const namespaceId = await readReadableId(this.database, ref);
    const after = decodeCursor('groups', cursor);
    const rows = await listGroups(this.database, ref, namespaceId, after && after[0], limit + 1);
    const page = rows.slice(0, limit);
    return {
      groups: page.map((row) => groupView(row, scope)),
      next_cursor: rows.length > limit ? encodeCursor('groups', [page[page.length - 1].name]) : null,
    };
  }

  async get(query: GetGroup, call: Call): Promise<GroupValues> {
    const { namespace: scope, name, cursor, limit = listLimit, order = 'key' } = query;
    const ref = { organization: call.who.organization, scope };
    const namespaceId = await readReadableId(this.database, ref);
    const after = decodeCursor('group-values', cursor);
    if (after && after[0] !== order) throw otherOrder(order);
    const from = after && { documents: after[1], overflow: after[2], key: after[3] };
    const found = await readGroup(this.database, ref, namespaceId, name, { order, cursor: from, limit: limit + 1 });
    if (!found) throw noGroup(name);
    const aggregates = found.previous_aggregates ?? found.body.aggregates;
    const page = found.values.slice(0, limit);
    return {
      ...groupView(found, scope),
      values: page.map((row) => valueView(row, aggregates)),
      next_cursor: found.values.length > limit ? cursorAt(order, page[page.length - 1]) : null,
    };
  }

  /** Deletes on any plan, so that an organization can delete what it may no longer change after a downgrade. */
  async delete({ namespace: scope, name }: ByGroup, call: Call): Promise<Outcome> {
    const { organization } = call.who;
    const ref = { organization, scope };
    return this.effects.runOnce('documents.group-delete', call, async (tx) => {
      await lockOrganizationAlone(tx, organization);
      await readNamespaceIdOf(tx, ref);
      const row = assertOwn(await findGroup(tx, ref, name), ref);
      if (!row) throw noGroup(name);
      await deleteGroup(tx, ref, name);
      await refuseInUse(tx, ref, name);
      await requestErasure(tx, ref, row.generation);
      // A group of a wider prefix that this one hid comes into force here.
      const wider = await findGroup(tx, ref, name);
      if (wider) await requestBuilds(tx, ref, wider.generation, null);
      await bumpRevision(tx, organization);
      const deleted: Deleted = { deleted: true };
      return { status: 200, body: JSON.stringify(deleted) };
    });
  }
}

function cursorAt(order: string, { documents, overflow, key }: ValueRow): string {
  return encodeCursor('group-values', [order, documents, overflow, key]);
}

function otherOrder(order: string): Problem {
  const message = `This cursor is of a list in another order; send it with that order, or leave it out with \`order=${order}\`.`;
  return new Problem('invalid_request', message, { reason: 'bad_cursor', path: '/cursor' });
}

/**
 * The id of a namespace; null for a template prefix, which need not have a namespace yet.
 * @throws Problem `not_found`; `conflict`, reason `deleting`
 */
async function readNamespaceIdOf(
  from: Queryable,
  { organization, scope: namespace }: GroupScope,
): Promise<string | null> {
  if (isTemplate(namespace)) return null;
  const row = await findNamespace(from, { organization, namespace });
  if (!row) throw noNamespace({ organization, namespace });
  if (row.deleting) throw new Problem('conflict', 'The namespace is being deleted.', { reason: 'deleting' });
  return row.id;
}

/** The same for a read: a namespace that is being deleted can be read. @throws Problem `not_found` */
async function readReadableId(from: Queryable, { organization, scope: namespace }: GroupScope): Promise<string | null> {
  if (isTemplate(namespace)) return null;
  const row = await findNamespace(from, { organization, namespace });
  if (!row) throw noNamespace({ organization, namespace });
  return row.id;
}

/**
 * A group that stands on the very scope. On a prefix another one in force is of a wider prefix, and the new one hides it.
 * @throws Problem `conflict`, reason `inherited`, in a namespace
 */
function assertOwn(row: GroupRow | null, { scope }: GroupScope): GroupRow | null {
  if (row === null || row.scope === scope) return row;
  if (!isTemplate(scope)) throw inherited(row);
  return null;
}

function earlierOf(row: GroupRow | null): EarlierGeneration | null {
  return row && { generation: row.generation, aggregates: row.body.aggregates };
}

/** The judgments in force in a scope, as the transaction sees them. */
async function readKnownIn(
  tx: Tx,
  { organization, scope: namespace }: GroupScope,
): Promise<ReturnType<typeof shapesOf>> {
  const { snapshot } = await loadOrganization(tx, { organization, namespace });
  return shapesOf(compileInForce(namespace, snapshot, await loadEngines(tx)));
}
