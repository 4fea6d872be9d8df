import { CalibrationOutcomeFilter, ContextKind, SkipReason } from '@app/contracts/calibration';
import { LabelRef } from '@app/contracts/judgments';
import { Definition, EngineRef } from '@app/definition';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Form } from '../../outcome/label/label-row';

const [packed, unpacked] = [promisify(gzip), promisify(gunzip)];

/** A row as it was priced. Labels are named by their place in the plan. */
export interface PlannedRow {
  id: string;
  definition: Definition;
  contexts: ContextKind;
  /** Epoch of its engine: the answers must have it. */
  engineVersion: string;
  /** Floor of its engine's grid of probabilities. */
  floor: number;
  /** Labels to ask about, with the units of each. */
  asks: { label: number; units: number }[];
  /** Labels that cannot be asked about. The rest has answers of earlier runs. */
  skipped: { label: number; reason: SkipReason }[];
  costUsd: number;
}

/** What a quote priced, and so what a run of it asks. */
export interface Plan {
  /** What the version's answers may say, its engine, and the filter of its labels. */
  form: Form;
  engine: EngineRef;
  outcomes: CalibrationOutcomeFilter | null;
  floor: number;
  labels: LabelRef[];
  /** Units of the version's own question, asked alone; null where its context is gone. */
  versionUnits: (number | null)[];
  rows: PlannedRow[];
}

/** A plan as it is stored: 500 labels times 40 rows take some tens of kilobytes. */
export function packPlan(plan: Plan): Promise<Buffer> {
  return packed(JSON.stringify(plan));
}

export async function unpackPlan(bytes: Buffer): Promise<Plan> {
  return JSON.parse((await unpacked(bytes)).toString('utf8')) as Plan;
}

/** The namespaces that pay, in the order of their first label. */
export function namespacesOf({ labels, rows }: Plan): string[] {
  const asked = new Set(rows.flatMap(({ asks }) => asks.map(({ label }) => labels[label].namespace)));
  return [...new Set(labels.map(({ namespace }) => namespace))].filter((namespace) => asked.has(namespace));
}

/** Units of a row by namespace, in the order of `namespaces`. */
export function unitsByNamespace({ labels }: Plan, row: PlannedRow, namespaces: readonly string[]): number[] {
  const sums = new Map(namespaces.map((namespace) => [namespace, 0]));
  for (const { label, units } of row.asks) {
    const { namespace } = labels[label];
    sums.set(namespace, (sums.get(namespace) ?? 0) + units);
  }
  return namespaces.map((namespace) => sums.get(namespace) ?? 0);
}

/** An ask at its place in the block: rows one after the other, each namespace by namespace. */
export interface PlacedAsk extends LabelRef {
  units: number;
  at_units: number;
}

/** The asks of each row, in the order of the rows. */
export function placedAsks(plan: Plan): PlacedAsk[][] {
  const namespaces = namespacesOf(plan);
  let at = 0;
  return plan.rows.map((row) => {
    const ordered = namespaces.flatMap((namespace) =>
      row.asks.filter(({ label }) => plan.labels[label].namespace === namespace),
    );
    return ordered.map(({ label, units }) => {
      const ask = { ...plan.labels[label], units, at_units: at };
      at += units;
      return ask;
    });
  });
}
