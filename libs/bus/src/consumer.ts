import { Durable } from '@app/contracts/catalogue';
import { busMetrics } from '@app/metrics';
import { Logger, Metrics, runInSpan } from '@app/observability';
import { kindOf } from '@app/problem';
import { ConsumerEvents, ConsumerMessages, JsMsg, millis } from 'nats';
import { BusConnection } from './connection';
import { DeadLetters, reasonOf } from './dead-letters';
import { OpenFacts } from './open-facts';
import { levelOf } from './reply';
import { delayAfter, lastFailure } from './settle';
import { ensureDurable, isNotFound } from './streams';
import { Consuming, Delivered } from './table';

const restMs = 500;
const expiresMs = 10_000;
/**
 * After two missed heartbeats the consumer takes the durable or its stream for deleted: within seconds, where the server has
 * not said so.
 */
const heartbeatMs = 2500;

/**
 * One durable pull consumer of a fact, with explicit acknowledgements. It hands over batches as they arrive. When a
 * batch fails, it hands over the messages one by one, so that one poisoned message delays no other. After the fifth
 * failure a message becomes a row in `dead`.
 */
export class Consumer {
  private stopping = false;
  private messages: ConsumerMessages | undefined;
  private ended: Promise<void> | undefined;
  private workingEveryMs = 0;
  private readonly open = new OpenFacts<JsMsg>(() => this.workingEveryMs);

  constructor(
    private readonly connection: BusConnection,
    private readonly dead: DeadLetters,
    readonly durable: Durable,
    private readonly entry: Consuming,
    private readonly logger: Logger,
    private readonly counters: ReturnType<typeof consumerMetrics>,
  ) {}

  start(): void {
    this.ended = this.run();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.messages?.close().catch(() => undefined);
    await this.ended;
    await this.open.waitUntilSettled();
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      try {
        await ensureDurable(this.connection.jsm, this.durable, this.connection.bounds);
        const consumer = await this.connection.js.consumers.get(this.durable.stream, this.durable.name);
        const size = Math.max(this.entry.max * 2, 20);
        // Well within the time in which the server wants an acknowledgement.
        this.workingEveryMs = millis((await consumer.info(true)).config.ack_wait ?? 0) / 3;
        this.messages = await consumer.consume({
          max_messages: size,
          expires: expiresMs,
          idle_heartbeat: heartbeatMs,
        });
        // `stop` may have come while the durable was being asked for.
        if (this.stopping) this.messages.stop();
        void this.watch(this.messages);
        await this.drain(this.messages);
      } catch (error) {
        // The stream is missing until its owner has created it, and while the owner creates a deleted one again.
        const level = isNotFound(error) ? 'debug' : 'warn';
        if (!this.stopping) this.logger[level]({ err: error, durable: this.durable.name }, 'a consumer starts again');
      }
      if (!this.stopping) await new Promise((resolve) => setTimeout(resolve, restMs));
    }
  }

  /** Stops the subscription when the durable or its stream is gone; `run` then creates the durable again. */
  private async watch(messages: ConsumerMessages): Promise<void> {
    for await (const status of await messages.status()) {
      const missed = status.type === ConsumerEvents.HeartbeatsMissed && Number(status.data) >= 2;
      const gone =
        status.type === ConsumerEvents.ConsumerDeleted ||
        status.type === ConsumerEvents.ConsumerNotFound ||
        status.type === ConsumerEvents.StreamNotFound;
      if (missed || gone) return messages.stop();
    }
  }

  private async drain(messages: ConsumerMessages): Promise<void> {
    let batch: JsMsg[] = [];
    for await (const message of messages) {
      batch.push(message);
      if (batch.length < this.entry.max && messages.getReceived() > messages.getProcessed()) continue;
      const full = batch;
      batch = [];
      await this.handle(full);
    }
    if (batch.length > 0) await this.handle(batch);
  }

  private async handle(batch: JsMsg[]): Promise<void> {
    const delivered: Delivered<unknown>[] = [];
    const readable: JsMsg[] = [];
    for (const message of batch) {
      try {
        delivered.push(deliver(message));
        readable.push(message);
      } catch (error) {
        await this.bury(message, error);
      }
    }
    if (readable.length === 0) return;
    this.open.add(readable);
    let ends: readonly Promise<void>[] | null;
    try {
      ends = await runInSpan(`on ${this.entry.message.subject}`, { kind: 'consumer', ...causesOf(delivered) }, () =>
        this.begin(delivered),
      );
    } catch (error) {
      this.open.remove(readable);
      if (readable.length === 1) return this.fail(readable[0], error);
      for (const message of readable) await this.handle([message]);
      return;
    }
    if (ends !== null) return this.settleEach(readable, ends);
    this.open.remove(readable);
    readable.forEach((message) => message.ack());
    this.counters.handled.inc({ durable: this.durable.name, outcome: 'ok' }, readable.length);
  }

  /** @returns null when all of them are handled */
  private async begin(batch: Delivered<unknown>[]): Promise<readonly Promise<void>[] | null> {
    if (this.entry.begin) return this.entry.begin(batch);
    await this.entry.work(batch);
    return null;
  }

  private settleEach(messages: readonly JsMsg[], ends: readonly Promise<void>[]): void {
    messages.forEach((message, index) => this.open.track(this.settle(message, ends[index])));
  }

  /** Acknowledges a fact when its own work has ended. Never rejects. */
  private async settle(message: JsMsg, end: Promise<void>): Promise<void> {
    try {
      await end.finally(() => this.open.remove([message]));
      message.ack();
      this.counters.handled.inc({ durable: this.durable.name, outcome: 'ok' });
    } catch (error) {
      await this.fail(message, error).catch((fault: unknown) =>
        this.logger.warn({ err: fault, durable: this.durable.name }, 'a fact was not acknowledged; it comes again'),
      );
    }
  }

  private async fail(message: JsMsg, error: unknown): Promise<void> {
    const kind = kindOf(error);
    this.counters.handled.inc({ durable: this.durable.name, outcome: kind });
    this.logger[levelOf(error)](
      { err: error, durable: this.durable.name, attempt: message.info.deliveryCount },
      'a fact was not handled',
    );
    if (lastFailure(kind, message.info.deliveryCount)) return this.bury(message, error);
    message.nak(delayAfter(kind, message.info.deliveryCount, error));
  }

  /** Writes the message to `dead` with its reason and terminates it. While the write fails, JetStream redelivers it. */
  private async bury(message: JsMsg, error: unknown): Promise<void> {
    const traceparent = message.headers?.get('traceparent');
    try {
      await this.dead.keep({
        consumer: this.durable.name,
        subject: message.subject,
        payload: message.string(),
        headers: traceparent ? { traceparent } : {},
        reason: reasonOf(error),
        failures: message.info.deliveryCount,
      });
      this.counters.dead.inc({ durable: this.durable.name });
      message.term();
    } catch (fault) {
      this.logger.error({ err: fault, durable: this.durable.name }, 'a dead letter could not be kept');
      message.nak(5000);
    }
  }
}

function deliver(message: JsMsg): Delivered<unknown> {
  return {
    payload: message.json<unknown>(),
    subject: message.subject,
    attempt: message.info.deliveryCount,
    traceparent: message.headers?.get('traceparent') || undefined,
  };
}

export function consumerMetrics(metrics: Metrics) {
  return {
    handled: metrics.counter(busMetrics.facts),
    dead: metrics.counter(busMetrics.dead),
  };
}

/** A batch goes on with the trace of its first message, and links to those of the others. */
function causesOf(batch: readonly Delivered<unknown>[]): { traceparent?: string; links: string[] } {
  const [traceparent, ...links] = new Set(batch.flatMap((message) => message.traceparent ?? []));
  return { traceparent, links };
}
