import { createServer, Server } from 'node:http';
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

/** Readiness means progress: the database answers, the bus is connected, loops turn. Liveness means that HTTP answers. */
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

  async readiness(): Promise<HealthReport> {
    if (!this.started) return { ok: false, failing: { start: 'still starting' } };
    if (this.draining) return { ok: false, failing: { drain: 'draining' } };
    const failing: Record<string, string> = {};
    for (const { name, check } of this.ready) {
      try {
        const fault = await check();
        if (fault) failing[name] = fault;
      } catch (error) {
        failing[name] = error instanceof Error ? error.message : String(error);
      }
    }
    return { ok: Object.keys(failing).length === 0, failing };
  }
}

/** Health and metrics of a process on a port of their own; never reachable from outside the cluster. */
export function serveAdmin(port: number, host: string, health: Health, metrics: Metrics): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string) => {
      response.writeHead(status, { 'content-type': type }).end(body);
    };
    if (request.url === '/health/live') return answer(200, 'application/json', '{"ok":true}');
    if (request.url === '/health/ready') {
      void health
        .readiness()
        .then((report) => answer(report.ok ? 200 : 503, 'application/json', JSON.stringify(report)));
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
