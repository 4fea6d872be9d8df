import { Thresholds } from '@app/definition';
import { LabelSet } from '../../outcome/label/label-set';
import { ComparedRow, RowTask } from '../../figure/compare-row';
import { CommonLabels, RowOutcome } from './row-labels';
import { RowScore } from './row-score';
import { SideReads } from '../../figure/side';

/** Compares a row, in the thread of the service. */
export type Compare = (task: RowTask) => Promise<ComparedRow>;

export interface Floors {
  version: number;
  alternative: number;
}

/** What a score says beside the comparison. */
export interface ScoreFacts {
  outcome: RowOutcome;
  /** Judgment units of the version's question about each label, asked alone, by the labelled answer's id. */
  versionUnits: ReadonlyMap<string, number>;
  /** What was billed for the row; zeros for a narrowing. */
  billed: { units: number; costUsd: number };
  scoredAtMs: number;
  inLaterRun: boolean;
  /** The thresholds in force. */
  thresholds: Thresholds;
}

/**
 * Scores the rows of one table, one after the other. Most rows have the same labels, so the version's reads of the row before
 * serve the next one.
 */
export class RowScorer {
  private last: { answers: string; y: LabelSet['y']; reads: SideReads } | null = null;

  constructor(private readonly compare: Compare) {}

  async score(labels: CommonLabels, floors: Floors, facts: ScoreFacts): Promise<RowScore> {
    const { version, alternative, skipped } = labels;
    const { outcome, versionUnits, billed, scoredAtMs, inLaterRun, thresholds } = facts;
    const isEmpty = version.y.length === 0;
    return {
      labels: version.y.length,
      skipped,
      comparison: isEmpty ? null : await this.compareSets(version, alternative, floors, thresholds),
      costPerAnswer: meanOf(version.answers.map((answer) => outcome.answers.get(answer)?.units)),
      versionCostPerAnswer: meanOf(version.answers.map((answer) => versionUnits.get(answer))),
      units: billed.units,
      costUsd: billed.costUsd,
      scoredAtMs,
      inLaterRun,
    };
  }

  private async compareSets(version: LabelSet, alternative: LabelSet, floors: Floors, thresholds: Thresholds) {
    const key = version.answers.join(' ');
    const isSame = this.last?.answers === key && version.y.every((y, label) => y === this.last?.y[label]);
    const { comparison, versionReads } = await this.compare({
      version: { set: version, floor: floors.version },
      alternative: { set: alternative, floor: floors.alternative },
      versionReads: isSame && this.last ? this.last.reads : null,
      thresholds,
    });
    this.last = { answers: key, y: version.y, reads: versionReads };
    return comparison;
  }
}

/** Of the units that are known; null without any. */
function meanOf(units: readonly (number | undefined)[]): number | null {
  const known = units.filter((one) => one !== undefined);
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length;
}
