import { readStored } from '@app/statistics';
import type { CalibratedAnswer, RawAnswer, StoredFit } from '@app/statistics';
import type { CalibratedField } from '../path/filter-path';

/** A fit of one version in one epoch; it reads no other answers. */
export interface VersionFit {
  /** The version number that answers store. */
  version: number;
  engineVersion: string;
  stored: StoredFit;
}

/** An answer's numbers with its version and epoch. */
export interface JudgedNumbers extends RawAnswer {
  version: number | null;
  engineVersion: string | null;
}

/** The fit of an answer's own version and epoch. */
export function fitOf<Fit extends VersionFit>(fits: readonly Fit[], answer: JudgedNumbers): Fit | undefined {
  return fits.find(
    ({ version, engineVersion }) => version === answer.version && engineVersion === answer.engineVersion,
  );
}

/** The value of `calibrated.<field>` for the matcher; null without a fit of the answer's version and epoch. */
export function calibratedValue(
  fits: readonly VersionFit[],
  answer: JudgedNumbers,
  field: CalibratedField,
): string | number | null {
  const fit = fitOf(fits, answer);
  const read = fit ? readStored(fit.stored, answer) : null;
  return read && memberOf(read, field);
}

function memberOf(read: CalibratedAnswer, field: CalibratedField): string | number | null {
  switch (field) {
    case 'p':
      return read.type === 'bool' ? read.p : null;
    case 'escape_p':
      return read.type === 'choice' ? read.escapeP : null;
    case 'score':
      return read.type === 'score' ? read.score : null;
    case 'value':
      return read.type === 'bool' ? null : read.value;
  }
}
