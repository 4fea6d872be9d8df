import { Database } from '@app/persistence';
import { toView } from '../identity/key/key.service';
import { insertKey, listKeys, revokeKey, setKeyLimit } from '../identity/key/key.store';
import { makeToken } from '../identity/key/token';
import { carryOutMail } from '../identity/mail/mail-command';
import { defaultMost } from '../identity/organization/most';
import {
  OrganizationRow,
  findOrganizationNamed,
  insertOrganization,
  setLimits,
  setPlan,
  setSuggestions,
} from '../identity/organization/organization.store';
import { explain } from './explain/explain-command';
import { addMember, changeAddress, endSessions, signInLink } from './member-command';
import { Order } from './table/order';
import { carryOutProvider } from './provider-command';
import { setUp } from './set-up';
import { describeUnproved } from './unproved';

const maxShownKeys = 1000;

/**
 * Carries out an operator's command.
 * @returns the text for the operator
 * @throws Error with one sentence when the command names something that does not exist
 */
export async function carryOut(database: Database, order: Order): Promise<string> {
  switch (order.kind) {
    case 'org-create': {
      const isNew = await database.transaction('gateway.organization-create', (tx) =>
        insertOrganization(tx, order.name, order.plan),
      );
      const { id, plan } = await requireOrganization(database, order.name);
      return `organization ${order.name} (${id}) on plan ${plan}${isNew ? '' : ': it was there before'}`;
    }
    case 'org-set-up':
      return setUp(database, order);
    case 'org-plan': {
      const { id } = await requireOrganization(database, order.name);
      await database.transaction('gateway.organization-plan', (tx) => setPlan(tx, id, order.plan));
      return `organization ${order.name} is on plan ${order.plan}, in force within a second`;
    }
    case 'org-suggestions': {
      const { id } = await requireOrganization(database, order.name);
      await database.transaction('gateway.organization-suggestions', (tx) => setSuggestions(tx, id, order.isOn));
      return `Suggestions of ${order.name} are ${order.isOn ? 'on' : 'off'}, in force within a second`;
    }
    case 'org-unproved':
      return describeUnproved(database);
    case 'member-add': {
      const { id } = await requireOrganization(database, order.organization);
      const account = await addMember(database, id, order);
      return `${order.email} (${account}) is ${order.role} of ${order.organization}, in force within a second`;
    }
    case 'member-email': {
      const { id } = await requireOrganization(database, order.organization);
      await changeAddress(database, id, order);
      return `${order.email} is ${order.to} from now on; their sessions and links are over`;
    }
    case 'sign-in-link': {
      const { id } = await requireOrganization(database, order.organization);
      return `${await signInLink(database, id, order.email)}\nsigns ${order.email} in once, within an hour`;
    }
    case 'sessions-revoke': {
      const { id } = await requireOrganization(database, order.organization);
      const revoked = await endSessions(database, id, order.email);
      return `${revoked} sessions of ${order.email} are over, in force within a second`;
    }
    case 'idp-set':
    case 'idp-list':
    case 'idp-remove':
      return carryOutProvider(database, order, await requireOrganization(database, order.organization));
    case 'key-create':
      return createKey(database, await requireOrganization(database, order.organization), order);
    case 'key-list': {
      const { id } = await requireOrganization(database, order.organization);
      const rows = await listKeys(database, id, { after: null, limit: maxShownKeys });
      if (order.json) return JSON.stringify({ api_keys: rows.map(toView) });
      const lines = rows.map((row) => `${row.id}  ${toView(row).prefix}_…  ${row.role}  ${row.scope}`);
      return lines.length > 0 ? lines.join('\n') : `organization ${order.organization} has no keys`;
    }
    case 'key-revoke': {
      const { id } = await requireOrganization(database, order.organization);
      const isRevoked = await database.transaction('gateway.key-revoke', (tx) => revokeKey(tx, id, order.id));
      if (!isRevoked)
        throw new Error(`There is no key ${order.id} in ${order.organization}, or it is revoked already.`);
      return `key ${order.id} is revoked, in force within a second`;
    }
    case 'key-limit': {
      const { id } = await requireOrganization(database, order.organization);
      const exists = await database.transaction('gateway.key-limit', (tx) =>
        setKeyLimit(tx, id, order.id, order.requestsPerSecond),
      );
      if (!exists) throw new Error(`There is no key ${order.id} in ${order.organization}.`);
      return `key ${order.id}: ${order.requestsPerSecond ?? 'default'} requests a second, in force within a second`;
    }
    case 'limits': {
      const { id } = await requireOrganization(database, order.organization);
      await database.transaction('gateway.organization-limits', (tx) => setLimits(tx, id, order.limits));
      const limits = limitsOf(await requireOrganization(database, id));
      return `limits of ${order.organization}: ${limits}, in force within a second`;
    }
    case 'explain': {
      const { namespace, document, judgment } = order;
      const { id: organization } = await requireOrganization(database, order.organization);
      return explain({ organization, namespace, document, judgment });
    }
    case 'mail-list': {
      const owner = order.organization === null ? null : await requireOrganization(database, order.organization);
      return carryOutMail(database, order, owner?.id);
    }
    case 'mail-show':
    case 'mail-retry':
      return carryOutMail(database, order);
  }
}

async function createKey(
  database: Database,
  organization: OrganizationRow,
  order: Extract<Order, { kind: 'key-create' }>,
): Promise<string> {
  const made = makeToken();
  const { role, scope, description, expiresAt } = order;
  const spec = { organizationId: organization.id, role, scope, description, expiresAt, madeBy: 'operator' };
  const row = await database.transaction('gateway.key-create', (tx) => insertKey(tx, spec, made));
  if (order.json) return JSON.stringify({ ...toView(row), organization: organization.id, key: made.token });
  return `${made.token}\nkey ${row.id} of ${organization.name}, ${role}, scope ${scope}; it is shown this once`;
}

async function requireOrganization(database: Database, nameOrId: string): Promise<OrganizationRow> {
  const row = await findOrganizationNamed(database, nameOrId);
  if (row) return row;
  throw new Error(`There is no organization ${nameOrId}; create it with \`org create ${nameOrId}\`.`);
}

function limitsOf(row: OrganizationRow): string {
  const shown = (value: number | null, otherwise?: number): string =>
    value === null ? (otherwise === undefined ? 'default' : `${otherwise} (default)`) : String(value);
  return [
    `${shown(row.requests_per_second_per_key)} requests a second per key`,
    `${shown(row.requests_per_second_per_org)} per organization`,
    `${shown(row.concurrent_reads)} concurrent reads per namespace`,
    `${shown(row.max_keys, defaultMost.keys)} keys`,
    `${shown(row.max_members, defaultMost.members)} members`,
    `${shown(row.max_invitations, defaultMost.invitations)} invitations`,
    `${shown(row.max_sessions_per_person, defaultMost.sessionsPerPerson)} sessions per person`,
  ].join(', ');
}
