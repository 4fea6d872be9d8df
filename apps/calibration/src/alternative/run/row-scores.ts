import { CLOCK, DATABASE } from '@app/boot';
import { SkipReason } from '@app/contracts/calibration';
import { Thresholds } from '@app/definition';
import type { Clock } from '@app/observability';
import { Database, Queryable } from '@app/persistence';
import { floorOfStep } from '@app/statistics';
import { Inject, Injectable } from '@nestjs/common';
import { ComputeThread } from '../../figure/compute.thread';
import { JudgmentStore } from '../../judgment/judgment.store';
import { selectionOf } from '../../judgment/selection';
import { filterOf } from '../../outcome/label/label-filter';
import { AnswerCounts, LabelRow } from '../../outcome/label/label-row';
import { formOf } from '../../outcome/label/load-labels';
import { labelsDigest } from '../quote/fingerprint';
import { Plan, PlannedRow } from '../quote/plan';
import { AnswersKey, RunAnswer, readEpoch, readKept, readOfRun, readSpend } from '../sample/answer.store';
import { SampleService } from '../sample/sample.service';
import { readNamedLabels } from '../sample/sample.store';
import { RowOutcome, commonLabels, weighedFor } from '../score/row-labels';
import { RowScorer } from '../score/score-row';
import { StoredScore, keepScore } from '../score/score.store';
import { RunRow } from '../subject/run-row';
import { monthOf } from '../table/month';
import { Candidate, engineOf } from '../subject/candidate';
import { Subject } from '../subject/subject';
import { isLaterRun, setRowState } from './run.store';

/** A score to count anew. */
export interface StaleScore {
  candidate: Candidate;
  stored: StoredScore;
}

/** What the rows of a run are scored on. */
interface ScoredOn {
  labels: LabelRow[];
  /** The answers that the labels should stand for; null where they were not counted. */
  population: AnswerCounts | null;
  thresholds: Thresholds;
}

/** Scores the rows of runs, from the answers that calibration has kept. */
@Injectable()
export class RowScores {
  constructor(
    private readonly thread: ComputeThread,
    private readonly judgments: JudgmentStore,
    private readonly samples: SampleService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Scores complete rows one after the other, and stores each by itself. */
  async score(run: RunRow, plan: Plan, rows: readonly PlannedRow[]): Promise<void> {
    if (rows.length === 0) return;
    const judgment = await this.judgments.findOwn(run.organization, run.scope, run.judgment_id);
    const [labels, population] = await Promise.all([
      this.readLabels(run, plan),
      this.samples.readPopulation(run, judgment),
    ]);
    const about: ScoredOn = { labels, population, thresholds: judgment?.thresholds ?? {} };
    const table = `${run.organization} ${run.judgment_id} ${run.scope}`;
    const scorer = new RowScorer((task) => this.thread.compareRow(task, table));
    for (const row of rows) await this.scoreOne(run, plan, row, about, scorer);
  }

  private async scoreOne(
    run: RunRow,
    plan: Plan,
    row: PlannedRow,
    { labels, population, thresholds }: ScoredOn,
    scorer: RowScorer,
  ): Promise<void> {
    const scoredAtMs = this.clock.now();
    const month = monthOf(scoredAtMs);
    const [outcome, spent, inLaterRun] = await Promise.all([
      this.readOutcome(run, plan, row),
      readSpend(this.database, run.run),
      isLaterRun(this.database, run, month),
    ]);
    const own = spent.find(({ alternative }) => alternative === row.id);
    const isFree = run.free || !own;
    const score = await scorer.score(
      weighedFor(commonLabels(plan.form, labels, outcome), population),
      { version: plan.floor, alternative: row.floor },
      {
        outcome,
        versionUnits: versionUnitsOf(plan),
        scoredAtMs,
        inLaterRun,
        thresholds,
        billed: isFree ? { units: 0, costUsd: 0 } : { units: own.units, costUsd: own.cost_usd },
      },
    );
    await this.database.transaction('calibration.alternatives-score', async (tx) => {
      const about = { alternative: row.id, month, in_k: !run.free, run: run.run, labels: labelsDigest(labels) };
      await keepScore(tx, run, { ...about, score });
      await setRowState(tx, run.run, row.id, 'scored');
    });
  }

  /**
   * Counts scores anew on the labels of now. What was billed, when a row was scored and what the version costs stay as they
   * were.
   */
  async recount(to: Queryable, subject: Subject, stale: readonly StaleScore[]): Promise<void> {
    const { key, labelled, judgment, engines } = subject;
    if (!labelled) return;
    const table = `${key.organization} ${key.judgment_id} ${key.scope}`;
    const scorer = new RowScorer((task) => this.thread.compareRow(task, table));
    const answers = labelled.sample.labels.map(({ answer_id }) => answer_id);
    const population = await this.samples.readPopulation(labelled.key, judgment);
    for (const { candidate, stored } of stale) {
      const engine = engineOf(engines, candidate.definition.engine);
      const epoch = (await readEpoch(to, stored.run, stored.alternative)) ?? engine?.engine_version ?? '';
      const about = { ...key, alternative: stored.alternative, engine_version: epoch };
      const outcome = await this.readOutcomeOf(about, stored.run, answers);
      // A label that was retracted while the row was asked has neither an answer nor a skip of it.
      const known = labelled.sample.labels.filter(
        ({ answer_id }) => outcome.answers.has(answer_id) || outcome.skipped.has(answer_id),
      );
      const { units, costUsd, scoredAtMs, inLaterRun, versionCostPerAnswer } = stored.score;
      const floors = { version: labelled.floor, alternative: floorOfStep(engine?.probability_step ?? null) };
      const labels = weighedFor(commonLabels(formOf(judgment), known, outcome), population);
      const score = await scorer.score(labels, floors, {
        outcome,
        versionUnits: new Map(),
        billed: { units, costUsd },
        scoredAtMs,
        inLaterRun,
        thresholds: judgment.thresholds,
      });
      const digest = labelsDigest(labelled.sample.labels);
      await keepScore(to, labelled.key, { ...stored, labels: digest, score: { ...score, versionCostPerAnswer } });
    }
  }

  /** The labels of the plan that still are labels, with the values of now. */
  private readLabels(run: RunRow, plan: Plan): Promise<LabelRow[]> {
    const selection = selectionOf(run.organization, run.judgment_id, run.scope);
    const query = { selection, version: run.version, filter: filterOf(plan.outcomes), excludedPrefixes: [] };
    const answers = plan.labels.map(({ answer }) => answer);
    return readNamedLabels(this.database, query, run.engine_version, answers);
  }

  private readOutcome({ organization, judgment_id, run }: RunRow, plan: Plan, row: PlannedRow): Promise<RowOutcome> {
    const key = { organization, judgment_id, alternative: row.id, engine_version: row.engineVersion };
    return this.readOutcomeOf(
      key,
      run,
      plan.labels.map(({ answer }) => answer),
    );
  }

  /** The answers of any run, and the skips of one. */
  private async readOutcomeOf(key: AnswersKey, run: string, answers: string[]): Promise<RowOutcome> {
    const [kept, own] = await Promise.all([
      readKept(this.database, key, answers),
      readOfRun(this.database, run, key.alternative),
    ]);
    return {
      answers: new Map(
        kept.map(({ answer_id, number, escape_p, dist, units }) => [
          answer_id,
          { answerId: answer_id, number, escapeP: escape_p, dist, units },
        ]),
      ),
      skipped: new Map(own.flatMap((one) => leftOut(one, key.engine_version))),
    };
  }
}

/** Why a label has no answer of the row's epoch: it was skipped, or the engine answers in several epochs in turn. */
function leftOut(
  { answer_id, skipped, engine_version: epoch }: RunAnswer,
  wanted: string,
): (readonly [string, SkipReason | 'other_epoch'])[] {
  if (skipped !== null) return [[answer_id, skipped]];
  return epoch === wanted ? [] : [[answer_id, 'other_epoch']];
}

function versionUnitsOf({ labels, versionUnits }: Plan): Map<string, number> {
  return new Map(
    versionUnits.flatMap((units, label) => (units === null ? [] : [[labels[label].answer, units] as const])),
  );
}
