import { FactMessage, RequestMessage, Service, applySubject } from '@app/contracts';
import { inSpan } from '@app/observability';
import { Problem } from '@app/problem';
import { ErrorCode, NatsError } from 'nats';
import { Call, toHeaders } from './call';
import { BusConnection } from './connection';
import { RawReply, readReply } from './reply';

const encoder = new TextEncoder();

/** Sends requests to other services and waits for the reply, at most until the call's deadline. */
export class Requester {
  constructor(private readonly connection: BusConnection) {}

  async ask<Q extends object, R extends object>(message: RequestMessage<Q, R>, query: Q, call: Call): Promise<R> {
    return (await this.askRaw(message, JSON.stringify(query), call)).json<R>();
  }

  /** `ask` with bytes on both ends, for hot paths that pass payloads through. */
  async askRaw<Q extends object, R extends object>(
    message: RequestMessage<Q, R>,
    query: string | Uint8Array,
    call: Call,
  ): Promise<RawReply> {
    return inSpan(`ask ${message.subject}`, { kind: 'client' }, () => this.send(message.subject, query, call));
  }

  /** Asks one service that keeps a copy to apply a replicated fact at once. */
  async apply<P extends object, R extends object>(
    message: FactMessage<P>,
    service: Service,
    fact: P,
    call: Call,
  ): Promise<R> {
    const reply = await this.send(applySubject(message, service), JSON.stringify(fact), call);
    return reply.json<R>();
  }

  private async send(subject: string, query: string | Uint8Array, call: Call): Promise<RawReply> {
    const timeoutMs = call.leftMs;
    if (timeoutMs <= 0) throw late(subject);
    const data = typeof query === 'string' ? encoder.encode(query) : query;
    try {
      const headers = toHeaders(call.hop());
      const reply = await this.connection.whileUp(
        () => this.connection.nc.request(subject, data, { timeout: timeoutMs, headers }),
        () => restarting('the connection to NATS is down'),
      );
      return readReply(reply.data, reply.headers);
    } catch (error) {
      throw translate(subject, error);
    }
  }
}

function late(subject: string, cause?: unknown): Problem {
  return new Problem(
    'unavailable',
    'The request took too long; try again.',
    {},
    { retryAfterS: 1, cause: cause ?? subject },
  );
}

function translate(subject: string, error: unknown): unknown {
  if (!(error instanceof NatsError)) return error;
  if (error.code === ErrorCode.Timeout) return late(subject, error);
  if (
    error.code === ErrorCode.NoResponders ||
    error.code === ErrorCode.ConnectionClosed ||
    error.code === ErrorCode.Disconnect
  ) {
    return restarting(error);
  }
  return error;
}

function restarting(cause: unknown): Problem {
  return new Problem(
    'unavailable',
    'A part of the service is starting or restarting; try again in a second.',
    {},
    { retryAfterS: 1, cause },
  );
}
