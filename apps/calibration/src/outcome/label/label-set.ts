import { choiceRow, nearestLevel, scoreRow } from '@app/statistics';
import type { Form, LabelRow, LabelSet } from './label-row';
import { featuresIn, partsIn } from './label-beside';
import { Place, compare, positionOf } from './label-order';
import { unpadded, unpaddedPlace, variedRow } from './varied-row';

export type { AnswerCounts, Form, LabelRow, LabelSet } from './label-row';

/** Sources of outcomes. A label set keeps each as its index here, also in stored samples: add new ones at the end. */
export const sources = ['posted', 'rule', 'queue', 'implicit'] as const;

/** Numbers of one label: p of a bool; one for each option and the escape of a choice; one for each level of a score. */
export function widthOf({ type, options, levels }: Form): number {
  if (type === 'bool') return 1;
  return type === 'choice' ? options.length + 1 : levels.length;
}

/** Why a label cannot be used: the answer has no number or lacks a part, or its version has no such option or level. */
export type Unusable = 'no_number' | 'option_gone';

/**
 * Collects labels one by one, and orders them by a hash of their document's id: fits deal labels to folds in their order, and
 * ids of answers are random, so that the same data gave other figures in another installation.
 */
export class LabelSetBuilder {
  private readonly answers: string[] = [];
  private readonly places: Place[] = [];
  private readonly columns = {
    reads: [] as number[],
    y: [] as number[],
    values: [] as number[],
    scores: [] as number[],
    features: [] as number[],
    parts: [] as number[],
    units: [] as number[],
    weights: [] as number[],
    draws: [] as number[],
    drawSizes: [] as number[],
    source: [] as number[],
    hindsight: [] as number[],
    observedMs: [] as number[],
  };
  private readonly documents = new Map<string, number>();

  constructor(private readonly form: Form) {}

  /** @returns null when the label was added, otherwise why it was not */
  add(row: LabelRow): Unusable | null {
    if (this.form.optionsVary && row.dist === null) return 'no_number';
    const happened = happenedIn(this.form, row);
    if (happened === null) return 'option_gone';
    const numbers = numbersIn(this.form, row);
    const parts = partsIn(this.form, row);
    if (numbers === null || parts === null) return 'no_number';
    const { columns } = this;
    this.answers.push(row.answer_id);
    this.places.push(positionOf(row));
    for (const number of numbers) columns.reads.push(number);
    columns.parts.push(...parts);
    columns.features.push(...featuresIn(this.form, row));
    columns.y.push(happened);
    if (this.form.type === 'score') {
      columns.values.push(Number(row.value));
      columns.scores.push(row.number ?? NaN);
    }
    const document = `${row.namespace} ${row.document}`;
    const unit = this.documents.get(document) ?? this.documents.size;
    this.documents.set(document, unit);
    columns.units.push(unit);
    columns.weights.push(row.weight);
    columns.draws.push(row.draw);
    columns.drawSizes.push(row.draw_size);
    columns.source.push(sources.findIndex((source) => source === row.source));
    columns.hindsight.push(row.hindsight ? 1 : 0);
    columns.observedMs.push(row.observed_at.getTime());
    return null;
  }

  build(): LabelSet {
    const { places } = this;
    const order = Array.from(places.keys()).sort((a, b) => compare(places[a], places[b]) || a - b);
    return pick(this.inOrderOfArrival(), order);
  }

  private inOrderOfArrival(): LabelSet {
    const { columns } = this;
    return {
      form: this.form,
      answers: this.answers,
      reads: Float64Array.from(columns.reads),
      y: Float64Array.from(columns.y),
      values: Float64Array.from(columns.values),
      scores: Float64Array.from(columns.scores),
      features: Float64Array.from(columns.features),
      parts: Float64Array.from(columns.parts),
      units: Float64Array.from(columns.units),
      weights: Float64Array.from(columns.weights),
      draws: Float64Array.from(columns.draws),
      drawSizes: Float64Array.from(columns.drawSizes),
      source: Uint8Array.from(columns.source),
      hindsight: Uint8Array.from(columns.hindsight),
      observedMs: Float64Array.from(columns.observedMs),
      population: null,
    };
  }
}

function happenedIn({ type, options, levels, optionsVary }: Form, row: LabelRow): number | null {
  const { value, escape } = row;
  if (type === 'bool') return value === true ? 1 : 0;
  if (type === 'score') return levels.length === 0 ? null : nearestLevel(Number(value), levels);
  if (optionsVary) return variedRow(row)?.y ?? null;
  const index = escape ? options.length : options.indexOf(String(value));
  return index < 0 ? null : index;
}

function numbersIn({ type, options, levels, optionsVary }: Form, row: LabelRow): Iterable<number> | null {
  if (type === 'bool') return row.number === null ? null : [row.number];
  if (row.dist === null) return null;
  if (optionsVary) return variedRow(row)?.numbers ?? null;
  const answer = { number: row.number, escapeP: row.escape_p, dist: row.dist };
  return type === 'choice' ? choiceRow(options, answer) : scoreRow(levels, answer);
}

/** The numbers of one label. */
export function rowOf(reads: Float64Array, width: number, label: number): Float64Array {
  return reads.subarray(label * width, (label + 1) * width);
}

/** The numbers of all labels, one row for each. */
export function rowsOf(reads: Float64Array, width: number): Float64Array[] {
  return Array.from({ length: reads.length / width }, (_, label) => rowOf(reads, width, label));
}

/** The numbers of all labels of a choice or score, and the place in each row of what happened, without padding. */
export function classRows({ form, y }: LabelSet, reads: Float64Array): { dists: Float64Array[]; y: Float64Array } {
  const rows = rowsOf(reads, widthOf(form));
  if (!form.optionsVary) return { dists: rows, y };
  const dists = rows.map(unpadded);
  return { dists, y: y.map((place, label) => unpaddedPlace(place, dists[label])) };
}

/** The labels at some indexes, in that order. */
export function pick(set: LabelSet, indexes: readonly number[]): LabelSet {
  const of = (column: Float64Array, width = 1) => {
    const taken = new Float64Array(column.length === 0 ? 0 : indexes.length * width);
    if (taken.length > 0) indexes.forEach((from, to) => taken.set(rowOf(column, width, from), to * width));
    return taken;
  };
  return {
    form: set.form,
    answers: indexes.map((index) => set.answers[index]),
    reads: of(set.reads, widthOf(set.form)),
    y: of(set.y),
    values: of(set.values),
    scores: of(set.scores),
    features: of(set.features, set.form.features.length),
    parts: of(set.parts, set.form.parts.length),
    units: of(set.units),
    weights: of(set.weights),
    draws: of(set.draws),
    drawSizes: of(set.drawSizes),
    source: Uint8Array.from(indexes, (index) => set.source[index]),
    hindsight: Uint8Array.from(indexes, (index) => set.hindsight[index]),
    observedMs: of(set.observedMs),
    population: set.population,
  };
}
