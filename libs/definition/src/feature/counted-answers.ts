import { invalid } from '@app/problem';
import { under } from '../reading/member';
import type { UpstreamAnswer } from '../relation/answer';
import type { AnswerTest, ParseRelationWhere, Relation } from '../relation/relation';
import type { Feature } from './feature';

/**
 * A feature counts answers only as its relation shows them: by the edge of a band or a cut, or by an option. Each other
 * test would let a number move while nothing of the context does.
 * @throws Problem `invalid_request`, reason `answers_never_summed`
 */
export function refuseUnshown(
  features: readonly Feature[],
  relations: Readonly<Record<string, Relation>>,
  pointer: string,
  parseWhere: ParseRelationWhere,
): void {
  features.forEach((feature, index) => {
    if (!('of' in feature) || feature.where === undefined) return;
    const place = under(under(pointer, index), 'where');
    const shown = relations[feature.of]?.answers ?? [];
    const unshown = parseWhere(feature.where, place).answers.find((test) => !shown.some((one) => isShown(test, one)));
    if (unshown === undefined) return;
    const path = `answers.${unshown.judgment}.${unshown.field}`;
    const sentence =
      `\`${path}\` may be tested by \`gte\` or \`lt\` at an edge, or by \`eq\` of an option, that \`answers\` of ` +
      `\`context.related.${feature.of}\` declares; declare it there, or test another edge.`;
    throw invalid('answers_never_summed', place, sentence);
  });
}

function isShown({ judgment, field, op, operand }: AnswerTest, answer: UpstreamAnswer): boolean {
  if (answer.judgment !== judgment) return false;
  if ('value' in answer) return field === 'value' && op === 'eq' && typeof operand === 'string';
  const isField = answer.field === undefined ? field === 'p' || field === 'score' : field === answer.field;
  const edges = 'cut' in answer ? [answer.cut] : answer.bands;
  return isField && (op === 'gte' || op === 'lt') && edges.some((edge) => edge === operand);
}
