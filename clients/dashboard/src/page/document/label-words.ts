import type { Schema } from '@app/sdk/client';
import type { Said } from '../review/review';

/** The outcome that a label makes: of the answer that the page shows, or of the first one to come. */
export function labelOf(document: string, answer: string | null, said: Said): Schema<'OutcomeBody'> {
  const { value, escape } = said;
  return {
    document,
    ...(value !== undefined && { value }),
    ...(escape && { escape }),
    ...(answer === null ? { as_of: 'latest' } : { answer }),
  };
}

/** What became of it. @param said in words */
export function labelledText(said: string, { replaced, unchanged, unmatched }: Schema<'OutcomesPosted'>): string {
  if (unmatched.length > 0) return `Labelled “${said}”. It counts once the document has an answer.`;
  if (unchanged > 0) return `Already labelled “${said}”.`;
  return replaced > 0 ? `Label changed to “${said}”.` : `Labelled “${said}”.`;
}
