import type { Schema } from '@app/sdk/client';
import { optionText } from './answer-words';

/** The numbers of an answer of any kind: one that is shown, of its history, or of an item of a review. */
export interface Numbers {
  p?: number | null;
  score?: number | null;
  dist?: Readonly<Record<string, number>> | null;
  escape_p?: number | null;
}

/** One number of an answer, as the engine gave it and as the fit reads it; null where it has none. */
export interface FigureRow {
  name: string;
  raw: number | null;
  calibrated: number | null;
  /** Whether it is a share in [0, 1], which a bar can show. */
  isShare: boolean;
}

/** Options past so many are summed up: a choice among documents has hundreds. */
const mostOptions = 10;

/**
 * Every number of an answer: of a bool how sure the yes is, of a choice each option, of a score each level. Options come by
 * their raw share, the highest first, and levels in order.
 */
export function figureRows(type: string, raw: Numbers, calibrated: Numbers | null): FigureRow[] {
  const row = (name: string, of: (numbers: Numbers) => number | null | undefined, isShare = true): FigureRow => ({
    name,
    raw: of(raw) ?? null,
    calibrated: (calibrated && of(calibrated)) ?? null,
    isShare,
  });
  const shares = Object.keys(raw.dist ?? {}).map((value) => row(value, ({ dist }) => dist?.[value]));
  if (type === 'bool') return [row('yes', ({ p }) => p)];
  if (type === 'score')
    return [row('score', ({ score }) => score, false), ...shares.sort((a, b) => Number(a.name) - Number(b.name))];
  const options = shares.sort((a, b) => (b.raw ?? 0) - (a.raw ?? 0));
  const others = options.slice(mostOptions);
  return [
    ...options.slice(0, mostOptions),
    ...(others.length > 0 ? [{ ...summed(others), name: `${others.length} more` }] : []),
    ...(typeof raw.escape_p === 'number' ? [row('none of these', ({ escape_p: escape }) => escape)] : []),
  ];
}

function summed(rows: readonly FigureRow[]): Omit<FigureRow, 'name'> {
  const sum = (of: (row: FigureRow) => number | null) => rows.reduce((all, row) => all + (of(row) ?? 0), 0);
  const isCalibrated = rows.some(({ calibrated }) => calibrated !== null);
  return { raw: sum(({ raw }) => raw), calibrated: isCalibrated ? sum((row) => row.calibrated) : null, isShare: true };
}

/** What the fit makes of an answer in a few words, as `gistOf` says the raw one; empty without a calibrated number. */
export function calibratedGist({ type, calibrated }: Pick<Schema<'AnswerView'>, 'type' | 'calibrated'>): string {
  if (calibrated === null) return '';
  const { p, score, value } = calibrated;
  if (type === 'bool') return typeof p === 'number' ? p.toFixed(3) : '';
  if (type === 'score') return typeof score === 'number' ? score.toFixed(2) : '';
  return value === undefined ? '' : optionText(calibrated);
}
