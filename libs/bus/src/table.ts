import { FactMessage, RequestMessage } from '@app/contracts';
import { Call } from './call';
import { RawReply } from './reply';

/** A fact as its consumer receives it. */
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
  /** The largest number of facts in one batch. */
  max: number;
  /** Resolves when every fact of the batch is handled. */
  work(batch: Delivered<unknown>[]): Promise<void>;
  /** Of facts that are acknowledged one by one: see `onEach`. */
  begin?(batch: Delivered<unknown>[]): Promise<readonly Promise<void>[]>;
}

export type Entry = Handling | Applying | Consuming;

/** A request that this service handles; `work` gets the parsed query. */
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

/** A fact that a copy must apply at once: on request of the owner, and again when the fact itself arrives. */
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

/** A fact that this service consumes one by one. */
export function on<P extends object>(
  message: FactMessage<P>,
  work: (delivered: Delivered<P>) => Promise<void>,
): Consuming {
  return onBatch(message, 1, async ([delivered]) => work(delivered));
}

/** A fact that this service consumes in batches. */
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

/**
 * A fact that this service takes in batches, and acknowledges one by one, each when its own work has ended.
 * @param begin resolves when the next batch may come, with a promise for each fact, in their order. A fact is
 *   acknowledged when its promise resolves, and comes again when that rejects or the process dies before. When `begin`
 *   itself rejects, the facts of its batch come to it one by one
 */
export function onEach<P extends object>(
  message: FactMessage<P>,
  max: number,
  begin: (batch: Delivered<P>[]) => Promise<readonly Promise<void>[]>,
): Consuming {
  const take = (batch: Delivered<unknown>[]) => begin(batch as Delivered<P>[]);
  return {
    kind: 'on',
    message: message as unknown as FactMessage,
    max,
    begin: take,
    // A fact that an operator has begin again.
    work: async (batch) => void (await Promise.all(await take(batch))),
  };
}
