import type { EngineEntry } from '../entry/entry';
import type { Posed } from '../mapping/posed';
import type { AskReply } from '../question/answer';
import type { AskInput } from '../question/question';

/** The wire format of one family of engines, in both directions; pure. */
export interface WireDialect {
  /** The body of a request, as JSON. */
  request(entry: Pick<EngineEntry, 'model' | 'image_mode'>, input: AskInput, posed: readonly Posed[]): unknown;
  /** Headers that this request needs in addition to those of every request. */
  headers(entry: Pick<EngineEntry, 'image_mode'>, input: AskInput): Record<string, string>;
  /**
   * Validates the JSON of a 200 and maps it to answers, question by question.
   * @throws EngineFailure `bad_answer` when the reply as a whole cannot be trusted
   */
  read(json: unknown, posed: readonly Posed[], entry: EngineEntry, requestId: string | null): AskReply;
  /** Time-out of one attempt in milliseconds, for an entry without one. */
  timeoutMs(size: { questions: number; tokens: number }): number;
}
