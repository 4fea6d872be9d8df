import type { AskReply } from './question/answer';
import type { AskInput } from './question/question';

export interface AskLimits {
  /** How long the caller waits, in milliseconds. The engine's own time-out may be shorter. */
  deadlineMs: number;
  signal?: AbortSignal;
}

/** A client of one engine. */
export interface EngineClient {
  /**
   * Makes one attempt, without retries. A question that cannot be answered fails alone, inside the reply.
   * @throws EngineFailure when there is no usable reply
   */
  ask(input: AskInput, limits: AskLimits): Promise<AskReply>;
  /** Waits for attempts in flight, then closes the connections. */
  close(): Promise<void>;
}
