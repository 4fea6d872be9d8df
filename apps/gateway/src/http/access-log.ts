import { LOGGER, METRICS } from '@app/boot';
import { gatewayMetrics } from '@app/metrics';
import type { Logger } from '@app/observability';
import { Metrics } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { Reply, Request } from './request-context';
import { RequestTimeouts } from './request-timeouts';

interface Series {
  observe(seconds: number): void;
}

/** Writes a log line and an observation for each request. Successful reads are lines of level debug: most requests are. */
@Injectable()
export class AccessLog {
  private readonly seconds;
  private readonly series = new Map<string, Series>();

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
    private readonly timeouts: RequestTimeouts,
  ) {
    this.seconds = metrics.histogram(gatewayMetrics.requestDuration);
  }

  /** Hook that Fastify calls when the reply has been sent. */
  readonly onResponse = (request: Request, reply: Reply, done: () => void): void => {
    const { context } = request;
    if (!context) return done();
    this.timeouts.remove(request);
    const { method, path, keyed } = context.spec;
    const status = reply.statusCode;
    this.seriesOf(method, path, status).observe(reply.elapsedTime / 1000);
    const level = status < 400 && !keyed ? 'debug' : 'info';
    if (this.logger.isLevelEnabled(level)) {
      const line = {
        method,
        route: path,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        request_id: request.id,
        organization: context.caller?.organization,
        actor: context.caller?.actor,
      };
      this.logger[level](line, 'request');
    }
    done();
  };

  private seriesOf(method: string, route: string, status: number): Series {
    const name = `${method}${route}${status}`;
    const known = this.series.get(name);
    if (known) return known;
    const made = this.seconds.labels({ method, route, status: String(status) });
    this.series.set(name, made);
    return made;
  }
}
