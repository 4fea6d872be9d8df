import { Definition } from '@app/definition';
import { parseRelationWhere } from '@app/filter';
import { Candidate } from '../subject/candidate';

/** The other judgments whose answers decide which related documents a definition reads, or what of them; by name. */
export function upstreamOf({ context, ...definition }: Definition): string[] {
  const relations = Object.values(context.related ?? {});
  const features = definition.type === 'bool' ? (definition.features ?? []) : [];
  const filters = [...relations, ...features].flatMap((one) => ('where' in one && one.where ? [one.where] : []));
  const tested = filters.flatMap((where) => parseRelationWhere(where, '').judgments);
  const shown = relations.flatMap(({ answers = [] }) => answers.map(({ judgment }) => judgment));
  return [...new Set([...tested, ...shown])].sort();
}

/** Pairs of a `live` row and a judgment that it reads: contexts of before hold the answers that they showed. */
export function upstreamPairs(candidates: readonly Candidate[]): { alternative: string; judgment: string }[] {
  return candidates
    .filter(({ contexts }) => contexts === 'live')
    .flatMap(({ id, definition }) => upstreamOf(definition).map((judgment) => ({ alternative: id, judgment })));
}
