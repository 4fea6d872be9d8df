import { createHash } from 'node:crypto';
import { isObject } from '@app/json';
import type { SimConfig } from '../config';
import { Dialect, SimReply, errorReply } from '../dialect';
import type { SimRequest } from '../request';
import { Read, readQuestions } from './read-question';

/** A request of chat completions or messages that has passed the checks of its server. */
export interface ChatRequestRead extends SimRequest {
  chat: Pick<Read, 'isLettered'> & {
    /** Labels of each question as the prompt shows them. */
    labels: string[][];
    /** How many alternatives of the token are wanted. */
    alternatives: number;
  };
}

const endOfDocument = '\n\nThe document ends here.';

/** Reads a request, or answers as the server does that refuses it. */
export function readChat(raw: unknown, dialect: Dialect, config: SimConfig): ChatRequestRead | SimReply {
  if (!isObject(raw) || !Array.isArray(raw.messages)) return errorReply(dialect, 400, 'messages is missing.');
  const { model } = raw;
  if (typeof model !== 'string' || model === '') return errorReply(dialect, 400, 'model is missing.');
  if (config.chat_models !== null && !config.chat_models.includes(model)) {
    return errorReply(dialect, 404, `The model \`${model}\` does not exist.`, 'model_not_found');
  }
  const refused = config.refused_members.find((name) => name in raw);
  if (refused !== undefined) return errorReply(dialect, 400, refusalOf(refused));
  const alternatives = typeof raw.top_logprobs === 'number' ? raw.top_logprobs : 0;
  if (alternatives > config.max_alternatives) {
    return errorReply(dialect, 400, `top_logprobs must be between 0 and ${config.max_alternatives}.`);
  }
  const { text, pictures } = partsOf(raw.messages);
  const end = text.indexOf(endOfDocument);
  const asked = end < 0 ? null : readQuestions(text.slice(text.indexOf('\n', end + 2) + 1).trim());
  if (asked === null) return errorReply(dialect, 400, 'The simulator reads only prompts of this service.');
  const digests = pictures.map((picture) => createHash('sha256').update(picture).digest('hex'));
  const state = text.slice(0, end);
  return {
    model: config.chat_versions[model] ?? model,
    state: digests.length === 0 ? state : { state, pictures: digests },
    images: digests.length,
    questions: asked.questions.map(({ question }, index) => [`q${index}`, question]),
    inputTokens: Math.ceil(Buffer.byteLength(text) / 4),
    chat: { isLettered: asked.isLettered, labels: asked.questions.map(({ labels }) => labels), alternatives },
  };
}

function refusalOf(member: string): string {
  const instead = member === 'max_tokens' ? " Use 'max_completion_tokens' instead." : '';
  return `Unsupported parameter: '${member}' is not supported with this model.${instead}`;
}

/** The text of the last message, and its pictures as they were sent. */
function partsOf(messages: unknown[]): { text: string; pictures: string[] } {
  const last = messages[messages.length - 1];
  const content: unknown = isObject(last) ? last.content : undefined;
  if (typeof content === 'string') return { text: content, pictures: [] };
  const parts = Array.isArray(content) ? content.filter(isObject) : [];
  return {
    text: parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n\n'),
    pictures: parts.filter(({ type }) => type !== 'text').map((part) => JSON.stringify(part)),
  };
}
