import { Logger } from '@app/observability';
import { Msg, Subscription } from 'nats';
import { BusConnection } from '../connection';

/** Takes the frames of one subject. It is open once the server has let it subscribe, and closed while a server does not. */
export class FrameListener {
  private subscription!: Subscription;
  private isConfirmed = false;
  private isDraining = false;

  constructor(
    private readonly connection: BusConnection,
    private readonly subject: string,
    private readonly logger: Logger,
    private readonly take: (frame: Msg) => void,
  ) {
    this.subscribe();
    // A server whose permissions know no frames may have been replaced by one whose permissions do.
    connection.onBack(() => {
      if (this.isDraining) return;
      if (this.subscription.isClosed()) this.subscribe();
      else this.confirm();
    });
  }

  /** Whether askers may be asked to send frames. */
  get isOpen(): boolean {
    return this.isConfirmed && !this.subscription.isClosed() && !this.isDraining;
  }

  async drain(): Promise<void> {
    this.isDraining = true;
    if (!this.subscription.isClosed()) await this.subscription.drain();
  }

  private subscribe(): void {
    const { connection, subject } = this;
    this.subscription = connection.nc.subscribe(subject, {
      queue: connection.service,
      callback: (error, frame) => {
        if (error) this.logger.warn({ err: error, subject }, 'the server lets nobody send frames here');
        else this.take(frame);
      },
    });
    this.confirm();
  }

  private confirm(): void {
    const { connection, subject } = this;
    this.isConfirmed = false;
    // The server answers a flush after it has said what it thinks of the subscription.
    connection.nc.flush().then(
      () => (this.isConfirmed = true),
      (error: unknown) => this.logger.warn({ err: error, subject }, 'no frames here until the connection is back'),
    );
  }
}
