import type { Failure } from '@app/definition';

/**
 * Why a read that requires fresh answers has none.
 * @param failures of the answers that are not fresh: what the engine's last reply came to; null where none came
 */
export function unjudgedWords(failures: readonly (Failure | null)[]): string {
  const came = [...new Set(failures)].filter((failure) => failure !== null && failure !== 'engine_unavailable');
  if (came.length === 0) return 'The engine gave no answer in time; read with fresh=stored, or try again.';
  return `The engine's reply brought no answer (${came.join(', ')}); read with fresh=stored to see which, or try again.`;
}
