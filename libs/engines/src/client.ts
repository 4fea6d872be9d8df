import type { Dispatcher } from 'undici';
import { BuiltInClient } from './built-in/built-in.client';
import type { Clock } from './clock';
import { openAiDecisions } from './decisions/decisions.dialect';
import { DialectClient } from './dialect/dialect.client';
import type { EngineEntry } from './entry/entry';
import type { AskReply } from './question/answer';
import type { AskInput } from './question/question';
import { systemOne } from './systemone/systemone.dialect';
import { Transport } from './transport/transport';

export interface AskLimits {
  /** How long the caller waits at most; the engine's own time-out may be shorter. */
  deadlineMs: number;
  signal?: AbortSignal;
}

/** One engine, ready to be asked. */
export interface EngineClient {
  /**
   * One attempt, no retry. A question that cannot be answered fails alone, inside the reply.
   * @throws EngineFailure when there is no usable reply at all
   */
  ask(input: AskInput, limits: AskLimits): Promise<AskReply>;
  /** Waits for what is in flight, then lets go of the connections. */
  close(): Promise<void>;
}

export interface EngineDeps {
  clock: Clock;
  /** Takes the place of the connection pool to the entry's origin; the caller closes it. */
  dispatcher?: Dispatcher;
}

/** Opens the client for an entry that `parseEngineEntry` has let through. */
export function openEngine(entry: EngineEntry, deps: EngineDeps): EngineClient {
  if (entry.dialect === 'built_in') return new BuiltInClient(entry);
  const dialect = entry.dialect === 'systemone' ? systemOne : openAiDecisions;
  return new DialectClient(dialect, entry, new Transport(entry, deps.clock, deps.dispatcher));
}
