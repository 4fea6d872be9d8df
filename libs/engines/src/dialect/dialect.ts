import type { EngineEntry } from '../entry/entry';
import type { Posed } from '../mapping/posed';
import type { AskReply } from '../question/answer';
import type { AskInput } from '../question/question';

/** How one family of engines is spoken: pure, both ways. */
export interface WireDialect {
  /** The request that goes out, as JSON. */
  request(entry: Pick<EngineEntry, 'model' | 'image_mode'>, input: AskInput, posed: readonly Posed[]): unknown;
  /** Headers that this request needs beside the usual ones. */
  headers(entry: Pick<EngineEntry, 'image_mode'>, input: AskInput): Record<string, string>;
  /**
   * Validates a 200's JSON and maps it back, part by part.
   * @throws EngineFailure `bad_answer` when the reply as a whole cannot be trusted
   */
  read(json: unknown, posed: readonly Posed[], entry: EngineEntry, requestId: string | null): AskReply;
  /** Longest time for one attempt, for an entry that sets none. */
  timeoutMs(size: { questions: number; tokens: number }): number;
}
