import { RecommendationQuery } from '@app/contracts/calibration';
import { invalid } from '@app/problem';
import { Target } from '@app/statistics';
import { Form } from '../outcome/label/label-set';

/** The number that a threshold is compared with: p of a bool, one option of a choice, or the score of a score. */
export type Cut = { on: 'p' } | { on: 'dist'; option: number } | { on: 'score'; from: number };

const decimal = /^\d{1,12}(\.\d{1,12})?$/;

/** @throws Problem `invalid_request` for an `on` that the judgment's type does not have */
export function readCut({ on, positive_from }: RecommendationQuery, { type, options, levels, optionsVary }: Form): Cut {
  if (positive_from !== undefined && on !== 'score') {
    throw invalid('bad_query', '/positive_from', '`positive_from` belongs to `on=score`; leave it out.');
  }
  if (type === 'bool' && on === 'p') return { on };
  if (optionsVary) {
    const sentence = 'The options of this judgment are related documents, which come and go: no threshold names one.';
    throw invalid('path_not_allowed', '/on', sentence);
  }
  if (type === 'choice' && on.startsWith('dist.')) {
    const option = options.indexOf(on.slice('dist.'.length));
    if (option >= 0) return { on: 'dist', option };
  }
  if (type === 'score' && on === 'score') {
    const [low, high] = [levels[0], levels[levels.length - 1]];
    // No `readDecimal` here, since levels may be negative.
    const from = positive_from === undefined ? high : Number(positive_from.trim() === '' ? NaN : positive_from);
    if (from > low && from <= high) return { on, from };
    throw invalid('bad_bounds', '/positive_from', `\`positive_from\` must lie above ${low} and be at most ${high}.`);
  }
  const right = { bool: '`p`', choice: '`dist.<option>` with one of its options', score: '`score`' }[type];
  throw invalid('bad_query', '/on', `\`on\` must be ${right}, because the judgment is a ${type}.`);
}

/** @throws Problem `invalid_request` for a missing or wrong number, and for a share of 1, which no number of labels proves */
export function readTarget(query: RecommendationQuery): Target {
  const { target } = query;
  if (target === 'cost') {
    refuse(query, 'at_least', target);
    const [costFalsePositive, costFalseNegative] = [
      readDecimal(query, 'cost_false_positive'),
      readDecimal(query, 'cost_false_negative'),
    ];
    if (costFalsePositive + costFalseNegative > 0) return { target, costFalsePositive, costFalseNegative };
    throw invalid('bad_bounds', '/cost_false_positive', 'At least one of the two costs must be above 0.');
  }
  refuse(query, 'cost_false_positive', target);
  refuse(query, 'cost_false_negative', target);
  const atLeast = readDecimal(query, 'at_least');
  if (atLeast > 0 && atLeast < 1) return { target, atLeast };
  throw invalid('bad_bounds', '/at_least', '`at_least` must lie above 0 and below 1; no number of labels proves 1.');
}

type Amount = 'at_least' | 'cost_false_positive' | 'cost_false_negative';

function readDecimal(query: RecommendationQuery, name: Amount): number {
  const text = query[name];
  if (text === undefined) {
    throw invalid('missing_field', `/${name}`, `\`target=${query.target}\` needs \`${name}\`.`);
  }
  if (!decimal.test(text)) throw invalid('bad_query', `/${name}`, `\`${name}\` ${howToWrite(text)}`);
  return Number(text);
}

/** How to mend a number that is none here. */
function howToWrite(text: string): string {
  if (/^-/.test(text)) return 'must not be negative.';
  if (/^\.\d+$/.test(text)) return `must begin with a digit: write 0${text}.`;
  return 'must be a decimal number such as 0.9, with at most 12 digits before and after the point.';
}

function refuse(query: RecommendationQuery, name: Amount, target: string): void {
  if (query[name] === undefined) return;
  throw invalid('bad_query', `/${name}`, `\`${name}\` does not belong to \`target=${target}\`; leave it out.`);
}
