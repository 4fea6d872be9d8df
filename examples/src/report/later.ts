import type { Schema } from '@app/sdk/client';
import { Folder } from '../loader/data/folder';
import { JudgmentSpec } from '../loader/data/judgment';
import { Target } from '../loader/target';
import { FitOptions, readFitOf } from './fit.run';

/** A fit of the earlier outcomes, and how it reads them and those that came later: what a fit in use meets. */
export interface LaterReport {
  judgment: string;
  /** Outcomes known before it are earlier. */
  split: string;
  earlier: Schema<'CalibrationReport'>;
  later: Schema<'CalibrationReport'>;
}

const earlierShare = 0.7;

/** The moment before which seven of ten outcomes were known; null when the set does not say when. */
export async function readSplitOf(folder: Folder): Promise<string | null> {
  const moments: string[] = [];
  for await (const { row } of folder.readOutcomes()) if (row.knownAt !== undefined) moments.push(row.knownAt);
  return moments.sort().at(Math.floor(moments.length * earlierShare)) ?? null;
}

/** Leaves the fit of the earlier outcomes in force: fit all of them after it. */
export async function reportLater(
  scope: Target,
  judgments: JudgmentSpec[],
  split: string,
  options: FitOptions,
): Promise<LaterReport[]> {
  const reports: LaterReport[] = [];
  const onWarning = (message: string) => options.onWarning(`Of outcomes until ${split}: ${message}`);
  for (const { key } of judgments) {
    if ((await readFitOf(scope, key, { ...options, onWarning }, { outcomes: { until: split } })) === null) continue;
    const judgment = scope.api.namespace(scope.namespace).judgments.get(key);
    const [earlier, later] = [
      await judgment.calibration({ until: split }),
      await judgment.calibration({ since: split }),
    ];
    if (later.labels.used > 0) reports.push({ judgment: key, split, earlier, later });
  }
  return reports;
}
