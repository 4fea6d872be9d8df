import { JsonObject, isObject } from '@app/json';
import { reportedModel } from '../../dialect/reply';
import { EngineFailure, FailureClass } from '../../failure/failure';
import { dataUrl } from '../../image/wire-image';
import { firstAlternatives } from '../logprobs/alternative';
import type { ObjectSchema } from '../stated/schema';
import { badReply, objectIn, refusedReply, tokensOf } from './reply-text';
import type { ChatWire, Completion } from './wire';

/** Tokens of a stated reply, at most: 32 questions of 19 options each. */
const maxStatedTokens = 8_192;

/**
 * Chat completions as OpenAI defines them, and as Azure, Ollama, vLLM, llama.cpp, OpenRouter and others serve them
 * (docs/engines.md#chat-models).
 */
export const openAiChat: ChatWire = {
  body: (model, completion) => ({
    model,
    messages: [
      { role: 'system', content: completion.system },
      { role: 'user', content: contentOf(completion) },
    ],
    stream: false,
    ...('schema' in completion.reply ? statedAs(completion.reply.schema) : oneToken(completion.reply.alternatives)),
  }),
  // Hosted models refuse some of these by their kind.
  optional: { temperature: null, max_tokens: 'max_completion_tokens', response_format: null },
  readAlternatives: (json, requestId) => {
    const choice = choiceOf(json, requestId);
    const alternatives = firstAlternatives(choice.logprobs);
    if (alternatives !== null) return alternatives;
    const thought = isObject(choice.message) && (choice.message.reasoning_content ?? choice.message.reasoning);
    if (typeof thought === 'string' && thought !== '') {
      throw badReply('The model began to think; switch its reasoning off.', requestId);
    }
    throw badReply(
      'The reply has no log probabilities of its first token; where the server has none, set `chat.reads` to `stated`.',
      requestId,
    );
  },
  readObject: (json, requestId) => {
    const { message, finish_reason: end } = choiceOf(json, requestId);
    if (end === 'length') throw badReply('The reply was cut at its most tokens.', requestId);
    if (!isObject(message) || typeof message.content !== 'string') {
      throw badReply('The reply has no message with content.', requestId);
    }
    return objectIn(message.content, requestId);
  },
  facts: (json, model, requestId) => {
    const reply = isObject(json) ? json : {};
    const usage = isObject(reply.usage) ? reply.usage : {};
    const fingerprint = reply.system_fingerprint;
    return {
      reportedModel: reportedModel(reply.model, model),
      tokens: tokensOf([usage.prompt_tokens], usage.completion_tokens),
      requestId,
      ...(typeof fingerprint === 'string' && { fingerprint: fingerprint.slice(0, 100) }),
    };
  },
};

/** At another temperature some servers print the probabilities of what they would sample. */
function oneToken(alternatives: number): JsonObject {
  return { max_tokens: 1, temperature: 1, logprobs: true, top_logprobs: alternatives };
}

function statedAs(schema: ObjectSchema): JsonObject {
  const named = { name: 'answers', strict: true, schema: schema as unknown as JsonObject };
  return {
    max_tokens: maxStatedTokens,
    temperature: 0,
    response_format: { type: 'json_schema', json_schema: named },
  };
}

/** One message: many templates refuse two of one role. Its beginning is the same for all questions about the document. */
function contentOf({ document, images, question }: Completion): string | JsonObject[] {
  if (images.length === 0) return `${document}\n\n${question}`;
  return [
    { type: 'text', text: document },
    ...images.map((image) => ({ type: 'image_url', image_url: { url: dataUrl(image) } })),
    { type: 'text', text: question },
  ];
}

function choiceOf(json: unknown, requestId: string | null): Record<string, unknown> {
  const reply = isObject(json) ? json : {};
  const choice: unknown = Array.isArray(reply.choices) ? reply.choices[0] : undefined;
  // A router says so within a 200 that the provider behind it has failed.
  const error = isObject(choice) && isObject(choice.error) ? choice.error : reply.error;
  if (isObject(error)) throw passedOn(error.code, requestId);
  if (!isObject(choice)) throw badReply('The reply has no choice.', requestId);
  const refusal = isObject(choice.message) && typeof choice.message.refusal === 'string';
  if (refusal || choice.finish_reason === 'content_filter') throw refusedReply(requestId);
  return choice;
}

function passedOn(code: unknown, requestId: string | null): EngineFailure {
  const status = typeof code === 'number' ? code : 0;
  const failureClass: FailureClass =
    status === 429 ? 'rate' : status === 402 ? 'quota' : status >= 500 ? 'overload' : 'bad_answer';
  const named = status === 0 ? '' : ` (${status})`;
  return new EngineFailure(failureClass, `The reply tells of an error of the provider${named}.`, {
    status: 200,
    requestId,
  });
}
