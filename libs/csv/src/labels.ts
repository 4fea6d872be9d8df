import type { CellValue } from './csv';

/** What a page of labels says of all of them. */
export interface LabelHead {
  engine_version: string | null;
  /** What stood behind the engine's name in that epoch; left out by a service of an earlier build. */
  engine_source?: string | null;
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
  ...['value', 'escape', 'y', 'score', 'weight', 'floor', 'engine_source'],
];

/** Names of the columns: of several classes one column for each, raw and calibrated. */
export function labelColumns({ classes }: LabelHead): string[] {
  const of = (kind: string) =>
    classes.length === 0 ? [kind] : classes.map((name) => (name === null ? `${kind} escape` : `${kind}.${name}`));
  return [...columns, ...of('raw'), ...of('calibrated')];
}

/** The cells of one label, in the order of `labelColumns`; without a fit its calibrated ones are empty. */
export function labelCells(
  { engine_version, engine_source = null, classes, floor }: LabelHead,
  label: LabelLine,
): CellValue[] {
  const { answer, outcome, namespace, document, unit, source, hindsight, observed_at } = label;
  const none = Array.from({ length: Math.max(1, classes.length) }, () => null);
  return [
    ...[answer, outcome, namespace, document, unit, engine_version, source, hindsight, observed_at],
    ...[label.value, label.escape, label.y, label.score, label.weight, floor, engine_source],
    ...[...label.raw, ...(label.calibrated ?? none)],
  ];
}
