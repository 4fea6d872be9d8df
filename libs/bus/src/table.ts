import { FactMessage, RequestMessage } from '@app/contracts';
import { Call } from './call';
import { RawReply } from './reply';

/** One fact as a consumer gets it. */
export interface Delivered<P> {
  payload: P;
  subject: string;
  /** 1 on the first delivery. */
  attempt: number;
  traceparent?: string;
}

export interface Handling {
  kind: 'handle';
  message: RequestMessage;
  work(query: unknown, call: Call, bytes: Uint8Array): Promise<object | RawReply>;
}

export interface Applying {
  kind: 'apply';
  message: FactMessage;
  work(fact: unknown, call: Call): Promise<object>;
}

export interface Consuming {
  kind: 'on';
  message: FactMessage;
  /** How many are handed over at once. */
  max: number;
  work(batch: Delivered<unknown>[]): Promise<void>;
}

export type Entry = Handling | Applying | Consuming;

/** A request this service answers; the verb gets the parsed query. */
export function handle<Q extends object, R extends object>(
  message: RequestMessage<Q, R>,
  work: (query: Q, call: Call) => Promise<R | RawReply>,
): Handling {
  return {
    kind: 'handle',
    message: message as unknown as RequestMessage,
    work: (query, call) => work(query as Q, call),
  };
}

/** A fact whose copy must hold at once: applied by request, and again when the fact itself arrives. */
export function applies<P extends object, R extends object>(
  message: FactMessage<P>,
  work: (fact: P, call: Call) => Promise<R>,
): Entry[] {
  const apply: Applying = {
    kind: 'apply',
    message: message as unknown as FactMessage,
    work: (fact, call) => work(fact as P, call),
  };
  const consume = on(message, async ({ payload }) => {
    await work(payload, Call.within());
  });
  return [apply, consume];
}

/** A fact handled one by one. */
export function on<P extends object>(
  message: FactMessage<P>,
  work: (delivered: Delivered<P>) => Promise<void>,
): Consuming {
  return onBatch(message, 1, async ([delivered]) => work(delivered));
}

/** Facts handled together: the fold, the ledger, pending rows. */
export function onBatch<P extends object>(
  message: FactMessage<P>,
  max: number,
  work: (batch: Delivered<P>[]) => Promise<void>,
): Consuming {
  return {
    kind: 'on',
    message: message as unknown as FactMessage,
    max,
    work: (batch) => work(batch as Delivered<P>[]),
  };
}
