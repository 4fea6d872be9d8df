import { Logger } from '@app/observability';
import { Msg, NatsConnection, Subscription } from 'nats';

/** While a server refuses a subject it is asked again after this time: it may read wider rights without a restart. */
const againMs = 5000;
/** So many subjects are named. */
const mostNamed = 5;

/** What the listeners of a process need of its connection. */
export interface Hearing {
  readonly nc: NatsConnection;
  readonly logger: Logger;
  readonly connected: boolean;
  onBack(back: () => void): void;
  onRefused(refused: (subject: string) => void): void;
}

/**
 * The subjects that a process hears. A server whose rights lack one refuses it, and the client then forgets the
 * subscription: the process says so, and asks again every five seconds and after each reconnect.
 */
export class Listeners {
  private readonly all = new Set<Listener>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly connection: Hearing) {
    connection.onBack(() => this.askAgain());
    connection.onRefused((subject) => {
      for (const listener of this.all) if (listener.subject === subject) listener.refuse();
    });
  }

  /**
   * Hears a subject until the listener is drained or ended.
   * @param queue the group of which one process gets each message; every process gets it when left out
   */
  listen(subject: string, take: (message: Msg) => void, queue?: string): Listener {
    const listener: Listener = new Listener(this.connection, subject, take, queue, {
      refused: () => this.refused(),
      ended: () => this.all.delete(listener),
    });
    this.all.add(listener);
    return listener;
  }

  /** A sentence while the server does not let this process hear some subject; otherwise null. */
  unheard(): string | null {
    return this.sentenceOn(({ isHeard }) => !isHeard);
  }

  /** A sentence while the server has not once let this process hear some subject; otherwise null. */
  neverHeard(): string | null {
    return this.sentenceOn(({ wasHeard }) => !wasHeard);
  }

  private sentenceOn(isMeant: (listener: Listener) => boolean): string | null {
    const subjects = [...this.all].filter(isMeant).map(({ subject }) => subject);
    if (subjects.length === 0) return null;
    const more = subjects.length > mostNamed ? ` and ${subjects.length - mostNamed} more` : '';
    return `NATS does not let this process hear ${subjects.slice(0, mostNamed).join(', ')}${more}: give its user the rights of this version`;
  }

  private refused(): void {
    this.timer ??= setInterval(() => this.askAgain(), againMs).unref();
  }

  private askAgain(): void {
    if (
      this.connection.nc.isClosed() ||
      this.connection.nc.isDraining() ||
      [...this.all].every(({ isHeard }) => isHeard)
    ) {
      clearInterval(this.timer);
      this.timer = undefined;
      return;
    }
    if (this.connection.connected) for (const listener of this.all) listener.ask();
  }
}

/** One subject that is heard, or that the server refuses. */
export class Listener {
  /** The server lets it be heard. */
  isHeard = false;
  /** It did once. */
  wasHeard = false;
  private isRefused = false;
  private isEnding = false;
  private subscription!: Subscription;

  constructor(
    private readonly connection: Hearing,
    readonly subject: string,
    private readonly take: (message: Msg) => void,
    private readonly queue: string | undefined,
    private readonly on: { refused(): void; ended(): void },
  ) {
    this.subscribe();
  }

  /** Asks the server once more, unless it has said that it lets the subject be heard. */
  ask(): void {
    if (this.isHeard || this.isEnding) return;
    if (this.subscription.isClosed()) this.subscribe();
    else this.confirm();
  }

  /** Hears the subject no more. */
  end(): void {
    this.isEnding = true;
    if (!this.subscription.isClosed()) this.subscription.unsubscribe();
    this.on.ended();
  }

  /** Takes no new message, and waits for those that the server has sent already. */
  async drain(): Promise<void> {
    this.isEnding = true;
    if (!this.subscription.isClosed()) await this.subscription.drain();
  }

  /** The server does not let the subject be heard. */
  refuse(): void {
    if (!this.isRefused && !this.isEnding)
      this.connection.logger.error({ subject: this.subject }, 'a subject is not heard until the server allows it');
    this.isHeard = false;
    this.isRefused = true;
    if (!this.subscription.isClosed()) this.subscription.unsubscribe();
    this.on.refused();
  }

  private subscribe(): void {
    const { subject, queue } = this;
    this.subscription = this.connection.nc.subscribe(subject, {
      queue,
      callback: (error, message) => {
        if (error) this.refuse();
        else this.take(message);
      },
    });
    this.confirm();
  }

  /** The server answers a flush after it has said what it thinks of the subscription. */
  private confirm(): void {
    const { subscription } = this;
    this.connection.nc.flush().then(
      () => {
        if (subscription !== this.subscription || subscription.isClosed()) return;
        if (this.isRefused) this.connection.logger.info({ subject: this.subject }, 'a subject is heard again');
        this.isHeard = this.wasHeard = true;
        this.isRefused = false;
      },
      // The connection broke meanwhile: it is asked again when there is one.
      () => undefined,
    );
  }
}
