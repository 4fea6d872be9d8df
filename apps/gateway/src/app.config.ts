import { type Setting, integer, json, oneOf, publicUrl, secret, text } from '@app/config';
import { checkAddressRanges } from './request/address-ranges';
import { smtpAddress } from './identity/mail/smtp-address';
import { operatorBusSettings } from './operator/explain/operator-bus-settings';

/** @throws Error for what is no id: a name could be taken by another organization */
function organizations(
  env: string,
  options: { meaning: string; fallback: readonly string[] },
): Setting<readonly string[]> {
  const read = (raw: string): string[] => {
    const ids = raw.split(',').map((one) => one.trim());
    if (!ids.every((id) => /^org_\w{1,64}$/.test(id)))
      throw new Error('must be ids such as org_0192..., separated by commas');
    return ids;
  };
  return { env, ...options, read };
}

/** Settings of the gateway, beside those of every service. Limits have the specification's defaults. */
export const gatewaySettings = {
  port: integer('PORT', { meaning: 'public port; 0 picks a free one', fallback: 8080, min: 0, max: 65535 }),
  host: text('HOST', { meaning: 'address that the public port listens on', fallback: '127.0.0.1' }),
  requestsPerSecondPerKey: integer('REQUESTS_PER_SECOND_PER_KEY', {
    meaning: 'requests a second of one key, unless the operator set another limit',
    unit: 'requests/s',
    fallback: 1000,
    min: 1,
    max: 1_000_000,
  }),
  requestsPerSecondPerOrg: integer('REQUESTS_PER_SECOND_PER_ORG', {
    meaning: 'requests a second of all keys of an organization together, unless the operator set another limit',
    unit: 'requests/s',
    fallback: 2000,
    min: 1,
    max: 1_000_000,
  }),
  concurrentReads: integer('CONCURRENT_READS', {
    meaning: 'gets and queries in flight in one namespace, unless the operator set another limit',
    fallback: 32,
    min: 1,
    max: 1_000_000,
  }),
  admissionPoolSize: integer('ADMISSION_POOL_SIZE', {
    meaning: 'Postgres connections of this process that only check keys and idempotency',
    fallback: 4,
    min: 2,
    max: 50,
  }),
  routeTimeoutMs: integer('ROUTE_TIMEOUT_MS', {
    meaning: 'time after which the gateway stops a request',
    unit: 'ms',
    fallback: 35_000,
    min: 100,
    max: 35_000,
  }),
  webhookEgressAddresses: json<readonly string[]>('WEBHOOK_EGRESS_ADDRESSES', {
    meaning:
      'addresses and CIDR ranges that webhook deliveries come from, as a JSON array, for the firewalls of receivers',
    fallback: [],
    check: checkAddressRanges,
  }),
  trustedProxies: json<readonly string[]>('TRUSTED_PROXIES', {
    meaning:
      'addresses and CIDR ranges of the proxies before the gateway, as a JSON array: they say in X-Forwarded-For who the client is, whose failed sign-ins then count together; empty: they count by account alone',
    fallback: [],
    check: checkAddressRanges,
  }),
  modelsSetByOwnersOf: organizations('MODELS_SET_BY_OWNERS_OF', {
    meaning:
      'ids of the organizations whose owners may put models behind the engine names, separated by commas; what they set gets the documents of all organizations',
    fallback: [],
  }),
  publicUrl,
  dashboardFolder: text('DASHBOARD_FOLDER', {
    meaning: 'folder that the build of the dashboard wrote; without a build there, the gateway serves no dashboard',
    fallback: 'dist/clients/dashboard',
  }),
  dashboardAwaited: oneOf('DASHBOARD_AWAITED', ['true', 'false'], {
    meaning:
      'a build of the dashboard is under way, as at a start on one machine: its pages say so, and are served once it stands',
    fallback: 'false',
  }),
  allowInsecureCookies: oneOf('ALLOW_INSECURE_COOKIES', ['true', 'false'], {
    meaning: 'lets people sign in over http:// from other hosts: passwords and sessions cross the network unencrypted',
    fallback: 'false',
  }),
  smtpUrl: {
    ...secret('SMTP_URL', {
      meaning: 'SMTP server, smtp://user:password@host:port or smtps://...; empty: mails are kept for the operator',
      fallback: '',
    }),
    read: smtpAddress,
  },
  ...operatorBusSettings,
  mailFrom: text('MAIL_FROM', {
    meaning: 'sender of mails, such as `Judgments <no-reply@example.com>`; required with SMTP_URL',
    fallback: '',
  }),
};

export type GatewaySettings = typeof gatewaySettings;
