import type { Schema } from '@app/sdk/client';
import { countedText, countText, usdText } from '../../format/number';

type Row = Schema<'BuiltInAnswers'>;

/** How many answers of the built-in engine a judgment still holds. */
export function leftText({ answers, at_least: atLeast }: Pick<Row, 'answers' | 'at_least'>): string {
  if (answers === null) return 'not counted in time';
  return atLeast ? `at least ${countText(answers)}` : countText(answers);
}

/** What asking again costs: a backfill asks about answers of every other epoch, which may be more than the built-in engine's. */
export function priceText({ documents, cost_usd: usd }: { documents: number; cost_usd: number }): string {
  return documents === 0 ? 'nothing left to ask' : `${countedText(documents, 'answer')} for ${usdText(usd)}`;
}

/** How far the backfill is that asks for new answers. */
export function jobText({ status, progress: { done, total } }: Pick<Schema<'JobView'>, 'status' | 'progress'>): string {
  return status === 'queued' ? 'asks soon' : `asked ${countText(done)} of ${countText(total)}`;
}
