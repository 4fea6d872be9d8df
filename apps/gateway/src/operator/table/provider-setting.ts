import { UnreadableCommand } from '@app/commands';
import { InvalidArgumentError } from 'commander';
import { MemberRole, memberRoles } from '../../identity/principal/principal';
import { isLoopback } from '../../identity/session/session-cookie';

/** An identity provider as the operator sets it. */
export interface ProviderSetting {
  issuer: string;
  clientId: string;
  name: string;
  domains: string[];
  roleClaim: string | null;
  roleMap: Record<string, MemberRole>;
  defaultRole: MemberRole | null;
  /** Address of the owner for whom password and link stay; null does not enforce the provider. */
  spareOwner: string | null;
  /** The first line of standard input is the client's secret. */
  readsSecret: boolean;
}

/** The options of `org idp-set`, each checked by itself. */
export interface ProviderWords {
  issuer: string;
  clientId: string;
  name?: string;
  domains: string[];
  roleClaim?: string;
  roleMap?: Record<string, MemberRole>;
  defaultRole: 'admin' | 'member' | 'none';
  enforced?: boolean;
  spareOwner?: string;
  clientSecretStdin?: boolean;
}

const domain = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/;
const maxDomains = 50;
const maxGroups = 500;

/** @throws UnreadableCommand when options that go together were given apart */
export function settingOf(words: ProviderWords): ProviderSetting {
  const { issuer, clientId, domains, roleClaim, roleMap, defaultRole, spareOwner } = words;
  if ((roleClaim === undefined) !== (roleMap === undefined))
    throw new UnreadableCommand('--role-claim and --role-map go together: give both or neither.');
  if ((words.enforced === true) !== (spareOwner !== undefined))
    throw new UnreadableCommand(
      '--enforced and --spare-owner go together: the spare owner keeps password and link, for the day when the provider is down.',
    );
  return {
    issuer,
    clientId,
    domains,
    name: words.name ?? boundedOf(new URL(issuer).hostname),
    roleClaim: roleClaim ?? null,
    roleMap: roleMap ?? {},
    defaultRole: defaultRole === 'none' ? null : defaultRole,
    spareOwner: spareOwner ?? null,
    readsSecret: words.clientSecretStdin === true,
  };
}

export function issuerOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url && isSafe && text.length <= 500 && !url.username && !url.search && !url.hash) return text;
  throw new InvalidArgumentError(
    'It must be the https:// address of the provider, without a query (http:// on this machine).',
  );
}

export function domainsOf(text: string): string[] {
  const domains = [...new Set(text.toLowerCase().split(','))];
  if (domains.length <= maxDomains && domains.every((one) => domain.test(one))) return domains;
  throw new InvalidArgumentError(`They must be 1 to ${maxDomains} domains such as example.com,example.org.`);
}

export function roleMapOf(text: string): Record<string, MemberRole> {
  const pairs = text.split(',').filter(Boolean).map(pairOf);
  if (pairs.length > maxGroups) throw new InvalidArgumentError(`It may name at most ${maxGroups} groups.`);
  return Object.fromEntries(pairs);
}

function pairOf(text: string): [string, MemberRole] {
  const at = text.lastIndexOf('=');
  const role = memberRoles.find((one) => one === text.slice(at + 1));
  if (at > 0 && role) return [boundedOf(text.slice(0, at)), role];
  throw new InvalidArgumentError(
    'It must be pairs such as staff=admin,everyone=member; roles are owner, admin, member.',
  );
}

export function boundedOf(value: string): string {
  if (value !== '' && value.length <= 255 && !/\p{Cc}/u.test(value)) return value;
  throw new InvalidArgumentError('It needs 1 to 255 characters without control characters.');
}
