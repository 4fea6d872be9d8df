import type { Warning } from '@app/contracts';
import { Definition, UpstreamAnswer } from '@app/definition';
import { placedRelations } from '../../quote/evidence/place';
import { Warned } from './warned';

/** Edges of bands between which no number of the answer can lie. */
export function bandWarnings({ definition, upstream }: Pick<Warned, 'definition' | 'upstream'>): Warning[] {
  return placedRelations(definition).flatMap(({ relation: { answers = [] }, pointer }) =>
    answers.flatMap((answer, n) => bandWarning(answer, upstream.get(answer.judgment), `${pointer}/answers/${n}`)),
  );
}

function bandWarning(answer: UpstreamAnswer, judgment: Definition | undefined, pointer: string): Warning[] {
  if ('value' in answer || judgment === undefined) return [];
  const form = 'cut' in answer ? 'cut' : 'bands';
  const edges = 'cut' in answer ? [answer.cut] : answer.bands;
  const { field, least, most } = rangeOf(answer.field, judgment);
  const outside = edges.filter((edge) => edge < least || edge > most);
  if (outside.length === 0) return [];
  const message = `\`${field}\` of \`${answer.judgment}\` lies between ${least} and ${most}, so ${outside.join(', ')} tells no answer from another; choose edges in between.`;
  return [{ code: 'bands_out_of_range', path: `${pointer}/${form}`, message }];
}

/** The number that is read, and where it lies. */
function rangeOf(field: string | undefined, judgment: Definition): { field: string; least: number; most: number } {
  const isScore = judgment.type === 'score' && (field === undefined || field === 'score');
  if (!isScore) return { field: field ?? 'p', least: 0, most: 1 };
  const values = judgment.levels.map(({ value }) => value);
  return { field: 'score', least: values[0], most: values[values.length - 1] };
}
