import { cellText, valueText } from './figure-text';
import type { Ends } from './read-report';

/** A share of answers that change when they are asked twice. */
interface ReadFlips {
  share: number;
  interval: Ends;
}

/** What this library reads of a run that asked an engine again. */
export interface ReadRepeatability {
  answers: number;
  times: number;
  sd_p: number | null;
  sd_normalized: number | null;
  value_changes: ReadFlips | null;
  flips: Readonly<Record<string, ReadFlips>>;
}

/** How much of an answer is the engine's own noise, in one sentence. */
export function repeatabilityText(found: ReadRepeatability): string {
  const { answers, times, sd_p, sd_normalized, value_changes, flips } = found;
  const asked = `Asked again (${answers} answers, ${times} times each)`;
  if (isStill(found)) return `${asked}, each answer came out the same.`;
  const sides = Object.entries(flips).map(([name, one]) => `${shareText(one)} of answers change side at ${name}`);
  const values = value_changes ? [`${shareText(value_changes)} change their value`] : [];
  const moves = [
    typeof sd_p === 'number' ? [`p moves by ${valueText(sd_p)}`] : [],
    typeof sd_normalized === 'number' ? [`the normalized score moves by ${valueText(sd_normalized)}`] : [],
  ];
  return `${asked}: ${[...sides, ...values, ...moves.flat()].join('; ')}.`;
}

function isStill({ sd_p, sd_normalized, value_changes, flips }: ReadRepeatability): boolean {
  const shares = [...Object.values(flips), ...(value_changes ? [value_changes] : [])].map(({ share }) => share);
  return [sd_p ?? 0, sd_normalized ?? 0, ...shares].every((one) => one === 0);
}

function shareText({ share, interval }: ReadFlips): string {
  return cellText({ value: share, interval }, 'share');
}

/**
 * How many current answers turn at a threshold in force when they are asked again and nothing else changes.
 * @param answers number of current answers
 * @returns null where no run told the share
 */
export function noiseTurns(
  found: ReadRepeatability | null | undefined,
  threshold: string,
  answers: number,
): number | null {
  const flips = found?.flips[threshold];
  return flips ? Math.round(flips.share * answers) : null;
}
