import { ChatEngineClient } from './chat/chat-engine.client';
import type { Dispatcher } from 'undici';
import { BuiltInClient } from './built-in/built-in.client';
import type { Clock } from './clock';
import { openAiDecisions } from './decisions/decisions.dialect';
import { DialectClient } from './dialect/dialect.client';
import type { EngineClient } from './engine-client';
import type { EngineEntry } from './entry/entry';
import { systemOne } from './systemone/systemone.dialect';
import { Transport } from './transport/transport';

export interface EngineDeps {
  clock: Clock;
  /** Replaces the connection pool to the entry's origin. The caller closes it. */
  dispatcher?: Dispatcher;
  /** Connects only to names whose addresses are all public. Literal addresses are the caller's to check. */
  isPublicOnly?: boolean;
}

/** Opens a client for an entry that `parseEngineEntry` has accepted. */
export function openEngine(entry: EngineEntry, deps: EngineDeps): EngineClient {
  if (entry.dialect === 'built_in') return new BuiltInClient(entry);
  const transport = new Transport(entry, deps.clock, deps.dispatcher, deps.isPublicOnly);
  const { chat } = entry;
  if (chat !== null) return new ChatEngineClient({ ...entry, chat }, transport);
  const dialect = entry.dialect === 'systemone' ? systemOne : openAiDecisions;
  return new DialectClient(dialect, entry, transport);
}
