import { databaseUrl, prepareDatabase, serviceAccounts } from './postgres/database';
import { openInfrastructure, type Infrastructure } from './infrastructure';
import type { NatsUser } from './nats/nats-config';
import { writeShortLogins, type Login } from './postgres/short-login';
import { services } from './service';

export interface TestInfrastructure {
  infrastructure: Infrastructure;
  /** The TEST_* variables that specs read (see libs/servers/README.md). */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** A bus user of specs that may do everything. */
const specUser: NatsUser = { user: 'spec', password: 'spec' };

/**
 * Throw-away Postgres (database and roles prepared, no migrations run) and NATS with JetStream.
 * @param users bus users beside `spec`. Each service has one that may do everything, named as it is, with the password
 * `test-<service>`; a user of that name given here, such as one with the permissions of the catalogue, takes its place
 */
export async function openTestInfrastructure(
  stateDir: string,
  users: NatsUser[] = [],
  env: NodeJS.ProcessEnv = process.env,
): Promise<TestInfrastructure> {
  const given = new Set(users.map(({ user }) => user));
  const open = services
    .filter((service) => !given.has(service))
    .map((user) => ({ user, password: testPassword(user) }));
  const infrastructure = await openInfrastructure({
    stateDir,
    purpose: 'test',
    users: [specUser, ...open, ...users],
    env,
  });
  const { postgres, nats } = infrastructure;
  const accounts = serviceAccounts(testPassword);
  try {
    await prepareDatabase(postgres.adminUrl, accounts);
    if (postgres.control) await writeShortLogins(postgres.adminUrl, [loginOf(postgres.adminUrl), ...accounts]);
  } catch (error) {
    await infrastructure.stop();
    throw error;
  }
  const urls = services.map((service, i) => [service, databaseUrl(postgres.adminUrl, accounts[i])]);
  // A NATS given by NATS_URL knows no `spec`: there its administrator is the one who may do everything.
  const login = nats.control ? specUser : nats.admin;
  const url = new URL(nats.url);
  return {
    infrastructure,
    env: {
      TEST_DATABASE_URL: databaseUrl(postgres.adminUrl),
      TEST_DATABASE_URLS: JSON.stringify(Object.fromEntries(urls)),
      TEST_POSTGRES_CONTROL: JSON.stringify(postgres.control ?? null),
      TEST_NATS_URL: login.user ? `nats://${login.user}:${login.password}@${url.host}` : nats.url,
      TEST_NATS_CONTROL: JSON.stringify(nats.control ?? null),
    },
    stop: () => infrastructure.stop(),
  };
}

function loginOf(url: string): Login {
  const { username, password } = new URL(url);
  return { role: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** Of a service's database role and bus user in a throw-away pair. */
function testPassword(service: string): string {
  return `test-${service}`;
}
