import { isObject } from '@app/json';
import { chatDialects, chatRoute } from './chat/chat-dialect';
import { Dialect, DialectName, decisionDialects } from './dialect';

export const dialects: Record<DialectName, Dialect> = { ...decisionDialects, ...chatDialects };

/**
 * The dialect and the operation that a path asks for. Bare paths are Jev's; the bare path of decisions, which two vendors
 * share, is OpenAI's for a body with `input` and without `state`, else Perplexity's.
 */
export function route(path: string, body: unknown): { dialect: DialectName; operation: 'ask' | 'models' | 'none' } {
  const match = /^\/(?:(jev|pplx|openai|ollama|azure|anthropic)\/)?(.*)$/.exec(path);
  const [prefix, rest] = [match?.[1], match?.[2] ?? ''];
  const chat = chatRoute(prefix, rest);
  if (chat !== null) return { dialect: chat, operation: 'ask' };
  const isDecisions = rest === 'v1/decisions';
  if (prefix === undefined && isDecisions) return { dialect: isOpenAi(body) ? 'openai' : 'pplx', operation: 'ask' };
  const dialect = prefix === 'pplx' || prefix === 'openai' || prefix === 'ollama' ? prefix : 'jev';
  if (rest === 'v1/models') return { dialect, operation: 'models' };
  const isOwn = dialect === 'pplx' || dialect === 'openai' ? isDecisions : rest === 'v1/systemone';
  return { dialect, operation: isOwn ? 'ask' : 'none' };
}

function isOpenAi(body: unknown): boolean {
  return isObject(body) && 'input' in body && !('state' in body);
}
