import { FitMade } from '@app/contracts';
import { calibratedValue, fitOf } from '@app/filter';
import type { AnswerField, JudgedNumbers, VersionFit } from '@app/filter';
import { readStored } from '@app/statistics';
import type { CalibratedAnswer, StoredFit } from '@app/statistics';
import { AnswerBody } from './answer-row';

/** A fit as documents knows it. */
export interface KnownFit extends VersionFit {
  judgmentId: string;
  /** The namespace of a detached copy, or empty. */
  scope: string;
  /** `fit_..`. */
  id: string;
  readWith: string;
}

export function knownFit(fact: FitMade): KnownFit {
  return {
    judgmentId: fact.judgment_id,
    scope: fact.scope ?? '',
    id: fact.fit,
    readWith: fact.read_with,
    version: fact.version,
    engineVersion: fact.engine_version,
    stored: fact.parameters as StoredFit,
  };
}

function numbersOf(body: AnswerBody): JudgedNumbers {
  const { number, escapeP, dist, version, epoch } = body;
  return { number, escapeP, dist, version, engineVersion: epoch };
}

/** `calibrated` of an answer: by the fit of its own version and epoch, else null. Raw members never move. */
export function calibratedView(fits: readonly KnownFit[], body: AnswerBody | null): object | null {
  if (!body || fits.length === 0) return null;
  const numbers = numbersOf(body);
  const fit = fitOf(fits, numbers);
  const read = fit ? readStored(fit.stored, numbers) : null;
  return fit && read ? { ...membersOf(read), fit: fit.id, read_with: fit.readWith } : null;
}

function membersOf(read: CalibratedAnswer): object {
  if (read.type === 'bool') return { p: read.p };
  if (read.type === 'choice') return { value: read.value, dist: read.dist, escape_p: read.escapeP };
  return { score: read.score, value: read.value, dist: read.dist };
}

/** What filters in memory find. */
export function calibratedField(
  fits: readonly KnownFit[],
  body: AnswerBody | null,
  field: Extract<AnswerField, { kind: 'calibrated' }>,
): unknown {
  return body && calibratedValue(fits, numbersOf(body), field.name);
}
