import { JsonObject, isObject } from '@app/json';
import { readTokens, reportedModel } from '../../dialect/reply';
import { EngineFailure } from '../../failure/failure';
import type { Completion, ChatWire } from './wire';

const maxStatedTokens = 8_192;
/** The tool that a model has to call: its input is the reply. */
const tool = 'answer';

/** Anthropic's messages. They have no log probabilities; a tool that must be called makes the reply an object. */
export const anthropicMessages: ChatWire = {
  body: (model, completion) => ({
    model,
    max_tokens: maxStatedTokens,
    temperature: 0,
    system: completion.system,
    messages: [{ role: 'user', content: contentOf(completion) }],
    tools: [
      {
        name: tool,
        description: 'Takes the probabilities of the answers.',
        input_schema: completion.schema as unknown as JsonObject,
      },
    ],
    tool_choice: { type: 'tool', name: tool },
  }),
  optional: { temperature: null },
  readAlternatives: (_json, requestId) => {
    throw bad('Anthropic’s messages have no log probabilities.', requestId);
  },
  readObject: (json, requestId) => {
    if (!isObject(json) || !Array.isArray(json.content)) throw bad('The reply has no content.', requestId);
    if (json.stop_reason === 'refusal') {
      throw new EngineFailure('refusal', 'Model refused to answer.', { status: 200, requestId });
    }
    const called = json.content.find((part) => isObject(part) && part.type === 'tool_use' && part.name === tool);
    if (isObject(called) && isObject(called.input)) return called.input;
    throw bad('The reply does not call the tool of the answers.', requestId);
  },
  facts: (json, model, requestId) => ({
    reportedModel: reportedModel(isObject(json) ? json.model : undefined, model),
    tokens: readTokens(isObject(json) ? json.usage : undefined),
    requestId,
  }),
};

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

function bad(message: string, requestId: string | null): EngineFailure {
  return new EngineFailure('bad_answer', message, { status: 200, requestId });
}
