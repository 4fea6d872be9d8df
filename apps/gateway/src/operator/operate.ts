import { operatorOf } from '@app/boot';
import { Database } from '@app/persistence';
import { gatewaySchema } from '../app.schema';
import { toView } from '../key/key.service';
import { KeyStore } from '../key/key.store';
import { makeToken } from '../key/token';
import { carryOutMail } from '../mail/mail-command';
import { MailStore } from '../mail/mail.store';
import { OrganizationRow, OrganizationStore } from '../organization/organization.store';
import { Order, readOrder } from './order';

/** The operator's commands of the gateway. */
export const operate = operatorOf(gatewaySchema, readOrder, carryOut);

/** @returns the text that the operator reads. @throws Error with one sentence */
export async function carryOut(database: Database, order: Order): Promise<string> {
  const organizations = new OrganizationStore(database);
  const keys = new KeyStore(database);
  switch (order.kind) {
    case 'org-create': {
      const made = await database.transaction('gateway.organization-create', (tx) =>
        organizations.create(tx, order.name, order.plan),
      );
      const { id, plan } = await found(organizations, order.name);
      return `organization ${order.name} (${id}) on plan ${plan}${made ? '' : ': it was there before'}`;
    }
    case 'org-plan': {
      const { id } = await found(organizations, order.name);
      await database.transaction('gateway.organization-plan', (tx) => organizations.setPlan(tx, id, order.plan));
      return `organization ${order.name} is on plan ${order.plan}, in force within a second`;
    }
    case 'member-add': {
      const { id } = await found(organizations, order.organization);
      const member = await database.transaction('gateway.member-add', (tx) =>
        organizations.addMember(tx, id, order.email, order.role),
      );
      return `${order.email} (${member}) is ${order.role} of ${order.organization}`;
    }
    case 'key-create':
      return createKey(database, keys, await found(organizations, order.organization), order);
    case 'key-list': {
      const { id } = await found(organizations, order.organization);
      const rows = await keys.list(id, null, 1000);
      if (order.json) return JSON.stringify({ api_keys: rows.map(toView) });
      const lines = rows.map((row) => `${row.id}  ${toView(row).prefix}_…  ${row.role}  ${row.scope}`);
      return lines.length > 0 ? lines.join('\n') : `organization ${order.organization} has no keys`;
    }
    case 'key-revoke': {
      const { id } = await found(organizations, order.organization);
      const revoked = await database.transaction('gateway.key-revoke', (tx) => keys.revoke(tx, id, order.id));
      if (!revoked) throw new Error(`There is no key ${order.id} in ${order.organization}, or it was revoked before.`);
      return `key ${order.id} is revoked, in force within a second`;
    }
    case 'key-limit': {
      const { id } = await found(organizations, order.organization);
      const known = await database.transaction('gateway.key-limit', (tx) =>
        keys.limit(tx, id, order.id, order.requestsPerSecond),
      );
      if (!known) throw new Error(`There is no key ${order.id} in ${order.organization}.`);
      return `key ${order.id}: ${order.requestsPerSecond ?? 'default'} requests a second, in force within a second`;
    }
    case 'mail-list': {
      const owner = order.organization === null ? null : await found(organizations, order.organization);
      return carryOutMail(new MailStore(database), order, owner?.id);
    }
    case 'mail-show':
    case 'mail-retry':
      return carryOutMail(new MailStore(database), order);
    case 'limits': {
      const { id } = await found(organizations, order.organization);
      await database.transaction('gateway.organization-limits', (tx) => organizations.setLimits(tx, id, order.limits));
      return `limits of ${order.organization}: ${limitsOf(await found(organizations, id))}, in force within a second`;
    }
  }
}

type KeyOrder = Extract<Order, { kind: 'key-create' }>;

async function createKey(
  database: Database,
  keys: KeyStore,
  organization: OrganizationRow,
  order: KeyOrder,
): Promise<string> {
  const made = makeToken();
  const { role, scope, description, expiresAt } = order;
  const spec = { organizationId: organization.id, role, scope, description, expiresAt };
  const row = await database.transaction('gateway.key-create', (tx) => keys.create(tx, spec, made));
  if (order.json) return JSON.stringify({ ...toView(row), organization: organization.id, key: made.token });
  return `${made.token}\nkey ${row.id} of ${organization.name}, ${role}, scope ${scope}; it is shown this once`;
}

async function found(organizations: OrganizationStore, name: string): Promise<OrganizationRow> {
  const row = await organizations.find(name);
  if (row) return row;
  throw new Error(`There is no organization ${name}; make it with \`org create ${name}\`.`);
}

function limitsOf(row: OrganizationRow): string {
  const shown = (value: number | null): string => (value === null ? 'default' : String(value));
  return [
    `${shown(row.requests_per_second_per_key)} requests a second per key`,
    `${shown(row.requests_per_second_per_org)} per organization`,
    `${shown(row.concurrent_reads)} concurrent reads per namespace`,
  ].join(', ');
}
