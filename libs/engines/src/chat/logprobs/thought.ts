import type { Alternative } from './alternative';

/** How models begin what they think before they answer. */
const openings = ['<think>', '<thinking>', '<|channel|>', '<think', '[think]', '◁think▷'];

/** Whether the likeliest first token begins a thought. */
export function isThought(alternatives: readonly Alternative[]): boolean {
  const [likeliest] = [...alternatives].sort((a, b) => b.p - a.p);
  return likeliest !== undefined && openings.includes(likeliest.token.trim().toLowerCase());
}
