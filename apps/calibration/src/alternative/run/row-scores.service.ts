import { CLOCK, DATABASE } from '@app/boot';
import { SkipReason } from '@app/contracts';
import type { Clock } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { ComputeThread } from '../../figure/compute.thread';
import { selectionOf } from '../../judgment/selection';
import { filterOf } from '../../label/label-filter';
import { LabelRow } from '../../label/label-row';
import { labelsDigest } from '../quote/fingerprint';
import { Plan, PlannedRow } from '../quote/plan';
import { readNamedLabels } from '../sample/sample.store';
import { RowOutcome, commonLabels } from '../score/row-labels';
import { RowScorer } from '../score/score-row';
import { monthOf } from '../table/month';
import { readKept, readOfRun, readSpend } from './answer.store';
import { RunRow, isLaterRun, setRowState } from './run.store';
import { keepScore } from './score.store';

/** Scores the rows of runs, from the answers that calibration has kept. */
@Injectable()
export class RowScores {
  constructor(
    private readonly thread: ComputeThread,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Scores complete rows one after the other, and stores each by itself. */
  async score(run: RunRow, plan: Plan, rows: readonly PlannedRow[]): Promise<void> {
    if (rows.length === 0) return;
    const labels = await this.labels(run, plan);
    const table = `${run.organization} ${run.judgment_id} ${run.scope}`;
    const scorer = new RowScorer((task) => this.thread.compareRow(task, table));
    for (const row of rows) await this.one(run, plan, row, labels, scorer);
  }

  private async one(run: RunRow, plan: Plan, row: PlannedRow, labels: LabelRow[], scorer: RowScorer): Promise<void> {
    const scoredAtMs = this.clock.now();
    const month = monthOf(scoredAtMs);
    const [outcome, spent, inLaterRun] = await Promise.all([
      this.outcome(run, plan, row),
      readSpend(this.database, run.run),
      isLaterRun(this.database, run, month),
    ]);
    const own = spent.find(({ alternative }) => alternative === row.id);
    const isFree = run.free || !own;
    const score = await scorer.score(
      commonLabels(plan.form, labels, outcome),
      { version: plan.floor, alternative: row.floor },
      {
        ...{ outcome, versionUnits: versionUnitsOf(plan), scoredAtMs, inLaterRun },
        billed: isFree ? { units: 0, costUsd: 0 } : { units: own.units, costUsd: own.cost_usd },
      },
    );
    await this.database.transaction('calibration.alternatives-score', async (tx) => {
      const about = { alternative: row.id, month, in_k: !run.free, run: run.run, labels: labelsDigest(labels) };
      await keepScore(tx, run, { ...about, score });
      await setRowState(tx, run.run, row.id, 'scored');
    });
  }

  /** The labels of the plan that still are labels, with the values of now. */
  private labels(run: RunRow, plan: Plan): Promise<LabelRow[]> {
    const selection = selectionOf(run.organization, run.judgment_id, run.scope);
    const query = { selection, version: run.version, filter: filterOf(plan.outcomes), excludedPrefixes: [] };
    const answers = plan.labels.map(({ answer }) => answer);
    return readNamedLabels(this.database, query, run.engine_version, answers);
  }

  private async outcome(run: RunRow, plan: Plan, row: PlannedRow): Promise<RowOutcome> {
    const { organization, judgment_id } = run;
    const key = { organization, judgment_id, alternative: row.id, engine_version: row.engineVersion };
    const answers = plan.labels.map(({ answer }) => answer);
    const [kept, own] = await Promise.all([
      readKept(this.database, key, answers),
      readOfRun(this.database, run.run, row.id),
    ]);
    const skipped = new Map<string, SkipReason>(
      row.skipped.map(({ label, reason }) => [plan.labels[label].answer, reason]),
    );
    for (const one of own) if (one.skipped !== null) skipped.set(one.answer_id, one.skipped);
    return {
      answers: new Map(
        kept.map(({ answer_id, number, escape_p, dist, units }) => [
          answer_id,
          { answerId: answer_id, number, escapeP: escape_p, dist, units },
        ]),
      ),
      skipped,
    };
  }
}

function versionUnitsOf({ labels, versionUnits }: Plan): Map<string, number> {
  return new Map(
    versionUnits.flatMap((units, label) => (units === null ? [] : [[labels[label].answer, units] as const])),
  );
}
