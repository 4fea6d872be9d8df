import { listLocalModels } from './local-list';

/** Families of decision models on Ollama, best first (docs/engines.md#local-servers). */
const families = ['nimble', 'clef', 'clef-flash', 'tev1', 'pplx-decider', 'd1-omni'];
/** Families of chat models on Ollama that write JSON when asked to, best first. */
const chatFamilies = [
  'gpt-oss',
  'qwen3',
  'gemma3',
  'llama3.3',
  'mistral-small',
  'phi4',
  'llama3.1',
  'qwen2.5',
  'llama3.2',
];
/** Of a model that answers no question: it makes vectors, orders texts or hears. */
const noChat = /embed|rerank|whisper|bge-|minilm/i;

/** The decision model to use of those that a server lists: the best family, its plain tag first; null without any. */
export function decisionModelOf(ids: readonly string[]): string | null {
  return bestOf(families, ids);
}

/** The chat model to use of those that a server lists, by the same rule. */
export function chatModelOf(ids: readonly string[]): string | null {
  return bestOf(chatFamilies, ids);
}

/** Models that may be chat models: those of known families first, the best one first, then others as they are listed. */
export function chatCandidatesOf(ids: readonly string[]): string[] {
  const known = ranked(chatFamilies, ids);
  const decisions = ranked(families, ids);
  const others = ids.filter((id) => !known.includes(id) && !decisions.includes(id) && !noChat.test(id));
  return [...known, ...others];
}

function bestOf(families: readonly string[], ids: readonly string[]): string | null {
  return ranked(families, ids)[0] ?? null;
}

function ranked(families: readonly string[], ids: readonly string[]): string[] {
  return ids
    .map((id) => ({ id, rank: families.indexOf(id.split(':')[0]), isPlain: /^[^:]+(:latest)?$/.test(id) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank || Number(b.isPlain) - Number(a.isPlain) || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

/**
 * Looks for a decision model in the list of models of an Ollama, in OpenAI's form.
 * @param baseUrl such as `http://127.0.0.1:11434`
 * @returns the model's name; null when no server answers, or its list is unreadable or has no decision model
 */
export async function findLocalModel(baseUrl: string, timeoutMs: number): Promise<string | null> {
  return decisionModelOf(await listLocalModels(baseUrl, timeoutMs));
}

/** Looks for a chat model in the same list. @returns the model's name, or null */
export async function findLocalChatModel(baseUrl: string, timeoutMs: number): Promise<string | null> {
  return chatModelOf(await listLocalModels(baseUrl, timeoutMs));
}
