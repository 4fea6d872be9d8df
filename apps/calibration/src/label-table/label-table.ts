import type { LabelItem } from '@app/contracts/calibration';
import { createHash } from 'node:crypto';
import { type LabelSet, rowOf, sources, widthOf } from '../outcome/label/label-set';
import type { LabelPlace } from './label-place.store';

/** The labels of a report with their weights, of which pages are taken. */
export interface TableLabels {
  set: LabelSet;
  /** Held-out reads of the fit; null without a fit. */
  reads: Float64Array | null;
  weights: Float64Array | null;
}

/** Labels in the order of their answers' ids, which stays as labels come and go. @returns their indexes in the set */
export function inOrder({ answers }: LabelSet, after: string | null): number[] {
  const all = Array.from(answers.keys());
  return all
    .filter((label) => after === null || answers[label] > after)
    .sort((a, b) => (answers[a] < answers[b] ? -1 : 1));
}

/** What classes stand for: options and null for the escape, or levels; empty for a bool. */
export function classesIn({ form }: LabelSet): (string | number | null)[] {
  if (form.type === 'bool') return [];
  return form.type === 'choice' ? [...form.options, null] : form.levels;
}

/** A short hash of what every page is made of. */
export function snapshotOf({ set, weights }: TableLabels, fit: string | null): string {
  const hash = createHash('sha256').update(fit ?? '');
  const order = inOrder(set, null);
  hash.update(order.map((label) => set.answers[label]).join(' '));
  for (const column of [set.y, set.values, ...(weights ? [weights] : [])]) {
    if (column.length > 0) hash.update(Float64Array.from(order, (label) => column[label]));
  }
  return hash.digest('hex').slice(0, 16);
}

/** One label as a row of the table. @param place null when its outcome is no more */
export function labelItem({ set, reads, weights }: TableLabels, label: number, place: LabelPlace | null): LabelItem {
  const width = widthOf(set.form);
  return {
    answer: set.answers[label],
    outcome: place?.id ?? null,
    namespace: place?.namespace ?? null,
    document: place?.document ?? null,
    unit: set.units[label],
    source: sources[set.source[label]],
    hindsight: set.hindsight[label] === 1,
    observed_at: new Date(set.observedMs[label]).toISOString(),
    value: valueIn(set, label, place),
    escape: set.form.type === 'choice' && set.y[label] === set.form.options.length,
    y: set.y[label],
    raw: [...rowOf(set.reads, width, label)],
    calibrated: reads && [...rowOf(reads, width, label)],
    score: set.form.type === 'score' && !Number.isNaN(set.scores[label]) ? set.scores[label] : null,
    weight: weights ? weights[label] : 1,
  };
}

/** As the set has it: the outcome may have been posted anew since the fit. */
function valueIn({ form, y, values }: LabelSet, label: number, place: LabelPlace | null): LabelItem['value'] {
  if (form.type === 'bool') return y[label] === 1;
  if (form.type === 'score') return values[label];
  if (form.optionsVary) return place?.value ?? null;
  return form.options[y[label]] ?? null;
}
