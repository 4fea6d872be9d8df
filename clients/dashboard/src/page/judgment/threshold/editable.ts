import { cutOf, type Cut, type ThresholdValue } from '@app/thresholds';
import type { Schema } from '@app/sdk/client';

type Definition = Schema<'JudgmentDefinition'>;

/** The numbers of a judgment's answers that a threshold may read, as filters name them. */
export function numbersOf(definition: Definition): string[] {
  if ('levels' in definition) return ['score', 'normalized'];
  if (definition.type === 'bool') {
    const features = ('features' in definition ? definition.features : undefined) ?? [];
    return ['p', ...features.map(({ name }) => `features.${name}`)];
  }
  const options = 'options' in definition && Array.isArray(definition.options) ? definition.options : [];
  return [...options.map(({ value }) => `dist.${value}`), 'escape_p'];
}

/** A threshold as the API has it, without the types of the client. */
export function valueOf(threshold: Schema<'Threshold'>): ThresholdValue {
  return threshold as ThresholdValue;
}

/** The cut that the editor begins with: the threshold in force, or one in the middle of the first number. */
export function firstCut(definition: Definition, threshold: Schema<'Threshold'> | undefined): Cut {
  if (threshold !== undefined) return cutOf(valueOf(threshold));
  return middleOf(definition, numbersOf(definition)[0]);
}

/** A threshold in the middle of a number. */
export function middleOf(definition: Definition, on: string): Cut {
  const [low, high] = domainOf(definition, on, []);
  return { on, side: 'gte', at: (low + high) / 2 };
}

/** The values between which a number lies. @param quantiles of the current answers, for a number without bounds of its own */
export function domainOf(definition: Definition, on: string, quantiles: readonly number[]): [number, number] {
  if (on === 'score' && 'levels' in definition) {
    const values = definition.levels.map(({ value }) => value);
    return [Math.min(...values), Math.max(...values)];
  }
  if (!on.startsWith('features.')) return [0, 1];
  const [low, high] = [quantiles[0] ?? 0, quantiles.at(-1) ?? 1];
  return low < high ? [low, high] : [low, low + 1];
}

/** How far one press of an arrow key moves a threshold: a hundredth of the range, in one digit. */
export function stepOf([low, high]: readonly [number, number]): number {
  return 10 ** Math.floor(Math.log10((high - low) / 100) + 1e-9);
}

/** A value between the ends, in whole steps of a hundredth step: what a mouse can mean. */
export function valueAt(share: number, [low, high]: readonly [number, number]): number {
  const step = stepOf([low, high]);
  const value = low + Math.min(1, Math.max(0, share)) * (high - low);
  return Number((Math.round(value / step) * step).toPrecision(12));
}

/** The number in words, such as `share of “refund”`. */
export function numberText(on: string): string {
  if (on.startsWith('dist.')) return `share of “${on.slice('dist.'.length)}”`;
  return on.replace(/^features\./, '').replace('_', ' ');
}
