/** Labels of options and levels: single letters, which are one token each for every model. */
const letters = 'ABCDEFGHIJKLMNOPQRST';

/** Alternatives that servers list for a token at most. */
export const maxAlternatives = 20;
/** Options, or levels, that are asked by letters. With the escape they leave an alternative for something else. */
export const maxLettered = 18;

export function letterOf(place: number): string {
  return letters[place];
}

/** The spellings of the first letters, as `massOf` compares them. */
export function letterSpellings(count: number): string[][] {
  return Array.from({ length: count }, (_, place) => [letterOf(place).toLowerCase()]);
}
