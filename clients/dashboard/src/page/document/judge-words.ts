import type { Schema } from '@app/sdk/client';
import { countedText, usdText } from '../../format/number';

type Judged = Pick<Schema<'JudgedDocuments'>, 'asked' | 'kept' | 'estimate' | 'usage'>;

/** What judging one document would do and cost. @param engine its name */
export function priceText({ asked, kept, estimate }: Judged, engine: string, isFresh: boolean): string {
  if (asked === 0) return kept === 0 ? 'The judgment does not apply to this document.' : 'The answer is already fresh.';
  const does = isFresh ? `The answer is fresh. Asks ${engine} for a new one` : `Asks ${engine}`;
  return `${does}: at most ${countedText(estimate?.judgment_units, 'unit')}, ${usdText(estimate?.cost_usd)}.`;
}

/** What judging one document has done. A service of an older release counts nothing. */
export function doneText({ asked, usage }: Judged): string {
  if (asked === 0 && usage.judgment_units === 0) return 'The engine was not asked: the answer is fresh.';
  return `Judged for ${usdText(usage.cost_usd)}.`;
}
