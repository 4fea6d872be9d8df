import type { FigureCell, FigureUnit } from './figure-text';
import { ReadReport, ReadingFigures, readingInUse } from './read-report';

/** One figure of a report under the name that every face gives it. */
export interface FigureRow {
  key: FigureKey;
  label: string;
  /** How to read it, in a few words. */
  hint: string;
  unit: FigureUnit;
  raw: FigureCell | null;
  calibrated: FigureCell | null;
  /** What always saying the base rate reaches. */
  base: FigureCell | null;
}

export type FigureKey = keyof typeof names;

/** A reading that a report has figures of. */
export interface FigureColumn {
  key: 'raw' | 'calibrated' | 'base';
  title: string;
  /** Whether answers are given with it. */
  isInUse: boolean;
}

const names = {
  skill: ['Gain over the base rate', 'share of its log loss that is saved; 0 is no better', 'share'],
  log_loss: ['Log loss', 'less is better', 'number'],
  brier: ['Brier score', 'less is better', 'number'],
  ece: ['Calibration error', 'less is better; compare it with chance', 'number'],
  ece_noise_floor: ['Calibration error by chance', 'what exact probabilities would show', 'number'],
  auroc: ['AUROC', 'more is better; 0.5 ranks nothing', 'number'],
  precision_at_5: ['Precision, top 5 %', 'more is better', 'share'],
  precision_at_10: ['Precision, top 10 %', 'more is better', 'share'],
  accuracy: ['Accuracy', 'more is better', 'share'],
  accuracy_of_value: ['Accuracy of the value', 'the likeliest level, which is the value, came true', 'share'],
  mean_absolute_error: ['Mean distance', 'less is better; in the unit of the levels', 'number'],
  kappa: ['Kappa of levels', 'agreement beyond chance; 1 is perfect', 'number'],
} as const satisfies Record<string, readonly [label: string, hint: string, unit: FigureUnit]>;

/** The figures of a report, but those that no reading has. Empty without labels. */
export function figureRows(report: ReadReport): FigureRow[] {
  const { raw, calibrated, base_rate: base = null } = report.held_out;
  const keys = Object.keys(names) as FigureKey[];
  return keys.flatMap((key) => {
    const [label, hint, unit] = nameOf(key, report.type);
    const cells = { raw: cellOf(report, key, raw, 'raw'), calibrated: cellOf(report, key, calibrated, 'calibrated') };
    const row = { key, label, hint, unit, ...cells, base: cellOf(report, key, base, 'base') };
    return row.raw || row.calibrated || row.base ? [row] : [];
  });
}

/** The name of a figure, for a face that shows a few of them by itself. */
export function figureLabel(key: FigureKey, type: ReadReport['type'] = 'bool'): string {
  return nameOf(key, type)[0];
}

/** The readings that a report has: what answers are given with first, the base rate last. */
export function columnsOf(report: ReadReport): FigureColumn[] {
  const { raw, calibrated, base_rate: base = null } = report.held_out;
  const used = readingInUse(report);
  const columns = [
    { key: 'raw' as const, title: 'Raw', has: raw !== null },
    { key: 'calibrated' as const, title: 'Calibrated', has: calibrated !== null },
    { key: 'base' as const, title: 'Always saying the base rate', has: base !== null },
  ].flatMap(({ key, title, has }) => {
    const isInUse = key === used;
    return has ? [{ key, title: isInUse ? `${title} (in use)` : title, isInUse }] : [];
  });
  return columns.sort((a, b) => Number(b.isInUse) - Number(a.isInUse));
}

function nameOf(
  key: FigureKey,
  type: ReadReport['type'],
): (typeof names)[FigureKey] | readonly [string, string, 'share'] {
  if (key === 'accuracy' && type === 'score') {
    return ['Accuracy of the nearest level', 'the level nearest to the score came true', 'share'];
  }
  return names[key];
}

function cellOf(
  report: ReadReport,
  key: FigureKey,
  figures: ReadingFigures | null,
  column: FigureColumn['key'],
): FigureCell | null {
  if (key === 'skill') {
    const { skill, skill_interval: interval } = report.held_out;
    return typeof skill === 'number' && column === readingInUse(report) ? { value: skill, interval } : null;
  }
  if (figures === null) return null;
  if (key === 'ece_noise_floor') {
    const floor = figures.ece_noise_floor;
    return floor ? { value: floor.mean, interval: null, upTo: floor.high } : null;
  }
  const value = figures[key];
  if (typeof value !== 'number') return null;
  const beside = `${key}_interval`;
  return { value, interval: beside in figures ? figures[beside as 'log_loss_interval'] : null };
}
