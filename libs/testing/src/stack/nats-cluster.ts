import { NatsControl, natsServerName, startGuard, startNatsCluster, stopNats } from '@app/servers';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JetStreamManager, NatsConnection, connect } from 'nats';
import { eventually } from '../eventually';

/** A stream as the cluster keeps it. */
export interface KeptStream {
  name: string;
  copies: number;
  /** Which server leads it, counted from 0; -1 while none does. */
  leader: number;
  /** Whether every copy has all of it. */
  isWhole: boolean;
}

const size = 3;
const readyMs = 60_000;

/** Three servers in the place of a stack's one. */
export class NatsCluster {
  private constructor(
    readonly servers: NatsControl[],
    private readonly login: { user: string; pass: string },
  ) {}

  /**
   * @param single a running server whose users the cluster takes; it stops
   * @param url of the single server, with a user who may do everything
   */
  static async open(single: NatsControl, url: string, closers: (() => Promise<void>)[]): Promise<NatsCluster> {
    await stopNats(single);
    const folders = Array.from({ length: size }, () => mkdtempSync(join(tmpdir(), 'judgment-nats-')));
    for (const guard of folders.map((folder) => startGuard(folder, true))) closers.push(() => guard.release());
    const servers = await startNatsCluster(single, folders);
    closers.push(async () => void (await Promise.all(servers.map((server) => stopNats(server)))));
    const { username: user, password: pass } = new URL(url);
    const cluster = new NatsCluster(servers, { user, pass });
    await cluster.untilReady();
    return cluster;
  }

  /** Addresses of all servers, separated by commas. */
  get url(): string {
    return this.servers.map(({ port }) => `nats://127.0.0.1:${port}`).join();
  }

  /** The streams of the services, as any server that answers knows them. */
  streams(): Promise<KeptStream[]> {
    return this.withManager(async (jsm) => {
      const kept: KeptStream[] = [];
      for await (const { config, cluster } of jsm.streams.list()) {
        const replicas = cluster?.replicas ?? [];
        kept.push({
          name: config.name,
          copies: config.num_replicas,
          leader: this.servers.findIndex((_, index) => natsServerName(index) === cluster?.leader),
          isWhole: replicas.length === config.num_replicas - 1 && replicas.every(({ current }) => current),
        });
      }
      return kept;
    });
  }

  /** A cluster keeps copies once its servers have met and chosen who leads. */
  private async untilReady(): Promise<void> {
    const name = 'ready';
    await eventually(
      () =>
        this.withManager(async (jsm) => void (await jsm.streams.add({ name, num_replicas: size, subjects: [name] }))),
      readyMs,
    );
    await this.withManager((jsm) => jsm.streams.delete(name));
  }

  private async withManager<T>(work: (jsm: JetStreamManager) => Promise<T>): Promise<T> {
    const nc: NatsConnection = await connect({ servers: this.url.split(','), ...this.login });
    try {
      return await work(await nc.jetstreamManager({ checkAPI: false }));
    } finally {
      await nc.close();
    }
  }
}
