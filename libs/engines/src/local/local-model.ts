import { isObject } from '@app/json';
import { request } from 'undici';

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
const maxListBytes = 1024 * 1024;

/** The decision model to use of those that a server lists: the best family, its plain tag first; null without any. */
export function decisionModelOf(ids: readonly string[]): string | null {
  return bestOf(families, ids);
}

/** The chat model to use of those that a server lists, by the same rule. */
export function chatModelOf(ids: readonly string[]): string | null {
  return bestOf(chatFamilies, ids);
}

function bestOf(families: readonly string[], ids: readonly string[]): string | null {
  const ranked = ids
    .map((id) => ({ id, rank: families.indexOf(id.split(':')[0]), isPlain: /^[^:]+(:latest)?$/.test(id) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank || Number(b.isPlain) - Number(a.isPlain) || (a.id < b.id ? -1 : 1));
  return ranked[0]?.id ?? null;
}

/**
 * Looks for a decision model in the list of models of an Ollama, in OpenAI's form.
 * @param baseUrl such as `http://127.0.0.1:11434`
 * @returns the model's name; null when no server answers, or its list is unreadable or has no decision model
 */
export async function findLocalModel(baseUrl: string, timeoutMs: number): Promise<string | null> {
  return decisionModelOf(await listModels(baseUrl, timeoutMs));
}

/** Looks for a chat model in the same list. @returns the model's name, or null */
export async function findLocalChatModel(baseUrl: string, timeoutMs: number): Promise<string | null> {
  return chatModelOf(await listModels(baseUrl, timeoutMs));
}

async function listModels(baseUrl: string, timeoutMs: number): Promise<string[]> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { statusCode, body } = await request(`${baseUrl.replace(/\/$/, '')}/v1/models`, { signal });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      const bytes: Buffer = chunk;
      size += bytes.length;
      if (size > maxListBytes) return [];
      chunks.push(bytes);
    }
    return statusCode === 200 ? idsOf(JSON.parse(Buffer.concat(chunks).toString('utf8'))) : [];
  } catch {
    // Usually no server runs there, which is an answer and not a fault.
    return [];
  }
}

function idsOf(list: unknown): string[] {
  if (!isObject(list) || !Array.isArray(list.data)) return [];
  return list.data.flatMap((model) => (isObject(model) && typeof model.id === 'string' ? [model.id] : []));
}
