import { Plan, Role, plans, roles, scopePattern } from '@app/contracts';
import { parseArgs } from 'node:util';
import { organizationName } from '../organization/organization-name';
import { MemberRole, OrganizationLimits, memberRoles } from '../principal/principal';
import { ProviderOrder, providerOptions, providerUsage, readProviderOrder } from './provider-order';
import { MailOrder, mailUsage, readMailOrder } from '../mail/mail-order';

/** An operator's command, parsed from the command line. */
export type Order =
  | { kind: 'org-create'; name: string; plan: Plan }
  | { kind: 'org-plan'; name: string; plan: Plan }
  | { kind: 'org-suggestions'; name: string; isOn: boolean }
  | { kind: 'member-add'; organization: string; email: string; role: MemberRole; readsPassword: boolean }
  | { kind: 'sign-in-link'; organization: string; email: string }
  | { kind: 'member-email'; organization: string; email: string; to: string }
  | { kind: 'sessions-revoke'; organization: string; email: string }
  | {
      kind: 'key-create';
      organization: string;
      role: Role;
      scope: string;
      description: string | null;
      expiresAt: Date | null;
      json: boolean;
    }
  | { kind: 'key-list'; organization: string; json: boolean }
  | { kind: 'key-revoke'; organization: string; id: string }
  | { kind: 'limits'; organization: string; limits: Partial<OrganizationLimits> }
  | { kind: 'key-limit'; organization: string; id: string; requestsPerSecond: number | null }
  | MailOrder
  | ProviderOrder;

const usage = `usage:
  org create NAME [--plan developer|team|scale]
  org plan NAME --plan developer|team|scale
  org suggestions NAME --on|--off
  org member-add --org NAME --email ADDRESS [--role owner|admin|member] [--password-stdin]
  org member-email --org NAME --email ADDRESS --to ADDRESS
  org sign-in-link --org NAME --email ADDRESS
  org sessions-revoke --org NAME --email ADDRESS
${providerUsage}
  keys create --org NAME [--role read_write|read_only] [--scope SCOPE] [--description TEXT] [--expires-at TIME] [--json]
  keys list --org NAME [--json]
  keys revoke KEY_ID --org NAME
  limits --org NAME [--requests-per-second-per-key N] [--requests-per-second-per-org N] [--concurrent-reads N]
  limits --org NAME --key KEY_ID --requests-per-second N
${mailUsage}
  (N may be \`default\`)`;

/** Parses a command. @throws Error with one sentence, or the usage, when the command cannot be read */
export function readOrder(args: string[]): Order {
  const { values, positionals } = parse(args);
  const [noun, verb, subject] = positionals;
  const mailOrder = noun === 'mails' ? readMailOrder({ verb, id: subject, values }) : null;
  if (mailOrder) return mailOrder;
  const providerOrder = noun === 'org' ? readProviderOrder(verb, subject, values) : null;
  if (providerOrder) return providerOrder;
  switch (`${noun} ${verb ?? ''}`.trim()) {
    case 'org create':
      return { kind: 'org-create', name: named(subject), plan: chosen('plan', values.plan ?? 'developer', plans) };
    case 'org plan':
      return { kind: 'org-plan', name: named(subject), plan: chosen('plan', values.plan, plans) };
    case 'org suggestions':
      return { kind: 'org-suggestions', name: named(subject), isOn: switched(values) };
    case 'org member-add':
      return {
        kind: 'member-add',
        organization: given('org', values.org),
        email: address(given('email', values.email)),
        role: chosen('role', values.role ?? 'member', memberRoles),
        readsPassword: values['password-stdin'] === true,
      };
    case 'org member-email':
      return {
        ...{ kind: 'member-email', organization: given('org', values.org) },
        ...{ email: address(given('email', values.email)), to: address(given('to', values.to), 'to') },
      };
    case 'org sign-in-link':
    case 'org sessions-revoke':
      return {
        kind: verb === 'sign-in-link' ? 'sign-in-link' : 'sessions-revoke',
        organization: given('org', values.org),
        email: address(given('email', values.email)),
      };
    case 'keys create':
      return {
        kind: 'key-create',
        organization: given('org', values.org),
        role: chosen('role', values.role ?? 'read_write', roles),
        scope: scoped(values.scope ?? '*'),
        description: values.description ?? null,
        expiresAt: instant(values['expires-at']),
        json: values.json === true,
      };
    case 'keys list':
      return { kind: 'key-list', organization: given('org', values.org), json: values.json === true };
    case 'keys revoke':
      return { kind: 'key-revoke', organization: given('org', values.org), id: given('KEY_ID', subject) };
    case 'limits':
      return readLimits(values);
    default:
      throw new Error(usage);
  }
}

type Values = ReturnType<typeof parse>['values'];

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      org: text,
      plan: text,
      email: text,
      to: text,
      role: text,
      status: text,
      scope: text,
      description: text,
      'expires-at': text,
      key: text,
      'requests-per-second': text,
      'requests-per-second-per-key': text,
      'requests-per-second-per-org': text,
      'concurrent-reads': text,
      json: { type: 'boolean' },
      on: { type: 'boolean' },
      off: { type: 'boolean' },
      'password-stdin': { type: 'boolean' },
      ...providerOptions,
    },
  });
}

function readLimits(values: Values): Order {
  const organization = given('org', values.org);
  if (values.key !== undefined) {
    const requestsPerSecond = limit('requests-per-second', values['requests-per-second']);
    if (requestsPerSecond === undefined) throw new Error(usage);
    return { kind: 'key-limit', organization, id: values.key, requestsPerSecond };
  }
  const limits = {
    requestsPerSecondPerKey: limit('requests-per-second-per-key', values['requests-per-second-per-key']),
    requestsPerSecondPerOrg: limit('requests-per-second-per-org', values['requests-per-second-per-org']),
    concurrentReads: limit('concurrent-reads', values['concurrent-reads']),
  };
  if (Object.values(limits).every((value) => value === undefined)) throw new Error(usage);
  return { kind: 'limits', organization, limits };
}

function limit(option: string, value: string | undefined): number | null | undefined {
  if (value === undefined) return undefined;
  if (value === 'default') return null;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1 || number > 1_000_000)
    throw new Error(`--${option} must be an integer in 1..1000000, or \`default\`.`);
  return number;
}

function given(option: string, value: string | undefined): string {
  if (value) return value;
  throw new Error(`${option === 'KEY_ID' ? option : `--${option}`} is missing.\n${usage}`);
}

function named(value: string | undefined): string {
  if (value && organizationName.test(value)) return value;
  throw new Error('An organization needs a name of 1 to 128 characters of A-Za-z0-9._-, such as `org create acme`.');
}

function chosen<T extends string>(option: string, value: string | undefined, values: readonly T[]): T {
  const found = values.find((one) => one === value);
  if (found) return found;
  throw new Error(`--${option} must be one of ${values.join(', ')}.`);
}

function switched({ on = false, off = false }: Values): boolean {
  if (on !== off) return on;
  throw new Error(`Give either --on or --off.\n${usage}`);
}

function scoped(value: string): string {
  if (scopePattern.test(value)) return value;
  throw new Error("--scope must be '*', a namespace, or a prefix such as 'acme/prod/*'.");
}

function instant(value: string | undefined): Date | null {
  if (value === undefined) return null;
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) throw new Error('--expires-at must be a timestamp such as 2027-01-31T00:00:00Z.');
  return date;
}

function address(value: string, option = 'email'): string {
  if (/^[^@\s]+@[^@\s]+$/.test(value)) return value;
  throw new Error(`--${option} must be an address such as ada@example.com.`);
}
