import type { ProbabilitySource } from '../entry/entry';

/** A model that a server on this machine lists. */
export interface LocalModel {
  /** Such as `http://127.0.0.1:11434`. */
  baseUrl: string;
  model: string;
  /** How a chat model is read; null for a decision model. */
  reads: ProbabilitySource | null;
}

/** Servers switch reasoning off by one of these or the other, and pass over the one that they do not know. */
const withoutReasoning = { reasoning_effort: 'none', chat_template_kwargs: { enable_thinking: false } };

/** The entry that puts a local model behind a name, for `parseEngineEntry`. */
export function localEntryOf({ baseUrl, model, reads }: LocalModel): Record<string, unknown> {
  const entry = { preset: 'ollama', base_url: baseUrl.replace(/\/$/, ''), model };
  return reads === null ? entry : { ...entry, dialect: 'chat', chat: { reads, members: withoutReasoning } };
}
