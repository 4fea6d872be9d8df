import { applySubject } from '@app/contracts';
import { Logger, Metrics, inSpan } from '@app/observability';
import { untilDeadline } from '@app/persistence';
import { Problem, kindOf } from '@app/problem';
import { Msg, Subscription } from 'nats';
import { Call, fromHeaders } from './call';
import { BusConnection } from './connection';
import { RawReply, levelOf, noteHeaders, problemHeaders, problemOf } from './reply';
import { Handling, Applying } from './table';

const applyMaxConcurrent = 64;

/** Serves requests: a limited number per subject, none past its deadline, and drained before the process ends. */
export class RequestServer {
  private readonly subscriptions: Subscription[] = [];
  private readonly underWay = new Set<Promise<void>>();
  private readonly seconds;

  constructor(
    private readonly connection: BusConnection,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.seconds = metrics.seconds('bus_request_seconds', 'Time to answer a request, by subject and outcome.', [
      'subject',
      'outcome',
    ]);
  }

  serve(entry: Handling | Applying): void {
    const subject =
      entry.kind === 'handle' ? entry.message.subject : applySubject(entry.message, this.connection.service);
    const maxConcurrent = entry.kind === 'handle' ? entry.message.maxConcurrent : applyMaxConcurrent;
    let running = 0;
    const subscription = this.connection.nc.subscribe(subject, {
      queue: this.connection.service,
      callback: (error, message) => {
        if (error) {
          this.logger.error({ err: error, subject }, 'a subscription failed');
          return;
        }
        if (running >= maxConcurrent) {
          this.refuse(
            message,
            new Problem(
              'rate_limited',
              'Too many requests of this kind are under way; try again in a second.',
              { limit: subject },
              { retryAfterS: 1 },
            ),
          );
          return;
        }
        running++;
        const work = this.answer(entry, subject, message).finally(() => {
          running--;
          this.underWay.delete(work);
        });
        this.underWay.add(work);
      },
    });
    this.subscriptions.push(subscription);
  }

  /** Takes no new request and waits for those under way. */
  async drain(): Promise<void> {
    await Promise.all(this.subscriptions.map((subscription) => subscription.drain()));
    await Promise.all(this.underWay);
  }

  private async answer(entry: Handling | Applying, subject: string, message: Msg): Promise<void> {
    const startedAt = performance.now();
    let outcome = 'ok';
    try {
      const call = fromHeaders(message.headers);
      if (!call) throw new Problem('forbidden', 'A request carries the header `Call`; send it through the requester.');
      if (call.leftMs <= 0)
        throw new Problem('unavailable', 'The request arrived after its deadline; try again.', {}, { retryAfterS: 1 });
      const reply = await inSpan(`answer ${subject}`, { kind: 'server', traceparent: call.traceparent }, () =>
        untilDeadline(call.deadlineAtMs, () => this.run(entry, message.data, call)),
      );
      if (reply instanceof RawReply) message.respond(toBytes(reply.body), { headers: noteHeaders(reply.notes) });
      else message.respond(toBytes(JSON.stringify(reply)));
    } catch (error) {
      outcome = kindOf(error);
      this.logger[levelOf(error)]({ err: error, subject }, 'a request was refused');
      this.refuse(message, problemOf(error));
    }
    this.seconds.observe({ subject, outcome }, (performance.now() - startedAt) / 1000);
  }

  private run(entry: Handling | Applying, data: Uint8Array, call: Call): Promise<object | RawReply> {
    const query: unknown = JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8'));
    return entry.kind === 'handle' ? entry.work(query, call, data) : entry.work(query, call);
  }

  private refuse(message: Msg, problem: Problem): void {
    message.respond(toBytes(JSON.stringify(problem.toEnvelope())), { headers: problemHeaders(problem) });
  }
}

function toBytes(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body;
}
