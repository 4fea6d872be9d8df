import { Database } from '@app/persistence';
import { insertKey } from '../identity/key/key.store';
import { makeToken } from '../identity/key/token';
import { findOrganizationNamed, insertOrganization } from '../identity/organization/organization.store';
import { addMember, signInLink } from './member-command';
import { Order } from './table/order';

/**
 * Makes an organization with its first owner, a key for all of its namespaces and a link that signs the owner in. What is
 * there already stays: after a run that was killed the command is run again, and the key and the link are new ones.
 * @returns JSON: `organization` (id), `key` (shown this once), `sign_in_link` (one use, an hour)
 */
export async function setUp(
  database: Database,
  { name, plan, owner, readsPassword, id }: Extract<Order, { kind: 'org-set-up' }>,
): Promise<string> {
  await database.transaction('gateway.organization-create', (tx) => insertOrganization(tx, name, plan, id));
  const organization = await findOrganizationNamed(database, name);
  if (!organization) throw new Error(`Organization ${name} was removed meanwhile; run the command again.`);
  await addMember(database, organization.id, { email: owner, role: 'owner', readsPassword });
  const made = makeToken();
  const spec = { organizationId: organization.id, role: 'read_write', scope: '*', madeBy: 'operator' } as const;
  await database.transaction('gateway.key-create', (tx) =>
    insertKey(tx, { ...spec, description: null, expiresAt: null }, made),
  );
  const link = await signInLink(database, organization.id, owner);
  return JSON.stringify({ organization: organization.id, key: made.token, sign_in_link: link });
}
