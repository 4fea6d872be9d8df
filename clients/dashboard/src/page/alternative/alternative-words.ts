import type { Schema } from '@app/sdk/client';
import { countedText, countText, usdText } from '../../format/number';
import type { Tone } from '../../element/chip';

type Row = Schema<'Alternative'>;

/** Standard errors on each side of an interval of 95 %. */
const sides = 1.96;

const contexts: Readonly<Record<string, string>> = {
  stored: 'input of each answer',
  narrowed: 'part of the input of each answer',
  live: 'compiled from the current documents',
};
const tones: Readonly<Record<string, Tone>> = { better: 'good', worse: 'bad', untested: 'warn', unscored: 'warn' };
const skips: Readonly<Record<string, string>> = {
  deleted: 'document deleted',
  image_erased: 'image erased',
  not_derivable: 'context not derivable',
  other_epoch: 'answered in another epoch',
  failed: 'engine failed',
};

/** Which contexts a row is scored on; `as of now` is marked, since those documents may have changed since their labels. */
export function contextsText({ contexts: kind, as_of: asOf }: Pick<Row, 'contexts' | 'as_of'>): string {
  return `${contexts[kind] ?? String(kind)}${asOf === null ? '' : ', as of now'}`;
}

export function toneOf(verdict: string): Tone {
  return tones[verdict] ?? 'calm';
}

/** A difference from the version with its interval of 95 %, such as `−0.034 (−0.052 to −0.016)`. */
export function changeText(test: Schema<'AlternativeTest'> | null | undefined): string {
  if (!test) return '–';
  const { difference, standard_error: error } = test;
  return `${signed(difference)} (${signed(difference - sides * error)} to ${signed(difference + sides * error)})`;
}

/** The p of a row after correction, and for how many; a narrowing has none. */
export function correctedText(test: Schema<'AlternativeTest'> | null | undefined): string {
  if (!test || test.p_corrected === null) return '–';
  return `${test.p_corrected.toPrecision(2)} for ${test.corrected_for}`;
}

/** "No worse" is proven where the labels allow a loss of at most this share of the version's. */
const smallShare = 0.1;

/** What a row that claims no gain may lose, such as `loses at most 0.022`; empty for others. */
export function allowedText({
  verdict,
  change,
  held_out: heldOut,
}: Pick<Row, 'verdict' | 'change' | 'held_out'>): string {
  const most = change?.log_loss.loses_at_most;
  if (verdict !== 'no_worse' || most === undefined || !change || !heldOut) return '';
  const versionLoss = heldOut.log_loss - change.log_loss.difference;
  return `loses at most ${most.toFixed(3)}${most > smallShare * versionLoss ? ', not proven' : ''}`;
}

/** The cheapest cascade in a sentence, or why there is none. @param rows of the table, in their order */
export function cascadeText({
  alternatives: rows,
  cascades: [first] = [],
  cascades_reason: reason,
}: Pick<Schema<'AlternativesTable'>, 'alternatives' | 'cascades' | 'cascades_reason'>): string {
  if (first === undefined) return reason ?? '';
  const row = rows.findIndex(({ id }) => id === first.first) + 1;
  const share = (value: number) => `${(100 * value).toFixed(1)} %`;
  return `Asking row ${row} first, and the version where it reads between ${first.low.toFixed(2)} and ${first.high.toFixed(2)}, would ask the version about ${share(first.asked)} of the answers, cost ${countedText(first.cost_per_answer, 'judgment')} an answer and get at most ${share(first.harmed_at_most)} of the documents wrong that the version gets right. No document is judged this way.`;
}

/** A number with its sign, also that of a gain. */
function signed(value: number): string {
  const text = Math.abs(value).toFixed(3);
  return Number(text) === 0 ? '0.000' : `${value < 0 ? '−' : '+'}${text}`;
}

/** Labels that have an answer, and why others have none, such as `55 (2 document deleted, 3 engine failed)`. */
export function labelsText({ labels, labels_skipped: skipped }: Pick<Row, 'labels' | 'labels_skipped'>): string {
  const reasons = Object.entries(skipped)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${count} ${skips[reason] ?? reason.replaceAll('_', ' ')}`);
  return reasons.length === 0 ? countText(labels) : `${countText(labels)} (${reasons.join(', ')})`;
}

export function billedText(billed: Row['billed']): string {
  return billed === null ? '–' : `${countedText(billed.judgment_units, 'judgment')}, ${usdText(billed.cost_usd)}`;
}

/** The smallest gain that a run could call better. */
export function detectableText({ log_loss: loss, auroc, k }: Schema<'DetectableGain'>): string {
  const ranking = auroc === null ? '' : ` or ${auroc.toFixed(3)} of AUROC`;
  return `${loss.toFixed(3)} of log loss${ranking}, corrected for ${k}`;
}
