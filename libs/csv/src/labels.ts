import type { CellValue } from './csv';

/** What a page of labels says of all of them. */
export interface LabelHead {
  engine_version: string | null;
  /** Options and null for the escape, or levels; empty for a bool. */
  classes: readonly (string | number | null)[];
  floor: number;
}

/** A label as the API lists it. */
export interface LabelLine {
  answer: string;
  outcome: string | null;
  namespace: string | null;
  document: string | null;
  unit: number;
  source: string;
  hindsight: boolean;
  observed_at: string;
  value: boolean | string | number | null;
  escape: boolean;
  y: number;
  raw: readonly number[];
  calibrated: readonly number[] | null;
  score: number | null;
  weight: number;
}

const columns = [
  ...['answer', 'outcome', 'namespace', 'document', 'unit', 'engine_version', 'source', 'hindsight', 'observed_at'],
  ...['value', 'escape', 'y', 'score', 'weight', 'floor'],
];

/** Names of the columns: of several classes one column for each, raw and calibrated. */
export function labelColumns({ classes }: LabelHead): string[] {
  const of = (kind: string) =>
    classes.length === 0 ? [kind] : classes.map((name) => (name === null ? `${kind} escape` : `${kind}.${name}`));
  return [...columns, ...of('raw'), ...of('calibrated')];
}

/** The cells of one label, in the order of `labelColumns`; without a fit its calibrated ones are empty. */
export function labelCells({ engine_version, classes, floor }: LabelHead, label: LabelLine): CellValue[] {
  const { answer, outcome, namespace, document, unit, source, hindsight, observed_at } = label;
  const none = Array.from({ length: Math.max(1, classes.length) }, () => null);
  return [
    ...[answer, outcome, namespace, document, unit, engine_version, source, hindsight, observed_at],
    ...[label.value, label.escape, label.y, label.score, label.weight, floor],
    ...[...label.raw, ...(label.calibrated ?? none)],
  ];
}
