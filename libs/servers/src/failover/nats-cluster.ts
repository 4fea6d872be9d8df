import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNats, type NatsControl } from '../infrastructure/nats/nats';
import { renderNatsConfig, type NatsUser } from '../infrastructure/nats/nats-config';
import { findFreePort } from '../infrastructure/process/port';

/** The name of a server of the cluster, counted from 0. */
export const natsServerName = (index: number): string => `nats-${index}`;

/**
 * Starts servers that keep streams together, with the program and the users of another server.
 * @param folders one a server, for its configuration, log and store
 */
export async function startNatsCluster(like: NatsControl, folders: readonly string[]): Promise<NatsControl[]> {
  const { authorization } = JSON.parse(readFileSync(like.configPath, 'utf8')) as {
    authorization: { users: NatsUser[] };
  };
  const routePorts: number[] = [];
  for (const _ of folders) routePorts.push(await findFreePort());
  const routes = routePorts.map((port) => `nats-route://127.0.0.1:${port}`);
  const servers: NatsControl[] = [];
  for (const [index, folder] of folders.entries()) {
    const at = (name: string): string => join(folder, name);
    const control = {
      program: like.program,
      port: await findFreePort(),
      configPath: at('nats.conf'),
      pidFile: at('nats.pid'),
      logPath: at('nats.log'),
      storeDir: at('nats-store'),
    };
    mkdirSync(control.storeDir, { recursive: true });
    const cluster = { serverName: natsServerName(index), port: routePorts[index], routes };
    const { port, storeDir, pidFile } = control;
    const config = renderNatsConfig({ port, storeDir, pidFile, users: authorization.users, cluster });
    writeFileSync(control.configPath, config, { mode: 0o600 });
    servers.push(control);
  }
  await Promise.all(servers.map((server) => runNats(server)));
  return servers;
}
