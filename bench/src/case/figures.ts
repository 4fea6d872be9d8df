import { median, spread } from '../statistics';

/** One measured value of a round, with how a person reads it. */
export interface Measure {
  value: number;
  unit: string;
  digits: number;
}

/** What a round of a case gave. */
export interface Figures {
  /** Of what is measured against; larger is better unless the goal says `below`. */
  ratio: number;
  /** By label, in the order of the line. */
  measures: Record<string, Measure>;
}

/** Where a ratio has to lie. */
export type Goal = { atLeast: number } | { below: number };

export const perSecond = (value: number): Measure => ({ value, unit: '/s', digits: 0 });
export const milliseconds = (value: number): Measure => ({ value, unit: ' ms', digits: 1 });
export const microseconds = (value: number): Measure => ({ value, unit: ' µs', digits: 0 });
export const seconds = (value: number): Measure => ({ value, unit: ' s', digits: 2 });
export const times = (value: number): Measure => ({ value, unit: '', digits: 0 });
export const bytes = (value: number): Measure => ({ value, unit: ' B', digits: 0 });
export const megabytes = (value: number): Measure => ({ value, unit: ' MB', digits: 0 });

const nameWidth = 80;

/** @throws Error when a round gave no figure where one belongs */
export function assertFigures(rounds: readonly Figures[]): void {
  if (rounds.length === 0) throw new Error('no round was counted');
  for (const { ratio, measures } of rounds) {
    const values = {
      ratio,
      ...Object.fromEntries(Object.entries(measures).map(([label, { value }]) => [label, value])),
    };
    for (const [label, value] of Object.entries(values))
      if (!Number.isFinite(value) || value < 0) throw new Error(`a round gave ${value} as ${label}`);
    if (ratio === 0) throw new Error('a round gave the ratio 0');
  }
}

/** One line: medians and spread over the rounds, and whether the goal was reached. */
export function renderFigures(name: string, goal: Goal | null, rounds: readonly Figures[]): string {
  const cells = Object.entries(rounds[0].measures).map(([label, { unit, digits }]) => {
    const value = median(rounds.map(({ measures }) => measures[label].value));
    return `${label} ${value.toFixed(digits).padStart(6)}${unit}`;
  });
  const ratios = rounds.map(({ ratio }) => ratio);
  const ratio = `ratio ${median(ratios).toFixed(2)} (${spread(ratios)})`;
  return [name.padEnd(nameWidth), ...cells, ratio, ...(goal ? [renderGoal(goal, median(ratios))] : [])].join('  ');
}

function renderGoal(goal: Goal, ratio: number): string {
  if ('below' in goal) return `goal below ${goal.below} ${ratio < goal.below ? 'reached' : 'MISSED'}`;
  return `goal ${goal.atLeast.toFixed(2)} ${ratio >= goal.atLeast ? 'reached' : 'MISSED'}`;
}

/**
 * One line about two builds whose rounds took turns: ratio by ratio, and rate by rate where both have one. The rates
 * leave out the noise of the raw limit.
 * @param mine and theirs of the same rounds
 */
export function renderQuotients(name: string, mine: readonly Figures[], theirs: readonly Figures[]): string {
  const quotient = (label: string, of: (figures: Figures) => number | undefined): string[] => {
    const values = mine.map((figures, round) => (of(figures) ?? NaN) / (of(theirs[round]) ?? NaN));
    return values.every(Number.isFinite) ? [`${label} ${median(values).toFixed(2)} (${spread(values)})`] : [];
  };
  const ratio = quotient('ratio', (figures) => figures.ratio);
  const rate = quotient('own', ({ measures }) => measures.own?.value);
  return [name.padEnd(nameWidth), ...ratio, ...rate].join('  ');
}
