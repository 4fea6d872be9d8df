import { isObject } from '@app/json';
import { EngineFailure } from '../../failure/failure';

/** A reply that came and cannot be used. Its message holds nothing of the reply. */
export function badReply(message: string, requestId: string | null): EngineFailure {
  return new EngineFailure('bad_answer', message, { status: 200, requestId });
}

export function refusedReply(requestId: string | null): EngineFailure {
  return new EngineFailure('refusal', 'Model refused to answer.', { status: 200, requestId });
}

/**
 * The JSON object in a text. Local models put a fence or some words around it, so what is between the first and the last
 * brace counts.
 * @throws EngineFailure `bad_answer` where there is none
 */
export function objectIn(text: string, requestId: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
    if (isObject(value)) return value;
  } catch {
    // The parser's own message would repeat the text.
  }
  throw badReply('Model answered no JSON object.', requestId);
}

/** Counts of tokens; null where one is no whole number. */
export function tokensOf(input: readonly unknown[], output: unknown): { input: number; output: number } | null {
  if (!input.every(isCount) || !isCount(output)) return null;
  return { input: input.reduce((sum: number, one) => sum + Number(one), 0), output };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
