import { MemberRole, memberRoles } from '../principal/principal';
import { isLoopback } from '../session/session-cookie';

/** An operator's command about identity providers. */
export type ProviderOrder =
  | ({ kind: 'idp-set'; organization: string } & ProviderSetting)
  | { kind: 'idp-list'; organization: string }
  | { kind: 'idp-remove'; organization: string; id: string };

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

export const providerUsage = `  org idp-set --org NAME --issuer URL --client-id ID --domains DOMAIN,... [--name TEXT] [--client-secret-stdin]
    [--role-claim CLAIM --role-map GROUP=ROLE,...] [--default-role admin|member|none] [--enforced --spare-owner ADDRESS]
  org idp-list --org NAME
  org idp-remove IDP_ID --org NAME`;

/** Options of these commands, beside those that others have. */
export const providerOptions = {
  issuer: { type: 'string' },
  'client-id': { type: 'string' },
  'client-secret-stdin': { type: 'boolean' },
  domains: { type: 'string' },
  name: { type: 'string' },
  'role-claim': { type: 'string' },
  'role-map': { type: 'string' },
  'default-role': { type: 'string' },
  enforced: { type: 'boolean' },
  'spare-owner': { type: 'string' },
} as const;

export type ProviderValues = { org?: string } & {
  [Name in keyof typeof providerOptions]?: (typeof providerOptions)[Name]['type'] extends 'string' ? string : boolean;
};

const domain = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/;
const maxDomains = 50;
const maxGroups = 500;

/** @returns null when the command is not about identity providers @throws Error with one sentence */
export function readProviderOrder(
  verb: string | undefined,
  id: string | undefined,
  values: ProviderValues,
): ProviderOrder | null {
  if (verb !== 'idp-set' && verb !== 'idp-list' && verb !== 'idp-remove') return null;
  const organization = given('--org', values.org);
  if (verb === 'idp-list') return { kind: verb, organization };
  if (verb === 'idp-remove') return { kind: verb, organization, id: given('IDP_ID', id) };
  const issuer = issuerOf(given('--issuer', values.issuer));
  return {
    ...{ kind: verb, organization, issuer },
    clientId: bounded('--client-id', given('--client-id', values['client-id'])),
    name: bounded('--name', values.name ?? new URL(issuer).hostname),
    domains: domainsOf(given('--domains', values.domains)),
    ...rolesOf(values),
    spareOwner: spareOwnerOf(values),
    readsSecret: values['client-secret-stdin'] === true,
  };
}

function issuerOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url && isSafe && text.length <= 500 && !url.username && !url.search && !url.hash) return text;
  throw new Error('--issuer must be the https:// address of the provider, without a query (http:// on this machine).');
}

function domainsOf(text: string): string[] {
  const domains = [...new Set(text.toLowerCase().split(','))];
  if (domains.length <= maxDomains && domains.every((one) => domain.test(one))) return domains;
  throw new Error(`--domains must be 1 to ${maxDomains} domains such as example.com,example.org.`);
}

function rolesOf(values: ProviderValues): Pick<ProviderSetting, 'roleClaim' | 'roleMap' | 'defaultRole'> {
  const wanted = values['default-role'] ?? 'member';
  const defaultRole = memberRoles.find((role) => role === wanted) ?? null;
  if (defaultRole === 'owner' || (defaultRole === null && wanted !== 'none'))
    throw new Error('--default-role must be one of admin, member, none.');
  const roleClaim = values['role-claim'] ?? null;
  if ((roleClaim === null) !== (values['role-map'] === undefined))
    throw new Error('--role-claim and --role-map go together: give both or neither.');
  const pairs = (values['role-map'] ?? '').split(',').filter(Boolean).map(pairOf);
  if (pairs.length > maxGroups) throw new Error(`--role-map may name at most ${maxGroups} groups.`);
  return {
    roleClaim: roleClaim && bounded('--role-claim', roleClaim),
    roleMap: Object.fromEntries(pairs),
    defaultRole,
  };
}

function pairOf(text: string): [string, MemberRole] {
  const at = text.lastIndexOf('=');
  const role = memberRoles.find((one) => one === text.slice(at + 1));
  if (at > 0 && role) return [bounded('--role-map', text.slice(0, at)), role];
  throw new Error('--role-map must be pairs such as staff=admin,everyone=member; roles are owner, admin, member.');
}

function spareOwnerOf(values: ProviderValues): string | null {
  const address = values['spare-owner'] ?? null;
  if ((values.enforced === true) === (address !== null)) return address;
  throw new Error(
    '--enforced and --spare-owner go together: the spare owner keeps password and link, for the day when the provider is down.',
  );
}

function given(option: string, value: string | undefined): string {
  if (value) return value;
  throw new Error(`${option} is missing.\nusage:\n${providerUsage}`);
}

function bounded(option: string, value: string): string {
  if (value.length <= 255 && !/\p{Cc}/u.test(value)) return value;
  throw new Error(`${option} may have at most 255 characters and no control characters.`);
}
