import { JsonObject, isObject } from '@app/json';
import { reportedModel } from '../../dialect/reply';
import { badReply, objectIn, refusedReply, tokensOf } from './reply-text';
import type { ChatWire, Completion } from './wire';

/** Tokens of a reply, at most, with what the model thinks before it: 32 questions of 19 options each. */
const maxStatedTokens = 8_192;

/**
 * Anthropic's messages. They have no log probabilities; a format makes the reply JSON. A tool that must be called would do
 * so too, but newer models refuse to be forced (docs/engines.md#anthropic).
 */
export const anthropicMessages: ChatWire = {
  body: (model, completion) => ({
    model,
    max_tokens: maxStatedTokens,
    temperature: 0,
    system: completion.system,
    messages: [{ role: 'user', content: contentOf(completion) }],
    ...('schema' in completion.reply && {
      output_config: { format: { type: 'json_schema', schema: completion.reply.schema as unknown as JsonObject } },
    }),
  }),
  // Newer models refuse a temperature, older ones the format: the question then asks for JSON in words alone.
  optional: { temperature: null, output_config: null },
  readAlternatives: (_json, requestId) => {
    throw badReply('Anthropic’s messages have no log probabilities; set `chat.reads` to `stated`.', requestId);
  },
  readObject: (json, requestId) => {
    if (!isObject(json) || !Array.isArray(json.content)) throw badReply('The reply has no content.', requestId);
    if (json.stop_reason === 'refusal') throw refusedReply(requestId);
    if (json.stop_reason === 'max_tokens') throw badReply('The reply was cut at its most tokens.', requestId);
    const texts = json.content.filter(isObject).filter(({ type }) => type === 'text');
    if (texts.length === 0) throw badReply('The reply has no text.', requestId);
    return objectIn(texts.map(({ text }) => (typeof text === 'string' ? text : '')).join(''), requestId);
  },
  facts: (json, model, requestId) => ({
    reportedModel: reportedModel(isObject(json) ? json.model : undefined, model),
    tokens: isObject(json) && isObject(json.usage) ? countOf(json.usage) : null,
    requestId,
  }),
};

/** What was read from a cache, or written to one, is not in `input_tokens`. */
function countOf(usage: Record<string, unknown>) {
  const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens } = usage;
  return tokensOf([input_tokens, cache_creation_input_tokens ?? 0, cache_read_input_tokens ?? 0], output_tokens);
}

/** The document ends with a mark up to which the server keeps what it has read. */
function contentOf({ document, images, question }: Completion): JsonObject[] {
  return [
    ...images.map(({ format, base64 }): JsonObject => ({
      type: 'image',
      source: { type: 'base64', media_type: `image/${format}`, data: base64 },
    })),
    { type: 'text', text: document, cache_control: { type: 'ephemeral' } },
    { type: 'text', text: question },
  ];
}
