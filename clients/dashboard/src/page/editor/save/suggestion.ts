import type { JudgmentError } from '@app/sdk/client';

/** Paths that the service would read, and those that it would not, with why. */
export interface Suggestion {
  fields: string[];
  excluded: string[];
}

/** The suggestion in the refusal of a judgment that names no paths; null for every other error. */
export function suggestionOf(error: unknown): Suggestion | null {
  const { details } = (error ?? {}) as Partial<JudgmentError>;
  const suggested = details?.suggested_context;
  if (!suggested?.recipe?.fields) return null;
  return {
    fields: suggested.recipe.fields,
    excluded: (suggested.excluded ?? []).map(({ path, reason }) => `${path} (${reason.replaceAll('_', ' ')})`),
  };
}
