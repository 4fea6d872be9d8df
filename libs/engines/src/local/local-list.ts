import { isObject } from '@app/json';
import { request } from 'undici';

const maxListBytes = 1024 * 1024;

/**
 * The models that a local server lists, in OpenAI's form.
 * @param baseUrl such as `http://127.0.0.1:11434`
 * @returns their names; none when no server answers in time, or its list is unreadable
 */
export async function listLocalModels(baseUrl: string, timeoutMs: number): Promise<string[]> {
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
