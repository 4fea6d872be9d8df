import { figureLabel } from '@app/report';
import type { Schema } from '@app/sdk/client';
import { LaterReport } from './later';
import { ReadReport } from './report.read';

/** What always saying the base rate would reach, held out: an engine that knows nothing and lies about nothing. */
export interface Ignorance {
  /** Nats. */
  logLoss: number;
  brier: number;
  /** Share, in [0, 1]. */
  accuracy: number;
}

/** @returns null without labels, and where each answer has options of its own */
export function ignoranceOf({ held_out }: Schema<'CalibrationReport'>): Ignorance | null {
  const base = held_out.base_rate;
  return base ? { logLoss: base.log_loss, brier: base.brier, accuracy: base.accuracy } : null;
}

const shown = (value: number | null | undefined) =>
  value === null || value === undefined ? '-' : value.toFixed(4).replace(/^0\./, '.');
const pair = (raw: number | null | undefined, calibrated: number | null | undefined) =>
  calibrated === undefined ? shown(raw) : `${shown(raw)} ${shown(calibrated)}`;

const ofBase = 'of the base rate';
const head = [
  'judgment',
  'namespace',
  'labels',
  'base rate',
  figureLabel('log_loss'),
  ofBase,
  figureLabel('brier'),
  ofBase,
];
const more = [
  figureLabel('accuracy'),
  ofBase,
  figureLabel('ece'),
  figureLabel('auroc'),
  figureLabel('kappa'),
  'features alone',
];

/**
 * Rows of figures; where two stand together, the first is of the raw answers, the second calibrated, held out. The last is
 * the log loss of the features without the answer.
 */
export function reportRows(reports: readonly ReadReport[]): string[][] {
  const rows = reports.map(({ judgment, namespace, report }) => {
    const { raw, calibrated } = report.held_out;
    const ignorance = ignoranceOf(report);
    const both = (of: 'log_loss' | 'brier' | 'ece' | 'auroc' | 'accuracy') => pair(raw?.[of], calibrated?.[of]);
    return [
      ...[judgment, namespace, String(report.labels.used), shown(report.base_rate)],
      ...[both('log_loss'), shown(ignorance?.logLoss), both('brier'), shown(ignorance?.brier)],
      ...[both('accuracy'), shown(ignorance?.accuracy), both('ece'), both('auroc'), shown(raw?.kappa)],
      shown(report.held_out.features_only),
    ];
  });
  return [[...head, ...more], ...rows];
}

const laterHead = ['judgment', 'fit until', 'labels', 'base rate', figureLabel('log_loss'), ofBase, figureLabel('ece')];

/** Rows of a fit in use; where two stand together, the first is of the labels it was made of, the second of later ones. */
export function laterRows(reports: readonly LaterReport[]): string[][] {
  const rows = reports.map(({ judgment, split, earlier, later }) => {
    const read = (of: 'log_loss' | 'ece') =>
      pair(earlier.held_out.calibrated?.[of], later.held_out.calibrated?.[of] ?? null);
    return [
      ...[judgment, split.slice(0, 10), `${earlier.labels.used} ${later.labels.used}`],
      ...[pair(earlier.base_rate, later.base_rate), read('log_loss')],
      ...[pair(ignoranceOf(earlier)?.logLoss, ignoranceOf(later)?.logLoss ?? null), read('ece')],
    ];
  });
  return [laterHead, ...rows];
}
