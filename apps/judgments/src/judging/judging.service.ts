import { CONFIG, DATABASE, HEALTH, LOGGER, Worker } from '@app/boot';
import { Health, Loop } from '@app/observability';
import type { Logger } from '@app/observability';
import { Database, killPoint } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { JudgmentsConfig } from '../app.config';
import { claimDue, dueTurns } from '../queue/pending/claim.store';
import { isBulk } from '../queue/pending/lane';
import type { Claim } from '../queue/pending/pending';
import { PendingQueue } from '../queue/pending/pending-queue';
import { missedRows, repairTurns } from '../queue/pending/pending.store';
import { ClaimCapacity } from './claim-capacity';
import { ClaimRun } from './claim-run';
import { FanoutSlots } from './fanout-slots';

const idleMs = 50;
/**
 * A row that only another replica knows of waits this much longer on a service that had nothing to do. What comes due by
 * itself is foreseen for as long, and waits for a short rest.
 */
const longestIdleMs = 1000;
const documentsPerClaim = 48;
const repairEveryMs = 1000;
const stuckMs = 30_000;

/** The loop that turns wanted answers into answers: it claims due rows and runs the claims side by side. */
@Injectable()
export class JudgingService implements Worker {
  private readonly loop: Loop;
  private readonly capacity: ClaimCapacity;
  /** The loop claims when the capacity has room for this many documents. */
  private readonly minDocuments: number;
  private readonly underWay = new Set<Promise<void>>();
  private repairedAtMs = 0;

  constructor(
    @Inject(DATABASE) private readonly db: Database,
    queue: PendingQueue,
    private readonly claims: ClaimRun,
    private readonly fanoutSlots: FanoutSlots,
    @Inject(CONFIG) { claimedDocuments }: JudgmentsConfig,
    @Inject(LOGGER) logger: Logger,
    @Inject(HEALTH) health: Health,
  ) {
    this.capacity = new ClaimCapacity(claimedDocuments);
    this.minDocuments = Math.min(documentsPerClaim / 2, claimedDocuments);
    this.loop = new Loop({
      name: 'judging',
      idleMs,
      longestIdleMs,
      logger,
      look: () => this.look(),
      turn: () => this.turn(),
    });
    health.mustBeReady({ name: 'judging', check: () => this.loop.stuckFor(stuckMs) });
    queue.onQueued(() => this.loop.wake());
  }

  start(): void {
    this.loop.start();
  }

  /** Claims nothing more and waits for the claims under way. */
  async stop(): Promise<void> {
    await this.loop.stop();
    await Promise.all(this.underWay);
  }

  private get hasRoom(): boolean {
    return this.capacity.free >= this.minDocuments;
  }

  private get isToRepair(): boolean {
    return Date.now() - this.repairedAtMs >= repairEveryMs;
  }

  private async look(): Promise<boolean> {
    if (!this.hasRoom) return false;
    const { isToRepair } = this;
    const looks = [dueTurns(0), dueTurns(longestIdleMs), ...(isToRepair ? [missedRows] : [])];
    const [isDue, isDueSoon, isMissed] = await Promise.all(looks.map((select) => this.db.finds(select)));
    if (isDue || isMissed) return true;
    if (isDueSoon) this.loop.expectSoon();
    if (isToRepair) this.repairedAtMs = Date.now();
    return false;
  }

  /** Claims in portions, ahead of the asks: a claim for every ask that ends would cost a statement a document. */
  private async turn(): Promise<boolean> {
    const { free, freeForBulk } = this.capacity;
    if (!this.hasRoom) return false;
    const documents = Math.min(free, documentsPerClaim);
    const claim = await claimDue(this.db, documents, Math.min(documents, freeForBulk), this.fanoutSlots.saturated());
    if (!claim) {
      await this.repair();
      return false;
    }
    // Another replica holds the rows, or none was due after all; the statement has corrected the turn.
    if (claim.rows.length === 0) return true;
    await killPoint('judgments.claim.after');
    const work = this.run(claim).finally(() => this.underWay.delete(work));
    this.underWay.add(work);
    return true;
  }

  private async run(claim: Claim): Promise<void> {
    const documents = new Set(claim.rows.map(({ document }) => document)).size;
    const hold = this.capacity.hold(
      documents,
      claim.rows.every(({ lane }) => isBulk(lane)),
    );
    const wake = (): void => this.loop.wake();
    await this.claims.run(claim, hold, wake).finally(() => {
      hold.end();
      wake();
    });
  }

  private async repair(): Promise<void> {
    if (!this.isToRepair) return;
    this.repairedAtMs = Date.now();
    await repairTurns(this.db);
  }
}
