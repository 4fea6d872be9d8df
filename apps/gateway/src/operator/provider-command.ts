import { platformSettings } from '@app/boot';
import { readConfig } from '@app/config';
import { Database, Tx, Vault, newId } from '@app/persistence';
import { readFileSync } from 'node:fs';
import { findAccountByEmail } from '../identity/account/account.store';
import { writeAudit } from '../identity/organization/audit.store';
import { endSessionsOfDomains, endSessionsOfProvider } from '../identity/provider/enforcement.store';
import { IdentityProvider, secretPlace } from '../identity/provider/identity-provider';
import {
  deleteProvider,
  findProviderOfDomain,
  findProviderOfIssuer,
  listProviders,
  putProvider,
} from '../identity/provider/identity-provider.store';
import { findMember } from '../identity/member/member.store';
import type { ProviderOrder } from './table/order';
import { type IssuerReport, readReportOf } from './provider-directory';
import type { ProviderSetting } from './table/provider-setting';

const operator = 'operator';
const maxSecret = 4096;

/** Carries out a command about the identity providers of an organization. @returns the text for the operator */
export async function carryOutProvider(
  database: Database,
  order: ProviderOrder,
  organization: { id: string; name: string },
): Promise<string> {
  switch (order.kind) {
    case 'idp-set': {
      const { shared, problem } = await readReportOf(order.issuer);
      if (shared !== null) throw new Error(shared);
      const provider = await setProvider(database, organization.id, order, order.readsSecret ? readSecret() : null);
      const enforced = provider.enforced ? `; ${provider.domains.join(', ')} sign in with it alone` : '';
      const unread = problem === null ? '' : `\n${unreadSentence(problem)}`;
      return `provider ${provider.id} (${provider.issuer}) signs people into ${organization.name}${enforced}${unread}`;
    }
    case 'idp-list': {
      const providers = await listProviders(database, organization.id);
      const lines = await Promise.all(
        providers.map(async (provider) => lineOf(provider, await readReportOf(provider.issuer))),
      );
      return lines.length > 0 ? lines.join('\n') : `organization ${organization.name} has no identity provider`;
    }
    case 'idp-remove': {
      const ended = await removeProvider(database, organization.id, order.id);
      return `provider ${order.id} is removed; ${ended} sessions are over, in force within a second`;
    }
  }
}

/**
 * Sets the provider of an issuer. What it signs in stays when it changes; without a new secret the earlier one stays. A
 * provider that is enforced ends the sessions of its domains that passwords and links opened.
 */
export function setProvider(
  database: Database,
  organization: string,
  setting: ProviderSetting,
  secret: { text: string; vault: Vault } | null,
): Promise<IdentityProvider> {
  return database.transaction('gateway.provider-set', async (tx) => {
    // Two providers cannot take one domain at once.
    await tx.query('lock table identity_provider in share row exclusive mode');
    const before = await findProviderOfIssuer(tx, organization, setting.issuer);
    const id = before?.id ?? newId('idp');
    for (const domain of setting.domains) {
      const holder = await findProviderOfDomain(tx, domain);
      if (holder && holder.id !== id)
        throw new Error(`The domain ${domain} belongs to the provider ${holder.id} already.`);
    }
    const { issuer, clientId, name, domains, roleClaim, roleMap, defaultRole, spareOwner } = setting;
    const provider: IdentityProvider = {
      id,
      organization,
      issuer,
      clientId,
      name,
      domains,
      roleClaim,
      roleMap,
      defaultRole,
      clientSecret: secret ? secret.vault.seal(secret.text, secretPlace(id)) : (before?.clientSecret ?? null),
      enforced: spareOwner !== null,
      spareAccount: spareOwner === null ? null : await requireOwner(tx, organization, spareOwner),
    };
    await putProvider(tx, provider);
    if (provider.enforced) await endSessionsOfDomains(tx, provider);
    const after = { issuer, client_id: clientId, domains, enforced: provider.enforced, role_map: roleMap };
    await writeAudit(tx, { organization, actor: operator, action: 'provider.set', target: id, after });
    return provider;
  });
}

/** @returns how many sessions it ended @throws Error when the organization has no such provider */
export function removeProvider(database: Database, organization: string, id: string): Promise<number> {
  return database.transaction('gateway.provider-remove', async (tx) => {
    const ended = await endSessionsOfProvider(tx, { id, organization });
    if (!(await deleteProvider(tx, organization, id))) throw new Error(`The organization has no provider ${id}.`);
    await writeAudit(tx, { organization, actor: operator, action: 'provider.removed', target: id });
    return ended;
  });
}

async function requireOwner(tx: Tx, organization: string, email: string): Promise<string> {
  const account = await findAccountByEmail(tx, email);
  const member = account && (await findMember(tx, organization, account.id));
  if (member?.role === 'owner') return member.id;
  throw new Error(`${email} is no owner of the organization; make them one with \`org member-add --role owner\`.`);
}

function readSecret(): { text: string; vault: Vault } {
  const text = readFileSync(0, 'utf8').split(/\r?\n/, 1)[0];
  if (text === '' || text.length > maxSecret)
    throw new Error(
      `The first line of standard input must be the client's secret, of at most ${maxSecret} characters.`,
    );
  return { text, vault: new Vault(readConfig({ masterKey: platformSettings.masterKey }).masterKey, 'gateway') };
}

function lineOf(provider: IdentityProvider, { shared, problem }: IssuerReport): string {
  const { id, issuer, clientId, clientSecret, domains, roleMap, defaultRole, enforced } = provider;
  const roles = Object.entries(roleMap).map(([group, role]) => `${group}=${role}`);
  return [
    ...[id, issuer, `client ${clientId}${clientSecret ? '' : ' without a secret'}`, domains.join(',')],
    `roles ${[...roles, `default=${defaultRole ?? 'none'}`].join(',')}`,
    enforced ? 'enforced' : 'optional',
    ...(shared === null ? [] : [`\n  ${standingSentence} ${shared}`]),
    ...(problem === null ? [] : [`\n  ${unreadSentence(problem)}`]),
  ].join('  ');
}

/** What a provider of many directories still does that was set before such were refused. */
const standingSentence =
  'It signs in people whom it knows and addresses of its domains that it verified, and nobody else. ' +
  'To change that, remove it with `idp-remove` and set another.';

/** The rules of a sign-in look at the document again, so that nothing is lost when it is read later. */
function unreadSentence(problem: string): string {
  return `Its document was not read (${problem}); it signs nobody in until the gateway can read it.`;
}
