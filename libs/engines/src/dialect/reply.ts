import { isObject } from '@app/json';
import { EngineFailure } from '../failure/failure';
import type { AskReply } from '../question/answer';

/**
 * A reply that cannot be trusted as a whole, such as one with an answer to a question that was not sent: it may belong
 * to another request.
 */
export function untrusted(message: string, requestId: string | null): EngineFailure {
  return new EngineFailure('bad_answer', message, { status: 200, requestId });
}

/** The model that the reply names, else the model that was asked. */
export function reportedModel(model: unknown, asked: string): string {
  return typeof model === 'string' && model !== '' ? model.slice(0, 200) : asked;
}

/** Token counts of a reply; null when they are missing (local servers may omit them) or are no whole numbers. */
export function readTokens(usage: unknown): AskReply['tokens'] {
  if (!isObject(usage)) return null;
  const { input_tokens: input, output_tokens: output } = usage;
  return isCount(input) && isCount(output) ? { input, output } : null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
