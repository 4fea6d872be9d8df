import { invalid } from '@app/problem';
import { readFieldUnder } from '../path/field';
import { own, readName, readObject, readOneOf, refuseOthers, under } from '../reading/member';
import type { Members } from '../reading/member';
import { aggregates } from '../reading/value';
import type { Aggregate, Json } from '../reading/value';
import { readWindow } from '../relation/parse';
import type { ParseRelationWhere } from '../relation/relation';
import type { Feature, RelatedFeature } from './feature';

const known = ['name', 'of', 'aggregate', 'path', 'where', 'window'];
/** The aggregates that need no number of a document. */
const counting: readonly Aggregate[] = ['count', 'share'];

/**
 * Reads a feature of related documents. Whether the recipe has the relation, and
 * shows the answers that are counted, is checked where the recipe is known (`refuseUnknownRelations`, `refuseUnshown`).
 * @throws Problem `invalid_request`; `answers_never_summed` for an answer that is not merely counted
 */
export function parseAggregate(
  members: Members,
  pointer: string,
  parseWhere: ParseRelationWhere,
): Omit<RelatedFeature, 'name'> {
  refuseOthers(members, pointer, known);
  const of = readName(own(members, 'of'), under(pointer, 'of'));
  const aggregate = readOneOf(own(members, 'aggregate'), under(pointer, 'aggregate'), aggregates);
  const path = readPath(members, pointer, aggregate);
  const where = readWhere(members, pointer, aggregate, parseWhere);
  return {
    of,
    aggregate,
    ...(path !== undefined && { path }),
    ...(where && { where }),
    ...(Object.hasOwn(members, 'window') && { window: readWindow(members.window, under(pointer, 'window')) }),
  };
}

function readPath(members: Members, pointer: string, aggregate: Aggregate): string | undefined {
  const place = under(pointer, 'path');
  if (!Object.hasOwn(members, 'path')) {
    if (counting.includes(aggregate)) return undefined;
    throw invalid('missing_field', place, `\`${aggregate}\` needs the \`path\` of a number of the related documents.`);
  }
  if (aggregate === 'share') {
    throw invalid('unknown_field', place, '`share` takes no path: say in `where` which documents are meant.');
  }
  if (typeof members.path === 'string' && members.path.startsWith('answers.')) throw neverSummed(place);
  const sentence = '`path` needs a path that can hold a number: attributes.<name> or state.<dotted path>.';
  return readFieldUnder(members.path, place, ['attributes', 'state'], sentence);
}

function readWhere(
  members: Members,
  pointer: string,
  aggregate: Aggregate,
  parseWhere: ParseRelationWhere,
): { [key: string]: Json } | undefined {
  const place = under(pointer, 'where');
  if (!Object.hasOwn(members, 'where')) {
    if (aggregate !== 'share') return undefined;
    throw invalid(
      'missing_field',
      place,
      '`share` needs `where`, the filter of the documents whose share is the number.',
    );
  }
  const where = readObject(members.where, place);
  const { judgments } = parseWhere(where, place);
  if (judgments.length > 0 && !counting.includes(aggregate)) throw neverSummed(place);
  return where as { [key: string]: Json };
}

function neverSummed(place: string) {
  const sentence = 'Answers are never summed: a feature of related documents counts them by `count` or `share` alone.';
  return invalid('answers_never_summed', place, sentence);
}

/** @throws Problem `invalid_request`, reason `unknown_path`, for a feature of a relation that the recipe lacks */
export function refuseUnknownRelations(features: readonly Feature[], relations: object, pointer: string): void {
  features.forEach((feature, index) => {
    if (!('of' in feature) || Object.hasOwn(relations, feature.of)) return;
    const sentence = `The recipe has no relation \`${feature.of}\`; declare it in \`context.related\`.`;
    throw invalid('unknown_path', under(under(pointer, index), 'of'), sentence);
  });
}
