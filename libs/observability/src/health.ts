import { createServer, Server } from 'node:http';
import { hangingLoops } from './loop';
import { Metrics } from './metrics';

/** One condition of readiness. `check` returns a sentence, or throws, when the condition does not hold. */
export interface HealthCheck {
  name: string;
  check(): Promise<string | null> | string | null;
}

export interface HealthReport {
  ok: boolean;
  failing: Record<string, string>;
}

const checkLimitMs = 8000;

/**
 * Readiness means progress: the database answers, the bus is connected, loops turn. Liveness means that the process works:
 * it fails when the turn of a loop hangs, and not when a server that the process needs is away.
 */
export class Health {
  private readonly ready: HealthCheck[] = [];
  private started = false;
  private draining = false;

  mustBeReady(check: HealthCheck): void {
    this.ready.push(check);
  }

  start(): void {
    this.started = true;
  }

  drain(): void {
    this.draining = true;
  }

  /** It still answers, and wants to be sent nothing more. */
  get isDraining(): boolean {
    return this.draining;
  }

  /** Whether the process has started and does not end. Costs nothing, since it asks no server. */
  get takesRequests(): boolean {
    return this.started && !this.draining;
  }

  liveness(): HealthReport {
    const failing = Object.fromEntries(hangingLoops().map(({ name, sentence }) => [name, sentence]));
    return { ok: Object.keys(failing).length === 0, failing };
  }

  async checkReadiness(): Promise<HealthReport> {
    if (!this.started) return { ok: false, failing: { start: 'still starting' } };
    if (this.draining) return { ok: false, failing: { drain: 'draining' } };
    const faults = await Promise.all(this.ready.map(async (one) => [one.name, await checkFault(one)] as const));
    const failing = Object.fromEntries(faults.filter((fault): fault is [string, string] => fault[1] !== null));
    return { ok: Object.keys(failing).length === 0, failing };
  }
}

/** What a check says, within a time in which a probe still waits. */
async function checkFault({ check }: HealthCheck): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${checkLimitMs} ms`), checkLimitMs);
  });
  try {
    return await Promise.race([Promise.resolve(check()), late]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Health and metrics of a process on a port of their own; never reachable from outside the cluster. */
export function serveAdmin(port: number, host: string, health: Health, metrics: Metrics): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string) => {
      response.writeHead(status, { 'content-type': type }).end(body);
    };
    const report = (of: HealthReport): void => answer(of.ok ? 200 : 503, 'application/json', JSON.stringify(of));
    if (request.url === '/health/live') return report(health.liveness());
    if (request.url === '/health/ready') {
      void health.checkReadiness().then(report);
      return;
    }
    if (request.url === '/metrics') {
      metrics.registry.metrics().then(
        (text) => answer(200, metrics.registry.contentType, text),
        (error: unknown) => answer(500, 'text/plain', error instanceof Error ? error.message : String(error)),
      );
      return;
    }
    answer(404, 'application/json', '{"ok":false}');
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
