import { Logger, Metrics } from '@app/observability';

const helps = {
  bus_reply_frame_faults_total: 'Frames of replies that could not be read; their requests end at their deadlines.',
  bus_request_frame_faults_total: 'Frames that an owner could not read, or whose replies it could not send.',
};

/** Counts frames that are lost; the first is logged. The requests in them end at their own deadlines. */
export class FrameFaults {
  private readonly counter;
  private isLogged = false;

  constructor(
    private readonly logger: Logger,
    metrics: Metrics,
    name: keyof typeof helps,
  ) {
    this.counter = metrics.counter(name, helps[name]);
  }

  count(subject: string, cause?: unknown): void {
    this.counter.inc();
    if (this.isLogged) return;
    this.isLogged = true;
    this.logger.error({ err: cause, subject }, 'a frame is lost; later ones are only counted');
  }
}
