import type { JsonObject } from '@app/json';
import type { WireImage } from '../../image/wire-image';
import type { AskReply } from '../../question/answer';
import type { Alternative } from '../logprobs/alternative';
import type { ObjectSchema } from '../stated/schema';

/** One completion that is asked for. */
export interface Completion {
  system: string;
  /** What all questions about the document have in common; it comes first. */
  document: string;
  images: readonly WireImage[];
  question: string;
  /** One token with so many alternatives, or an object of this form. */
  reply: { alternatives: number } | { schema: ObjectSchema };
}

/** What a server says beside the answer. */
export interface CompletionFacts {
  reportedModel: string;
  tokens: AskReply['tokens'];
  requestId: string | null;
  fingerprint?: string;
}

/** The wire format of one family of chat servers, in both directions; pure. */
export interface ChatWire {
  /** Every member of a request. The client leaves out those that the server has refused. */
  body(model: string, completion: Completion): JsonObject;
  /** Members that a server may refuse without another meaning of the request, and what takes their place, if anything. */
  readonly optional: Readonly<Record<string, string | null>>;
  /**
   * The alternatives of the first token of a 200.
   * @throws EngineFailure `refusal` when the model refused, else `bad_answer`; its message holds nothing of the text
   */
  readAlternatives(json: unknown, requestId: string | null): Alternative[];
  /** The JSON object of a 200. @throws EngineFailure as above */
  readObject(json: unknown, requestId: string | null): Record<string, unknown>;
  facts(json: unknown, model: string, requestId: string | null): CompletionFacts;
}
