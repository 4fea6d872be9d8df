import {
  busUsers,
  extensionPermissions,
  extensionUserOf,
  operatorHost,
  operatorPermissions,
  operatorUser,
} from '@app/contracts/catalogue';
import {
  busUser,
  databaseUrl,
  serviceAccounts,
  services,
  type NatsUser,
  type Service,
  type ServiceAccount,
} from '@app/servers';
import { listedSettings } from '../setting/listed-settings';
import { passedSettings, setByStart } from '../setting/passed-settings';
import { ringOf, type Secrets } from '../state/secrets';

export interface Addresses {
  adminUrl: string;
  natsUrl: string;
}

export interface Place {
  replica: number;
  /** Processes of each service; default 1. */
  replicas?: number;
  /** Public port; only the gateway listens on it. */
  port?: number;
  /** Where clients reach the first gateway. */
  publicUrl?: string;
  /** A build of the dashboard is under way. */
  isDashboardAwaited?: boolean;
  /** Engine entries of the start's own, for the broker. */
  entriesFile?: string;
  /** The first organization: on one machine its owners run the installation, and may set models, of this machine too. */
  organization?: string;
  /** Health and metrics. */
  adminPort: number;
}

/** What every process is given from outside beside its settings. The packages of OpenTelemetry read more than we list. */
const ofTheSystem = /^(OTEL_\w+|PATH|HOME|TMPDIR|TZ|NODE_EXTRA_CA_CERTS)$/;

export function accountsOf(secrets: Secrets): ServiceAccount[] {
  return serviceAccounts((service) => secrets.database[service] ?? missing(service));
}

/** One bus user a service, with what the catalogue lets it say and hear, one an extension, and that of the operator's command. */
export function busUsersOf({ bus, extensions = {} }: Pick<Secrets, 'bus' | 'extensions'>): NatsUser[] {
  const own = busUsers().map(({ service, permissions }) =>
    busUser(service, bus[service] ?? missing(service), permissions),
  );
  const others = Object.entries(extensions).map(([name, { password, ...rest }]) =>
    busUser(extensionUserOf({ name }), password, extensionPermissions({ name, ...rest })),
  );
  const operator = busUser(operatorUser, bus[operatorHost] ?? missing(operatorHost), operatorPermissions());
  return [...own, operator, ...others];
}

/** Batches of documents fill the young generation of 16 MiB, which Node has by default, faster than they are done with. */
export const documentsNodeOptions = '--max-semi-space-size=32';

/** The whole environment of one process; nothing else leaks in from ours. */
export function serviceEnvironment(
  service: Service,
  secrets: Secrets,
  addresses: Addresses,
  place: Place,
  outer: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const own = passedSettings(service, setByStart);
  const mayPass = (name: string): boolean => ofTheSystem.test(name) || own.includes(name);
  const kept = Object.entries(outer).filter((entry): entry is [string, string] => mayPass(entry[0]) && !!entry[1]);
  const account = accountsOf(secrets)[services.indexOf(service)];
  return {
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    POOL_SIZE: String(poolSize(place.replicas ?? 1)),
    ...(place.publicUrl === undefined ? {} : { PUBLIC_URL: place.publicUrl }),
    ...ownersMay(service, place.organization),
    ...Object.fromEntries(kept),
    SERVICE: service,
    REPLICA: String(place.replica),
    DATABASE_URL: databaseUrl(addresses.adminUrl, account),
    NATS_URL: addresses.natsUrl,
    NATS_USER: service,
    NATS_PASSWORD: secrets.bus[service] ?? missing(service),
    MASTER_KEY: ringOf(secrets),
    ADMIN_PORT: String(place.adminPort),
    ...(place.port === undefined ? {} : { PORT: String(place.port) }),
    ...(service === 'gateway' ? { OPERATOR_TOKEN: secrets.operatorToken } : {}),
    ...(service === 'gateway' && place.isDashboardAwaited ? { DASHBOARD_AWAITED: 'true' } : {}),
    ...(service === 'engine-broker' && place.entriesFile
      ? { ENGINE_ENTRIES_FILE: place.entriesFile, ENGINE_ENTRIES_FILE_OF: 'start' }
      : {}),
    ...(service === 'documents' ? { NODE_OPTIONS: documentsNodeOptions } : {}),
  };
}

/** What the outside may say otherwise. */
function ownersMay(service: Service, organization: string | undefined): Record<string, string> {
  if (organization === undefined) return {};
  if (service === 'gateway') return { MODELS_SET_BY_OWNERS_OF: organization };
  return service === 'engine-broker' ? { MODELS_PRIVATE_ADDRESSES: 'true' } : {};
}

/** The environment of a process that holds all services, in the order of `services`. */
export function togetherEnvironment(environments: readonly Record<string, string>[]): Record<string, string> {
  const shared = Object.entries(environments[0] ?? {}).filter(
    ([name]) => ofTheSystem.test(name) || (name in listedSettings.every && !setByStart.has(name)),
  );
  return {
    NODE_ENV: 'production',
    ...Object.fromEntries(shared),
    SERVICE: 'services',
    NODE_OPTIONS: documentsNodeOptions,
    SERVICE_ENVIRONMENTS: JSON.stringify(Object.fromEntries(services.map((service, i) => [service, environments[i]]))),
  };
}

/** Connections of one process: 5, or fewer when many processes share the 200 of our server. */
function poolSize(replicas: number): number {
  return Math.max(2, Math.min(5, Math.floor(160 / (services.length * replicas))));
}

function missing(service: string): never {
  throw new Error(`secrets.json knows no ${service}`);
}
