import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { clusterMajor, dataFolder, makeFolder } from '../../plain/cluster.cjs';
import { postgresAccount, type Account } from './account';
import { openContainedNats, openContainedPostgres, natsImage, postgresImage } from './docker/contained';
import { hasContainerEngine } from './docker/docker';
import { SetupFailure } from './failure';
import { checkBusUsers, openForeignNats, openForeignPostgres } from './foreign';
import { startGuard } from './process/guard';
import { natsServer, startNats, type NatsServer } from './nats/nats';
import type { NatsUser } from './nats/nats-config';
import { debianNats } from './nats/nats-package';
import { findFreePort } from './process/port';
import { givenSettings, wantsPackaged } from './given-settings';
import { keptSettings, postgresServer, startPostgres, type PostgresServer } from './postgres/postgres';
import { fetchPostgres, packagedMajor, packagedPostgres } from './postgres/postgres-package';
import { natsProgram, postgresPrograms } from './process/program';

export interface InfrastructureOptions {
  /** Git-ignored folder of data that survives a restart; programs that were unpacked stand here too. */
  stateDir: string;
  /** `test`: throw-away data in the system's temporary folder, deleted by stop(). */
  purpose: 'local' | 'test';
  /** Bus users beside the administrator. */
  users: NatsUser[];
  /** Passwords of the administrators; new ones when missing (for `local` they must be the ones of the first start). */
  passwords?: { postgres: string; nats: string };
  /** Wished for; another free port is taken when they are not free. */
  ports?: { postgres?: number; nats?: number };
  log?: (line: string) => void;
  env?: NodeJS.ProcessEnv;
}

export interface Infrastructure {
  postgres: PostgresServer;
  nats: NatsServer;
  /** NATS first, then Postgres; only what we started. */
  stop(): Promise<void>;
}

export const natsAdmin = 'admin';

/**
 * Postgres and NATS, in this order from: DATABASE_URL and NATS_URL, programs on this machine, packages at hand, containers;
 * for Postgres also a package that is fetched.
 * @throws SetupFailure with a sentence that says what to install
 */
export async function openInfrastructure(options: InfrastructureOptions): Promise<Infrastructure> {
  const { purpose, env = process.env } = options;
  const account = postgresAccount();
  const stateDir = makeFolder(resolve(options.stateDir));
  const folder =
    purpose === 'test' ? makeFolder(mkdtempSync(join(tmpdir(), 'judgment-test-'))) : dataFolder(stateDir, account);
  const place = {
    ...options,
    stateDir,
    folder,
    account,
    passwords: options.passwords ?? { postgres: secret(), nats: secret() },
  };
  const guard = startGuard(folder, purpose === 'test');
  const opened = await Promise.allSettled([
    env['DATABASE_URL']
      ? openForeignPostgres(env['DATABASE_URL'])
      : openOwnPostgres(place, givenSettings(env['POSTGRES_SETTINGS']), wantsPackaged(env['POSTGRES_PROGRAM'])),
    env['NATS_URL'] ? openGivenNats(env['NATS_URL'], options) : openOwnNats(place),
  ]);
  const [postgres, nats] = opened;
  if (postgres.status === 'rejected' || nats.status === 'rejected') {
    for (const one of opened) if (one.status === 'fulfilled') await one.value.stop();
    await guard.release();
    throw opened.find((one) => one.status === 'rejected')?.reason;
  }
  return {
    postgres: postgres.value,
    nats: nats.value,
    async stop() {
      await nats.value.stop();
      await postgres.value.stop();
      await guard.release();
    },
  };
}

type Place = Required<Pick<InfrastructureOptions, 'stateDir' | 'users' | 'passwords' | 'purpose'>> &
  Pick<InfrastructureOptions, 'ports' | 'log'> & { folder: string; account: Account | undefined };

/**
 * @param given settings beside those of every own server; the last one of a name counts
 * @param isPackaged the package's programs, whatever the machine has
 */
async function openOwnPostgres(place: Place, given: readonly string[], isPackaged: boolean): Promise<PostgresServer> {
  const { folder, stateDir, account, passwords, ports, log, purpose } = place;
  // Of tests Postgres keeps its own pace: no plan is to change under them.
  const settings = purpose === 'local' ? [...keptSettings, ...given] : [];
  const port = await findFreePort(ports?.postgres);
  const found = isPackaged ? [] : postgresPrograms(account);
  // Data of an earlier start wants the version that made it.
  const major = clusterMajor(join(folder, 'postgres'));
  let program = major === undefined ? found[0] : found.find((one) => one.major === major);
  const copyTo = () => dataFolder(stateDir, account);
  program ??= packagedPostgres(account, copyTo);
  if (!program && !isPackaged && major !== packagedMajor()) {
    program = found[0];
    if (!program && (await hasContainerEngine())) {
      log?.(`Postgres in a container of ${postgresImage}, port ${port}`);
      return openContainedPostgres(folder, port, passwords.postgres, settings);
    }
  }
  program ??= await fetchPostgres(account, copyTo, (line) => log?.(line));
  log?.(`Postgres ${program.major} from ${program.bin}, port ${port}`);
  return postgresServer(await startPostgres(program, folder, port, passwords.postgres, account, settings));
}

async function openGivenNats(
  address: string,
  { purpose, users, stateDir }: InfrastructureOptions,
): Promise<NatsServer> {
  const server = await openForeignNats(address);
  if (purpose === 'local') await checkBusUsers(server, users, join(stateDir, 'nats-users.conf'));
  return server;
}

async function openOwnNats({ folder, stateDir, passwords, users, ports, log }: Place): Promise<NatsServer> {
  const port = await findFreePort(ports?.nats);
  const admin = { user: natsAdmin, password: passwords.nats };
  const all = [{ ...admin }, ...users];
  const program = natsProgram() ?? debianNats(join(stateDir, 'programs'), (line) => log?.(line));
  if (program) {
    log?.(`NATS from ${program}, port ${port}`);
    return natsServer(await startNats(program, folder, port, all), admin);
  }
  if (await hasContainerEngine()) {
    log?.(`NATS in a container of ${natsImage}, port ${port}`);
    return openContainedNats(folder, port, all, admin);
  }
  throw new SetupFailure(
    'No NATS can be had: install nats-server 2.9 or newer ("apt-get install nats-server", "brew install nats-server", or the program of https://github.com/nats-io/nats-server/releases on the path), start Docker, or set NATS_URL.',
  );
}

function secret(): string {
  return randomBytes(18).toString('base64url');
}
