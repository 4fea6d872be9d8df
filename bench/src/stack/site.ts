import { databaseUrl, openTestInfrastructure } from '@app/servers';
import { Sim, startSim } from '@app/testing/simulator';
import { Pool } from 'pg';
import { Site } from '../case/case';
import { Target } from '../load/load';
import { closeAll, Closing } from '../closing';
import { BareServer, startBareServer } from './bare';
import { Client } from './client';
import { Stack, startStack } from './stack';

export const engineLatencyMs = 50;
export const engineInFlight = 32;
export const unlimited = [
  ['--requests-per-second-per-key', '1000000'],
  ['--requests-per-second-per-org', '1000000'],
  ['--concurrent-reads', '10000'],
].flat();

/** All services of a checkout and the simulator as their engine, beside the bare server on a Postgres of its own. */
export class StackSite implements Site {
  readonly own: Target;
  /** Each gateway; the first one is `own`. */
  readonly gateways: readonly Target[];
  readonly raw: Target;
  /** The service's public API. */
  readonly client: Client;

  private constructor(
    readonly stack: Stack,
    readonly bare: BareServer,
    readonly bareDatabase: Pool,
    readonly simulator: Sim,
    private readonly closing: Closing[],
  ) {
    const headers = { authorization: `Bearer ${stack.key}` };
    this.gateways = stack.origins.map((origin) => ({ origin, headers }));
    this.own = this.gateways[0];
    this.raw = { origin: bare.origin, headers: {} };
    this.client = new Client(this.own);
  }

  /** @param replicas processes of each service */
  static async open(checkout: string, replicas = 1): Promise<StackSite> {
    const closing: Closing[] = [];
    try {
      const simulator = await startSim({ latency: engineLatencyMs });
      closing.push(() => simulator.close());
      const infrastructure = await openTestInfrastructure('.state');
      closing.push(() => infrastructure.stop());
      const bareUrl = databaseUrl(infrastructure.env.TEST_DATABASE_URL);
      const bare = await startBareServer(bareUrl);
      closing.push(() => bare.stop());
      const bareDatabase = new Pool({ connectionString: bareUrl, max: 2 });
      closing.push(() => bareDatabase.end());
      const engine = { preset: 'simulator', base_url: simulator.url, rate: { in_flight: engineInFlight } };
      const stack = await startStack(checkout, { ENGINES: JSON.stringify({ jev: engine }) }, { replicas });
      closing.push(() => stack.stop());
      await stack.operate(['limits', '--org', 'acme', ...unlimited]);
      return new StackSite(stack, bare, bareDatabase, simulator, closing);
    } catch (error) {
      await closeAll(closing);
      throw error;
    }
  }

  async settle(): Promise<void> {
    await this.bareDatabase.query('analyze');
  }

  reset(): void {
    this.simulator.reset();
  }

  /** @throws Error when the engine was asked since the last reset */
  assertEngineIdle(): void {
    const asked = this.simulator.requests().length;
    if (asked > 0) throw new Error(`the engine was asked ${asked} times though no context had changed`);
  }

  stop(): Promise<void> {
    return closeAll(this.closing);
  }
}
