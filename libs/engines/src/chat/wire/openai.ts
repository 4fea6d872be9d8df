import { JsonObject, isObject } from '@app/json';
import { reportedModel } from '../../dialect/reply';
import { EngineFailure } from '../../failure/failure';
import { dataUrl } from '../../image/wire-image';
import type { AskReply } from '../../question/answer';
import { completionObject } from '../completion';
import { firstAlternatives } from '../logprobs/alternative';
import { maxAlternatives } from '../logprobs/letter';
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
    ...(completion.schema === null ? oneToken : statedAs(completion.schema)),
  }),
  // Hosted models refuse some of these by their kind.
  optional: { temperature: null, max_tokens: 'max_completion_tokens', reasoning_effort: null, response_format: null },
  readAlternatives: (json, requestId) => {
    const choice = choiceOf(json, requestId);
    const alternatives = firstAlternatives(choice.logprobs);
    if (alternatives !== null) return alternatives;
    throw bad('The reply has no log probabilities of its first token.', requestId);
  },
  readObject: (json, requestId) => {
    choiceOf(json, requestId);
    return completionObject(json, requestId);
  },
  facts: (json, model, requestId) => ({
    reportedModel: reportedModel(isObject(json) ? json.model : undefined, model),
    tokens: tokensOf(isObject(json) ? json.usage : undefined),
    requestId,
  }),
};

// At another temperature some servers print the probabilities of what they would sample.
const oneToken: JsonObject = { max_tokens: 1, temperature: 1, logprobs: true, top_logprobs: maxAlternatives };

function statedAs(schema: NonNullable<Completion['schema']>): JsonObject {
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
  const choice: unknown = isObject(json) && Array.isArray(json.choices) ? json.choices[0] : undefined;
  if (!isObject(choice)) throw bad('The reply has no choice.', requestId);
  const refusal = isObject(choice.message) && typeof choice.message.refusal === 'string';
  if (refusal || choice.finish_reason === 'content_filter') {
    throw new EngineFailure('refusal', 'Model refused to answer.', { status: 200, requestId });
  }
  return choice;
}

function bad(message: string, requestId: string | null): EngineFailure {
  return new EngineFailure('bad_answer', message, { status: 200, requestId });
}

function tokensOf(usage: unknown): AskReply['tokens'] {
  if (!isObject(usage)) return null;
  const { prompt_tokens: input, completion_tokens: output } = usage;
  return isCount(input) && isCount(output) ? { input, output } : null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
