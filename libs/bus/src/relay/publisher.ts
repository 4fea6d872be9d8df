import { inboxOf } from '@app/contracts/catalogue';
import { ErrorCode, Msg, MsgHdrs, NatsError, PubAck, Subscription, nuid } from 'nats';
import { BusConnection } from '../connection';
import { Batch, Outcome } from './batch';

export interface Message {
  subject: string;
  payload: string;
  headers: MsgHdrs;
}

/**
 * Publishes messages to JetStream by the batch: one timer for a batch, one inbox for all acknowledgements, whose subjects end
 * in the numbers of batch and message. The client's own `publish` makes a request of each message.
 * @see docs/decisions/0195-the-relay-publishes-by-the-batch.md
 */
export class Publisher {
  private readonly inbox: string;
  private readonly batches = new Map<number, Batch>();
  private subscription: Subscription | undefined;
  private last = 0;

  constructor(private readonly connection: BusConnection) {
    // In the inbox of its own service only the server may publish: other users may in `frames` and `replies` alone.
    this.inbox = `${inboxOf(connection.service)}.relay.${nuid.next()}`;
    void connection.nc.closed().then(() => this.endAll(NatsError.errorForCode(ErrorCode.ConnectionClosed)));
    void this.watch();
  }

  /** @returns for each message, in their order, what became of it */
  async publish(messages: readonly Message[], timeoutMs: number): Promise<Outcome[]> {
    const number = (this.last += 1);
    const batch = new Batch(messages.map(({ subject }) => subject));
    this.batches.set(number, batch);
    const timer = setTimeout(() => batch.end(NatsError.errorForCode(ErrorCode.Timeout)), timeoutMs);
    messages.forEach(({ subject, payload, headers }, index) => {
      try {
        this.listen();
        this.connection.nc.publish(subject, payload, { reply: `${this.inbox}.${number}.${index}`, headers });
      } catch (error) {
        batch.settle(index, { error });
      }
    });
    const outcomes = await batch.outcomes;
    clearTimeout(timer);
    this.batches.delete(number);
    return outcomes;
  }

  private listen(): void {
    // The server reads it before the messages that follow on this connection.
    this.subscription ??= this.connection.nc.subscribe(`${this.inbox}.*.*`, {
      callback: (error, message) => {
        if (!error) return this.hear(message);
        // The client has dropped the subscription: the next batch asks for it again.
        this.subscription = undefined;
        this.endAll(error);
      },
    });
  }

  /** An acknowledgement that comes after the end of its batch finds none. */
  private hear(message: Msg): void {
    const [batch, index] = message.subject.slice(this.inbox.length + 1).split('.');
    this.batches.get(Number(batch))?.settle(Number(index), outcomeOf(message));
  }

  private endAll(error: unknown): void {
    for (const batch of this.batches.values()) batch.end(error);
  }

  /** A message that the user may not publish gets no reply: the server reports its subject on the connection. */
  private async watch(): Promise<void> {
    for await (const { type, permissionContext: refused } of this.connection.nc.status()) {
      if (type !== 'error' || refused?.operation !== 'publish') continue;
      const error = NatsError.errorForCode(ErrorCode.PermissionsViolation);
      for (const batch of this.batches.values()) batch.refuse(refused.subject, error);
    }
  }
}

function outcomeOf(message: Msg): Outcome {
  if (message.headers?.code === 503) return { error: NatsError.errorForCode(ErrorCode.NoResponders) };
  try {
    const { error: refusal, stream, seq } = message.json<PubAck & { error?: NatsError['api_error'] }>();
    if (refusal) {
      const error = new NatsError(refusal.description, String(refusal.code));
      error.api_error = refusal;
      return { error };
    }
    return stream ? { seq } : { error: NatsError.errorForCode(ErrorCode.JetStreamInvalidAck) };
  } catch (error) {
    return { error };
  }
}
