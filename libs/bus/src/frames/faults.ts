import { Logger, Metrics } from '@app/observability';

const names = {
  asker: [
    'bus_reply_frame_faults_total',
    'Frames of replies that could not be read; their requests end at their deadlines.',
  ],
  owner: ['bus_request_frame_faults_total', 'Frames that an owner could not read or whose replies it could not send.'],
} as const;

/** Counts frames that are lost; the first is logged. The requests in them end at their own deadlines. */
export class FrameFaults {
  private readonly counter;
  private isLogged = false;

  constructor(
    private readonly logger: Logger,
    metrics: Metrics,
    side: keyof typeof names,
  ) {
    this.counter = metrics.counter(...names[side]);
  }

  count(subject: string, cause?: unknown): void {
    this.counter.inc();
    if (this.isLogged) return;
    this.isLogged = true;
    this.logger.error({ err: cause, subject }, 'a frame is lost; later ones are only counted');
  }
}
