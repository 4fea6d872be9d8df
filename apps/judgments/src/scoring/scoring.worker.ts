import { CLOCK, CONFIG, DATABASE, UnderWay } from '@app/boot';
import { type Clock, Waker } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { JudgmentsConfig } from '../app.config';
import { claimScoring, dueAsks } from './claim.store';
import type { ScoringClaim } from './scoring';
import { closeRuns, deleteOldRun } from './scoring.store';
import { ScoringRun } from './scoring-run';

const asksPerClaim = 48;
const tidyEveryMs = 60_000;
const runsPerTidy = 20;

/**
 * Asks alternatives: takes asks apart from the queue of judging and puts them to engines in the slots of
 * bulk lanes, so that at least half of each engine is free for answers that somebody waits for.
 */
@Injectable()
export class ScoringWorker extends Waker {
  readonly underWay = new UnderWay();
  /** Asks of an engine that are claimed at once by this process: as many as bulk lanes have slots. */
  private readonly most: number;
  private readonly held = new Map<string, number>();
  private tidiedAtMs = 0;

  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly runs: ScoringRun,
    @Inject(CONFIG) { asksInFlight }: JudgmentsConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
    this.most = Math.ceil(asksInFlight / 2);
  }

  async look(): Promise<boolean> {
    return this.isToTidy || this.db.finds(dueAsks);
  }

  private get isToTidy(): boolean {
    return this.clock.now() - this.tidiedAtMs >= tidyEveryMs;
  }

  async turn(): Promise<boolean> {
    // A claim for each ask that ends would cost a statement an ask.
    const full = [...this.held].filter(([, asks]) => asks > this.most / 2).map(([engine]) => engine);
    const claim = await claimScoring(this.db, Math.min(asksPerClaim, this.most), full);
    if (!claim) {
      await this.cleanUp();
      return false;
    }
    // Another replica holds the asks.
    if (claim.asks.length === 0) return false;
    this.underWay.add(this.run(claim));
    return true;
  }

  private async run(claim: ScoringClaim): Promise<void> {
    let left = claim.asks.length;
    const hold = (asks: number): void => {
      this.held.set(claim.engine, (this.held.get(claim.engine) ?? 0) + asks);
    };
    hold(left);
    const ended = (): void => {
      left -= 1;
      hold(-1);
      this.wake();
    };
    await this.runs.run(claim, ended).finally(() => hold(-left));
    this.wake();
  }

  private async cleanUp(): Promise<void> {
    if (!this.isToTidy) return;
    this.tidiedAtMs = this.clock.now();
    await closeRuns(this.db);
    for (let deleted = 0; deleted < runsPerTidy && (await deleteOldRun(this.db)); deleted += 1);
  }
}
