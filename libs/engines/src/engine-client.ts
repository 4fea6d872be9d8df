import type { AskReply, Earlier } from './question/answer';
import type { AskInput } from './question/question';

export interface AskLimits {
  /** How long the caller waits, in milliseconds. The engine's own time-out may be shorter. */
  deadlineMs: number;
  signal?: AbortSignal;
  /** What earlier attempts have brought. A chat model is asked only what is missing, and adds what it answers. */
  earlier?: Earlier;
  /** Requests of the attempt that may be under way together; one when left out. */
  atOnce?: number;
  /** Runs before a request beyond those of `requestsOf`, such as one without a member that the server has refused. */
  onFurtherRequest?: () => void;
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
