import { calibratedValue, fitOf } from '@app/filter';
import type { AnswerField, JudgedNumbers } from '@app/filter';
import { readStored } from '@app/statistics';
import type { CalibratedAnswer } from '@app/statistics';
import { KnownFit } from '../namespace/snapshot/known-fit';
import { AnswerBody } from './answer-row';

/** `calibrated` of an answer: as the fit of its own version and epoch reads it, else null. The raw numbers stay. */
export function calibratedView(fits: readonly KnownFit[], body: AnswerBody | null): object | null {
  if (!body || fits.length === 0) return null;
  const numbers = judgedNumbers(body);
  const fit = fitOf(fits, numbers);
  const read = fit ? readStored(fit.stored, numbers) : null;
  return fit && read ? { ...membersOf(read), fit: fit.id, read_with: fit.readWith } : null;
}

function judgedNumbers({ number, escapeP, dist, features, parts, version, epoch }: AnswerBody): JudgedNumbers {
  return { number, escapeP, dist, features, parts, version, engineVersion: epoch };
}

function membersOf(read: CalibratedAnswer): object {
  if (read.type === 'bool') return { p: read.p };
  if (read.type === 'choice') return { value: read.value, dist: read.dist, escape_p: read.escapeP };
  return { score: read.score, value: read.value, dist: read.dist };
}

/** What a filter in memory finds at `calibrated.<field>`. */
export function calibratedField(
  fits: readonly KnownFit[],
  body: AnswerBody | null,
  field: Extract<AnswerField, { kind: 'calibrated' }>,
): unknown {
  return body && calibratedValue(fits, judgedNumbers(body), field.name);
}
