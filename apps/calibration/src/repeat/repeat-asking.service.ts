import { BUS, DATABASE } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { closeBlock, extendBlock } from '@app/contracts/billing';
import { listEngines } from '@app/contracts/engines';
import { startScoring, stopScoring } from '@app/contracts/judgments';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { placedAsks } from '../alternative/quote/plan';
import { readSpend } from '../alternative/sample/answer.store';
import { engineOf } from '../alternative/subject/candidate';
import { JudgmentStore } from '../judgment/judgment.store';
import { ownCaller } from '../judgment/own-caller';
import { RepeatPlan, RepeatRun, RepeatStop } from './run';
import { markAsked, markExtended, readErasures } from './run.store';

/** The money of a run is held for hours, and its holding renewed each hour. */
const extendEveryMs = 3_600_000;

/** Has the asks of a run put to their engine, and looks what has come of them. Every step may be repeated. */
@Injectable()
export class RepeatAskingService {
  constructor(
    private readonly judgments: JudgmentStore,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(BUS) private readonly bus: Pick<Bus, 'requester'>,
  ) {}

  /**
   * Why a run cannot go on; null while it can. An engine may answer in several epochs in turn: the run ends when another one is in
   * force, and answers of others are left out of what it finds.
   */
  async findStopReason(run: RepeatRun, plan: RepeatPlan): Promise<RepeatStop | null> {
    const judgment = await this.judgments.findOwn(run.organization, run.scope, run.judgment_id);
    if (!judgment) return 'archived';
    if (judgment.active_version !== run.version) return 'superseded';
    const { engines } = await this.bus.requester.ask(listEngines, {}, callOf(run));
    const present = engineOf(engines, plan.engine)?.engine_version ?? run.engine_version;
    return present === run.engine_version ? null : 'superseded';
  }

  /** @returns false when billing has ended the block: what is left cannot be paid for */
  async extend(run: RepeatRun, nowMs: number): Promise<boolean> {
    const { organization, block, extended_at } = run;
    if (block === null || (extended_at !== null && nowMs - extended_at.getTime() < extendEveryMs)) return true;
    const { expires_at } = await this.bus.requester.ask(extendBlock, { organization, block }, callOf(run));
    if (expires_at === null) return false;
    await markExtended(this.database, run.run);
    return true;
  }

  /** Has every repeat asked, once. */
  async ask(run: RepeatRun, plan: RepeatPlan): Promise<void> {
    if (run.asked_at !== null) return;
    const placed = placedAsks(plan);
    const { organization, judgment_id, version, engine_version, block } = run;
    for (const [place, { id: alternative, definition, contexts }] of plan.rows.entries()) {
      const about = { organization, judgment_id, version, run: run.run, alternative, definition, contexts, place };
      const start = { ...about, engine_version, free: false, block, labels: placed[place] };
      await this.bus.requester.ask(startScoring, start, callOf(run));
    }
    await markAsked(this.database, run.run);
  }

  /** Asks that have come to an answer or a skip. */
  async countDone(run: RepeatRun): Promise<number> {
    return (await readSpend(this.database, run.run)).reduce((sum, { labels }) => sum + labels, 0);
  }

  /** Asks that will come to something: those of a namespace that was erased since the quote never do. */
  async countExpected({ organization }: RepeatRun, plan: RepeatPlan): Promise<number> {
    const namespaces = [...new Set(plan.labels.map(({ namespace }) => namespace))];
    const now = await readErasures(this.database, organization, namespaces);
    const left = plan.labels.filter(({ namespace }) => now[namespace] === plan.erasures[namespace]);
    return left.length * plan.rows.length;
  }

  /** Takes back what no engine was asked. @returns how many asks are under way; each is recorded when it ends */
  async stop(run: RepeatRun): Promise<number> {
    const query = { organization: run.organization, run: run.run };
    return (await this.bus.requester.ask(stopScoring, query, callOf(run))).under_way;
  }

  /** Gives back the money that was not used. */
  async close({ organization, block }: RepeatRun): Promise<void> {
    if (block !== null) await this.bus.requester.ask(closeBlock, { organization, block }, callOf({ organization }));
  }
}

function callOf({ organization }: Pick<RepeatRun, 'organization'>): Call {
  return Call.within(undefined, ownCaller(organization));
}
