import type { Schema } from '@app/sdk/client';

/** An answer of another judgment about a related document, as the engine is shown it. */
export type Upstream = Schema<'UpstreamAnswerBody'>;
/** In bands, on one side of a cut, or the option of a choice: never as a number. */
export type Shown = 'bands' | 'cut' | 'value';

export const shownAs: readonly { value: Shown; label: string }[] = [
  { value: 'bands', label: 'in bands' },
  { value: 'cut', label: 'above or below a threshold' },
  { value: 'value', label: 'the option of a choice' },
];

/** The numbers of an answer; empty: the first of its type. */
export const upstreamFields: readonly { value: NonNullable<Upstream['field']> | ''; label: string }[] = [
  { value: '', label: 'its number' },
  { value: 'p', label: 'p' },
  { value: 'score', label: 'score' },
  { value: 'normalized', label: 'normalized' },
  { value: 'escape_p', label: 'none of the options (escape_p)' },
];

export function shownOf({ value, cut }: Upstream): Shown {
  if (value === true) return 'value';
  return cut === undefined ? 'bands' : 'cut';
}

/** The same answer, shown in another way. */
export function withShown({ judgment, field, bands, cut }: Upstream, shown: Shown): Upstream {
  // The option of a choice is no number.
  if (shown === 'value') return { judgment, value: true };
  const read = { judgment, ...(field !== undefined && { field }) };
  return shown === 'cut' ? { ...read, cut: cut ?? 0.5 } : { ...read, bands: bands ?? [] };
}

/** Band edges, such as `0.3, 0.7`. */
export function edgesText(edges: readonly number[]): string {
  return edges.join(', ');
}

/** Reads what `edgesText` prints. What is no number yet is sent as it is: the service says so at its place. */
export function edgesIn(text: string): number[] {
  return text
    .split(/[,;\s]+/)
    .filter((edge) => edge !== '')
    .map(Number);
}
