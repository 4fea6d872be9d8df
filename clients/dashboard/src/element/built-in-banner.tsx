import type { Schema } from '@app/sdk/client';
import { Alert } from '@mantine/core';
import { isBuiltIn } from '../format/engine-words';
import { AppLink } from './app-link';

/** Says so where answers that a page shows or counts are the built-in engine's: their numbers look like those of a model. */
export function BuiltInBanner({
  answers,
  title = 'The built-in engine gave answers on this page',
}: {
  /** Answers, or reports of one epoch. */
  answers: readonly Pick<Schema<'AnswerView'>, 'engine_source'>[];
  title?: string;
}) {
  if (!answers.some(isBuiltIn)) return null;
  return (
    <Alert color="yellow" role="status" title={title}>
      No model answered: it compares words, knows no facts and infers nothing that a text does not say. Configure a
      model for this engine before you rely on answers (<AppLink to="/engines">Engines</AppLink>).
    </Alert>
  );
}
