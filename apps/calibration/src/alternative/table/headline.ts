import { CountedScore, JudgedRow } from './judged-row';
import { savingOf } from './order';
import { Preference } from './preference';
import { countOf, nameOf, nats, percent } from './wording';

/** The suggestion in a sentence, with the correction that it holds after. */
export function headlineOf({ suggestion, row, counted }: Preference, correctedFor: number): string {
  return suggestion.because === 'better' ? betterLine(row, counted, correctedFor) : cheaperLine(row, counted);
}

function betterLine(row: JudgedRow, { score, comparison }: CountedScore, correctedFor: number): string {
  const { gain, versionLogLoss } = comparison.statistic;
  const runs = score.inLaterRun ? ', scored in several runs' : '';
  return `${nameOf(row)} lowers log loss by ${nats(gain)} (from ${nats(versionLogLoss)}), beyond noise after correcting for ${countOf(correctedFor, 'alternative')}${runs}`;
}

/** Names no path: on some plans the reader does not see what a narrowing leaves out. */
function cheaperLine(row: JudgedRow, { comparison }: CountedScore): string {
  const { heldOut, versionHeldOut } = comparison;
  return `A narrower context, ${nameOf(row)}, costs ${percent(savingOf(row) ?? 0)} less per answer and is no worse (log loss ${nats(heldOut.log_loss)}, now ${nats(versionHeldOut.log_loss)}), uncorrected because it claims no gain`;
}
