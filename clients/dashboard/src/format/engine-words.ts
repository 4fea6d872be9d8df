import type { Schema } from '@app/sdk/client';

type Sourced = Pick<Schema<'AnswerView'>, 'engine_source' | 'probability_source'>;

/** Whether the built-in engine gave an answer, which compares words, and no model. */
export function isBuiltIn({ engine_source: source }: Pick<Sourced, 'engine_source'>): boolean {
  return source === 'built_in';
}

/** What gave an answer: `built-in` in the place of a model's name where no model did. */
export function answererText(answer: Pick<Schema<'AnswerView'>, 'engine' | 'engine_version'> & Sourced): string {
  const name = isBuiltIn(answer) ? 'built-in' : answer.engine.name;
  return [name, epochText(answer)].filter((part) => part !== '–').join(' ');
}

/** What answers for a judgment now: `built-in` in the place of the name of a model that is not there. */
export function modelText(
  { name, version }: { name: string; version: string },
  judgment: Pick<Sourced, 'engine_source'>,
): string {
  return isBuiltIn(judgment) ? 'built-in' : `${name} ${version}`;
}

/** The epoch of an answer, and how it came to its probabilities where a model stated them. */
export function epochText({
  engine_version: epoch,
  probability_source: source,
}: Pick<Schema<'AnswerView'>, 'engine_version'> & Sourced): string {
  if (epoch === null) return '–';
  return source === 'stated' ? `${epoch} (stated probabilities)` : epoch;
}
