import type { ChatDialectName, Dialect } from '../dialect';
import { openAiBody } from '../error-body';

const chat: Dialect = {
  name: 'openai_chat',
  rounding: 'none',
  saturate: null,
  baseTokens: 0,
  tokens: 128_000,
  questionTokens: 128_000,
  isClosed: false,
  questionsMax: () => Infinity,
  outputTokens: () => 1,
  errorBody: openAiBody,
  idHeaders: (seed, count) => ({ 'x-request-id': `req_${seed}_${count}` }),
};

/** Azure names the kind of an error in its code alone. */
const azureCodes: Record<string, string> = {
  content_filter: 'content_filter',
  insufficient_quota: 'insufficient_quota',
  model_not_found: 'DeploymentNotFound',
};

const anthropicTypes: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

/** Servers of chat models: how their errors look, and in which header their key stands. */
export const chatDialects: Record<ChatDialectName, Dialect> = {
  openai_chat: chat,
  azure: {
    ...chat,
    name: 'azure',
    errorBody: (status, type, message) => ({ error: { code: azureCodes[type] ?? `${status}`, message } }),
    idHeaders: (seed, count) => ({ 'apim-request-id': `${seed}-${count}` }),
  },
  anthropic: {
    ...chat,
    name: 'anthropic',
    errorBody: (status, _type, message) => ({
      type: 'error',
      error: { type: anthropicTypes[status] ?? 'api_error', message },
    }),
    idHeaders: (seed, count) => ({ 'request-id': `req_${seed}_${count}` }),
  },
  ollama_chat: {
    ...chat,
    name: 'ollama_chat',
    errorBody: (_status, _type, message) => ({ error: { message, type: 'api_error', param: null, code: null } }),
    idHeaders: () => ({}),
  },
};

export function isChatDialect(name: string): name is ChatDialectName {
  return Object.hasOwn(chatDialects, name);
}

/** Where each server is asked, below the prefix of its name; a bare path is OpenAI's. */
export function chatRoute(prefix: string | undefined, rest: string): ChatDialectName | null {
  if (prefix === 'azure') return /^openai\/deployments\/[^/]+\/chat\/completions$/.test(rest) ? 'azure' : null;
  if (prefix === 'anthropic') return rest === 'v1/messages' ? 'anthropic' : null;
  if (rest === 'v1/messages' && prefix === undefined) return 'anthropic';
  if (rest !== 'v1/chat/completions') return null;
  return prefix === 'ollama' ? 'ollama_chat' : prefix === undefined || prefix === 'openai' ? 'openai_chat' : null;
}

/** The key that a request carries, wherever its server looks for it. */
export function keyOf(headers: Record<string, string | string[] | undefined>, name: string): string | null {
  const header = name === 'azure' ? 'api-key' : name === 'anthropic' ? 'x-api-key' : 'authorization';
  const value = headers[header];
  if (typeof value !== 'string') return null;
  return header === 'authorization' ? (/^Bearer (.+)$/.exec(value)?.[1] ?? null) : value;
}
