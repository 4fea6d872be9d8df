import { chipsOf, type Chip } from '../../filter/filter';

/** The condition of a subscription in words. */
export interface ConditionText {
  /** All of it, such as `churn_risk.p ≥ 0.8 and attributes.country = DE`. */
  text: string;
  /** What crossed it, where it asks one thing of one answer, such as `churn_risk rose to 0.8 or more`; else null. */
  crossing: string | null;
}

const signs: Readonly<Record<string, string>> = { eq: '=', ne: '≠', gt: '>', gte: '≥', lt: '<', lte: '≤' };
/** What an answer did that passes such a comparison, and one that ceases to. */
const moves: Readonly<Record<string, readonly [entered: string, exited: string]>> = {
  gt: ['rose above', 'fell to'],
  gte: ['rose to', 'fell below'],
  lt: ['fell below', 'rose to'],
  lte: ['fell to', 'rose above'],
};
/** The side of the value that belongs to the move, too. */
const sides: Readonly<Record<string, string>> = { 'rose to': ' or more', 'fell to': ' or less' };

/**
 * A filter as its events tell it.
 * @param isEntered whether a document began to pass it; else it ceased to
 * @returns null for a filter of other than comparisons that must all hold
 */
export function conditionText(filter: unknown, isEntered: boolean): ConditionText | null {
  const chips = chipsOf(filter);
  if (chips === null || chips.length === 0) return null;
  const text = chips
    .map(({ path, comparison, value }) => `${shortOf(path)} ${signs[comparison] ?? comparison} ${value}`)
    .join(' and ');
  return { text, crossing: chips.length === 1 ? crossingOf(chips[0], isEntered) : null };
}

function crossingOf({ path, comparison, value }: Chip, isEntered: boolean): string | null {
  const [, threshold, name] = /^answers\.([^.]+)\.thresholds\.([^.]+)$/.exec(path) ?? [];
  if (threshold !== undefined && comparison === 'eq') {
    const isOver = (value === 'true') === isEntered;
    return `${threshold} ${isOver ? 'reached' : 'fell below'} its threshold ${name}`;
  }
  const [, judgment] = /^answers\.([^.]+)\.(?:calibrated\.)?(?:p|score)$/.exec(path) ?? [];
  if (judgment !== undefined && moves[comparison] !== undefined) {
    const move = moves[comparison][isEntered ? 0 : 1];
    return `${judgment} ${move} ${value}${sides[move] ?? ''}`;
  }
  const [, choice] = /^answers\.([^.]+)\.value$/.exec(path) ?? [];
  if (choice !== undefined && comparison === 'eq') return `${choice} ${isEntered ? 'became' : 'is no longer'} ${value}`;
  return null;
}

function shortOf(path: string): string {
  return path.replace(/^answers\./, '');
}
