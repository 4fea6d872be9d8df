import { isObject } from '@app/json';
import { request } from 'undici';

/** Families of decision models on Ollama, best first (docs/engines.md#local-servers). */
const families = ['nimble', 'clef', 'clef-flash', 'tev1', 'pplx-decider', 'd1-omni'];
const maxListBytes = 1024 * 1024;

/** The decision model to use of those that a server lists: the best family, its plain tag first; null without any. */
export function decisionModelOf(ids: readonly string[]): string | null {
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
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { statusCode, body } = await request(`${baseUrl.replace(/\/$/, '')}/v1/models`, { signal });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      const bytes: Buffer = chunk;
      size += bytes.length;
      if (size > maxListBytes) return null;
      chunks.push(bytes);
    }
    return statusCode === 200 ? decisionModelOf(idsOf(JSON.parse(Buffer.concat(chunks).toString('utf8')))) : null;
  } catch {
    // Usually no server runs there, which is an answer and not a fault.
    return null;
  }
}

function idsOf(list: unknown): string[] {
  if (!isObject(list) || !Array.isArray(list.data)) return [];
  return list.data.flatMap((model) => (isObject(model) && typeof model.id === 'string' ? [model.id] : []));
}
