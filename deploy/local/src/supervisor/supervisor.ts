import {
  findFreePort,
  natsPid,
  postgresPid,
  services,
  SetupFailure,
  type Infrastructure,
  type Service,
} from '@app/servers';
import { join } from 'node:path';
import type { Secrets } from '../state/secrets';
import { built, workspaceRoot } from '../workspace';
import { Child } from './child';
import { serviceEnvironment, togetherEnvironment, type Addresses } from './environment';
import { openLog } from './log-file';
import { isShown, renderLine, type LogLine } from './log-line';
import { waitUntilReady, type Awaited } from './readiness';

export interface SupervisorOptions {
  secrets: Secrets;
  logs: string;
  addresses: Addresses;
  /** Port of the first gateway. */
  port: number;
  replicas: number;
  /** All services of a replica in one process. */
  isOneProcess: boolean;
  isDashboardAwaited: boolean;
  /** Engine entries of the start's own; none where the operator names a file. */
  entriesFile?: string;
  /** Id of the first organization, whose owners may set models. */
  organization?: string;
  /** Where lines for people go. */
  say: (line: string) => void;
  isColoured: boolean;
  /** Something that no restart mends, such as a full disk. */
  onFailure: (failure: SetupFailure) => void;
}

const readyTimeoutMs = 60_000;
/** Longer than the drain of a service, which is 40 s at most. */
const drainTimeoutMs = 45_000;

/** The processes of the eight services: started, watched, restarted, stopped. */
export class Supervisor {
  private readonly children: Child[] = [];
  private readonly awaited: Awaited[] = [];
  private watch?: NodeJS.Timeout;

  constructor(private readonly options: SupervisorOptions) {}

  /** Starts all at once and resolves when all are ready. @param onProgress names of those still awaited */
  async start(onProgress: (missing: string[], of: number) => void): Promise<void> {
    const { replicas, isOneProcess } = this.options;
    const adminPorts = await this.findFreePorts(services.length * replicas);
    for (let replica = 0; replica < replicas; replica++) {
      const ports = adminPorts.splice(0, services.length);
      if (isOneProcess) this.addTogether(replica, ports);
      else services.forEach((service, i) => this.addAlone(service, replica, ports[i] ?? 0));
    }
    this.children.forEach((child) => child.start());
    await waitUntilReady(this.awaited, readyTimeoutMs, (missing) => onProgress(missing, this.awaited.length));
  }

  /** Starts a server of ours again when it ended unasked. */
  watchServers({ postgres, nats }: Infrastructure): void {
    let isBusy = false;
    const look = async () => {
      const lost = [
        ...(postgres.control && postgresPid(postgres.control) === undefined ? [['Postgres', postgres] as const] : []),
        ...(nats.control && natsPid(nats.control) === undefined ? [['NATS', nats] as const] : []),
      ];
      for (const [name, server] of lost) {
        this.options.say(`${name} ended unasked: starting it again`);
        await server.restart();
      }
    };
    this.watch = setInterval(() => {
      if (isBusy) return;
      isBusy = true;
      look()
        .catch((error: unknown) => this.options.onFailure(error as SetupFailure))
        .finally(() => (isBusy = false));
    }, 1_000);
  }

  /** Gateways first, so that no new request comes in while the others drain. */
  async stop(): Promise<void> {
    clearInterval(this.watch);
    const isGateway = (child: Child) => child.name.startsWith('gateway');
    for (const group of [this.children.filter(isGateway), this.children.filter((child) => !isGateway(child))]) {
      const clean = await Promise.all(group.map((child) => child.stop(drainTimeoutMs)));
      group.forEach((child, i) => clean[i] || this.options.say(`${child.name} did not end by itself and was killed`));
    }
  }

  /** Runs a program of the user's own beside the services; it is watched and stopped as they are. */
  startBeside(name: string, [script, ...args]: [string, ...string[]], env: Record<string, string>): void {
    this.addChild(name, script, env, args).start();
  }

  private addAlone(service: Service, replica: number, adminPort: number): void {
    const name = `${service}-${replica}`;
    const child = this.addChild(name, built(`apps/${service}`), this.environmentOf(service, replica, adminPort));
    this.awaited.push({ name, adminPort, logPath: this.logOf(name), crashes: () => child.crashes });
  }

  private addTogether(replica: number, adminPorts: number[]): void {
    const name = `services-${replica}`;
    const environments = services.map((service, i) => this.environmentOf(service, replica, adminPorts[i] ?? 0));
    const child = this.addChild(name, built('deploy/together'), togetherEnvironment(environments));
    services.forEach((service, i) =>
      this.awaited.push({
        name: `${service}-${replica}`,
        adminPort: adminPorts[i] ?? 0,
        logPath: this.logOf(name),
        crashes: () => child.crashes,
      }),
    );
  }

  private addChild(name: string, script: string, env: Record<string, string>, args: readonly string[] = []): Child {
    const { say, isColoured, onFailure } = this.options;
    const index = this.children.length;
    const logPath = this.logOf(name);
    const show = (line: LogLine) => isShown(line) && say(renderLine(name, index, line, isColoured));
    const child = new Child({
      name,
      script,
      args,
      watchdog: join(workspaceRoot, 'deploy/local/parent-watchdog.cjs'),
      env,
      log: openLog(logPath, (error) =>
        onFailure(new SetupFailure(`${logPath} cannot be written (${error.message}): make room and start again.`)),
      ),
      onLine: show,
      onCrash: (reason, waitMs) =>
        show({ level: 'error', message: `ended unasked (${reason}), again in ${waitMs} ms` }),
    });
    this.children.push(child);
    return child;
  }

  private environmentOf(service: Service, replica: number, adminPort: number): Record<string, string> {
    const { secrets, addresses, port, replicas, isDashboardAwaited, entriesFile, organization } = this.options;
    return serviceEnvironment(service, secrets, addresses, {
      replica,
      replicas,
      adminPort,
      port: service === 'gateway' ? port + replica : undefined,
      publicUrl: `http://127.0.0.1:${port}`,
      isDashboardAwaited,
      entriesFile,
      organization,
    });
  }

  private logOf(name: string): string {
    return join(this.options.logs, `${name}.log`);
  }

  private async findFreePorts(count: number): Promise<number[]> {
    const { port, replicas } = this.options;
    const ports = new Set<number>();
    while (ports.size < count) {
      const free = await findFreePort();
      if (free < port || free >= port + replicas) ports.add(free);
    }
    return [...ports];
  }
}
