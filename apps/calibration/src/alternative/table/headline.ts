import { CountedScore, JudgedRow } from './judged-row';
import { allowedWords } from './allowed-loss';
import { savingOf } from './order';
import { Preference } from './preference';
import { countOf, nameOf, nats, percent } from './wording';

/** The suggestion in a sentence, with the correction that it holds after. */
export function headlineOf({ suggestion, row, number, counted }: Preference, correctedFor: number): string {
  const name = `Row ${number}, ${nameOf(row)},`;
  return suggestion.because === 'better'
    ? `${name} ${betterWords(counted, correctedFor)}`
    : `${name} ${cheaperWords(row, counted)}`;
}

function betterWords({ score, comparison }: CountedScore, correctedFor: number): string {
  const { gain, versionLogLoss } = comparison.statistic;
  const runs = score.inLaterRun ? ', scored in several runs' : '';
  return `lowers log loss by ${nats(gain)} (from ${nats(versionLogLoss)}), beyond noise after correcting for ${countOf(correctedFor, 'alternative')}${runs}`;
}

/** Names no path: on some plans the reader does not see what a narrowing leaves out. */
function cheaperWords(row: JudgedRow, counted: CountedScore): string {
  const { heldOut, versionHeldOut } = counted.comparison;
  return `costs ${percent(savingOf(row) ?? 0)} less per answer and is no worse (log loss ${nats(heldOut.log_loss)}, now ${nats(versionHeldOut.log_loss)}), uncorrected because it claims no gain; ${allowedWords(counted)}`;
}
