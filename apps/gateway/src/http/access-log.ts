import { Logger, Metrics } from '@app/observability';
import { Reply, Request } from './request-context';
import { RequestTimeouts } from './request-timeouts';

/** One wide line and one observation a request. Successful reads are lines of level debug: they would cost most. */
export class AccessLog {
  private readonly seconds;
  private readonly series = new Map<string, { observe(value: number): void }>();

  constructor(
    private readonly logger: Logger,
    metrics: Metrics,
    private readonly watch: RequestTimeouts,
  ) {
    this.seconds = metrics.seconds('http_request_seconds', 'Time to answer a request, by route and status.', [
      'method',
      'route',
      'status',
    ]);
  }

  readonly write = (request: Request, reply: Reply, done: () => void): void => {
    const { asked } = request;
    if (!asked) return done();
    this.watch.remove(request);
    const { method, path } = asked.spec;
    const status = reply.statusCode;
    this.seriesOf(method, path, status).observe(reply.elapsedTime / 1000);
    const quiet = status < 400 && !asked.spec.keyed;
    if (!quiet || this.logger.isLevelEnabled('debug')) {
      const line = {
        method,
        route: path,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        organization: asked.caller?.organization,
        actor: asked.caller?.actor,
      };
      this.logger[quiet ? 'debug' : 'info'](line, 'request');
    }
    done();
  };

  private seriesOf(method: string, route: string, status: number): { observe(value: number): void } {
    const name = `${method}${route}${status}`;
    const known = this.series.get(name);
    if (known) return known;
    const made = this.seconds.labels({ method, route, status: String(status) });
    this.series.set(name, made);
    return made;
  }
}
