import { isObject } from '@app/json';
import { EngineFailure } from '../failure/failure';
import { objectIn } from './wire/reply-text';

/** What a chat model gets: how to work, and on what. */
export interface ChatPrompt {
  system: string;
  user: string;
}

/**
 * The body of a chat completion that answers a JSON object. It has only members that every server knows: hosted models
 * refuse `temperature` or `max_tokens` by their kind.
 */
export function completionBody(model: string, { system, user }: ChatPrompt): string {
  return JSON.stringify({
    model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    response_format: { type: 'json_object' },
    stream: false,
  });
}

/**
 * The JSON object that a model answered. Local models put a fence or some words around it, so what is between the first
 * and the last brace counts.
 * @throws EngineFailure `refusal` when the model refused, else `bad_answer`; its message holds nothing of the text
 */
export function completionObject(json: unknown, requestId: string | null): Record<string, unknown> {
  const fail = (failureClass: 'refusal' | 'bad_answer', message: string): never => {
    throw new EngineFailure(failureClass, message, { status: 200, requestId });
  };
  const choice: unknown = isObject(json) && Array.isArray(json.choices) ? json.choices[0] : undefined;
  const message = isObject(choice) && isObject(choice.message) ? choice.message : undefined;
  if (typeof message?.refusal === 'string') return fail('refusal', 'Model refused to answer.');
  if (typeof message?.content !== 'string') return fail('bad_answer', 'Model sent no message with content.');
  const { content } = message;
  return objectIn(content, requestId);
}
