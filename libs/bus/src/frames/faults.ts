import { busMetrics } from '@app/metrics';
import { Logger, Metrics } from '@app/observability';

/** Counts frames that are lost; the first is logged. The requests in them end at their own deadlines. */
export class FrameFaults {
  private readonly counter;
  private isLogged = false;

  constructor(
    private readonly logger: Logger,
    metrics: Metrics,
    of: 'replyFrameFaults' | 'requestFrameFaults',
  ) {
    this.counter = metrics.counter(busMetrics[of]);
  }

  count(subject: string, cause?: unknown): void {
    this.counter.inc();
    if (this.isLogged) return;
    this.isLogged = true;
    this.logger.error({ err: cause, subject }, 'a frame is lost; later ones are only counted');
  }
}
