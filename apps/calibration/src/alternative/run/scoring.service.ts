import { BUS, DATABASE } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { closeBlock, extendBlock } from '@app/contracts/billing';
import { listEngines } from '@app/contracts/engines';
import { startScoring, stopScoring } from '@app/contracts/judgments';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { JudgmentStore } from '../../judgment/judgment.store';
import { ownCaller } from '../../judgment/own-caller';
import { Plan, PlannedRow, placedAsks } from '../quote/plan';
import { engineOf } from '../subject/candidate';
import { RunRow, StopReason } from '../subject/run-row';
import { countOpen } from './progress.store';
import { RowScores } from './row-scores';
import { RunRowState, markExtended, readRunRows, setRowState } from './run.store';

/** The money of a run is held for hours, and its holding renewed each hour. */
const extendEveryMs = 3_600_000;

/** Has the rows of a run asked, looks what has come of them, and scores those that are complete. Every step may be repeated. */
@Injectable()
export class ScoringService {
  constructor(
    private readonly judgments: JudgmentStore,
    private readonly scores: RowScores,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(BUS) private readonly bus: Pick<Bus, 'requester'>,
  ) {}

  /** Why a run cannot go on; null while it can. A row whose own engine changes is stopped by judgments. */
  async findStopReason(run: RunRow, plan: Plan): Promise<StopReason | null> {
    const judgment = await this.judgments.findOwn(run.organization, run.scope, run.judgment_id);
    if (!judgment) return 'archived';
    if (judgment.active_version !== run.version) return 'superseded';
    const { engines } = await this.bus.requester.ask(listEngines, {}, this.call(run));
    const present = engineOf(engines, plan.engine)?.engine_version ?? run.engine_version;
    return present === run.engine_version ? null : 'superseded';
  }

  /** @returns false when billing has ended the block: what is left cannot be paid for */
  async extend(run: RunRow, nowMs: number): Promise<boolean> {
    const { organization, block, extended_at } = run;
    if (block === null || (extended_at !== null && nowMs - extended_at.getTime() < extendEveryMs)) return true;
    const { expires_at } = await this.bus.requester.ask(extendBlock, { organization, block }, this.call(run));
    if (expires_at === null) return false;
    await markExtended(this.database, run.run);
    return true;
  }

  /** Has the rows asked that are not yet, in the order of the quote. */
  async start(run: RunRow, plan: Plan, rows: readonly RunRowState[]): Promise<void> {
    const placed = placedAsks(plan);
    for (const { alternative, place } of rows.filter(({ state }) => state === 'waiting')) {
      const { definition, contexts, engineVersion } = plan.rows[place];
      const labels = placed[place];
      if (labels.length > 0) {
        const { organization, judgment_id, version, free, block } = run;
        const about = { organization, judgment_id, version, run: run.run, alternative, definition, contexts, place };
        await this.bus.requester.ask(
          startScoring,
          { ...about, engine_version: engineVersion, free, block, labels },
          this.call(run),
        );
      }
      await setRowState(this.database, run.run, alternative, 'asked');
    }
  }

  /** Takes back what no engine was asked. @returns how many asks are under way; each is recorded when it ends */
  async stop(run: RunRow): Promise<number> {
    const query = { organization: run.organization, run: run.run };
    return (await this.bus.requester.ask(stopScoring, query, this.call(run))).under_way;
  }

  /** Scores the rows that have everything. @returns the rows as they are then */
  async score(run: RunRow, plan: Plan): Promise<RunRowState[]> {
    const rows = await readRunRows(this.database, run.run);
    const complete: PlannedRow[] = [];
    for (const { place, state } of rows) {
      const row = plan.rows[place];
      if (state === 'asked' && (await countOpen(this.database, run, plan, row)) === 0) complete.push(row);
    }
    await this.scores.score(run, plan, complete);
    return complete.length === 0 ? rows : readRunRows(this.database, run.run);
  }

  /** Gives back the money that was not used. */
  async close(run: RunRow): Promise<void> {
    const { organization, block } = run;
    if (block !== null) await this.bus.requester.ask(closeBlock, { organization, block }, this.call(run));
  }

  private call({ organization }: Pick<RunRow, 'organization'>): Call {
    return Call.within(undefined, ownCaller(organization));
  }
}
