import { CONFIG, DATABASE, UnderWay, WorkerLoop } from '@app/boot';
import { Database, killPoint } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { JudgmentsConfig } from '../app.config';
import { claimDue, dueTurns } from '../queue/pending/claim.store';
import { isBulk } from '../queue/pending/lane';
import type { Claim } from '../queue/pending/pending';
import { missedRows, repairTurns } from '../queue/pending/pending.store';
import { ClaimCapacity } from './claim-capacity';
import { ClaimRun } from './claim-run';
import { FanoutSlots } from './fanout-slots';

/**
 * A row that only another replica knows of waits this much longer on a service that had nothing to do. What comes due by
 * itself is foreseen for as long, and waits for a short rest. In milliseconds.
 */
export const longestIdleMs = 1000;
const documentsPerClaim = 48;
const repairEveryMs = 1000;

/** Turns wanted answers into answers: claims due rows and runs the claims side by side. */
@Injectable()
export class JudgingService {
  readonly underWay = new UnderWay();
  private readonly capacity: ClaimCapacity;
  /** The loop claims when the capacity has room for this many documents. */
  private readonly minDocuments: number;
  private repairedAtMs = 0;

  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly claims: ClaimRun,
    private readonly fanoutSlots: FanoutSlots,
    @Inject(CONFIG) { claimedDocuments }: JudgmentsConfig,
  ) {
    this.capacity = new ClaimCapacity(claimedDocuments);
    this.minDocuments = Math.min(documentsPerClaim / 2, claimedDocuments);
  }

  private get hasRoom(): boolean {
    return this.capacity.free >= this.minDocuments;
  }

  private get isToRepair(): boolean {
    return Date.now() - this.repairedAtMs >= repairEveryMs;
  }

  async look(loop: WorkerLoop): Promise<boolean> {
    if (!this.hasRoom) return false;
    const { isToRepair } = this;
    const looks = [dueTurns(0), dueTurns(longestIdleMs), ...(isToRepair ? [missedRows] : [])];
    const [isDue, isDueSoon, isMissed] = await Promise.all(looks.map((select) => this.db.finds(select)));
    if (isDue || isMissed) return true;
    if (isDueSoon) loop.expectSoon();
    if (isToRepair) this.repairedAtMs = Date.now();
    return false;
  }

  /** Claims in portions, ahead of the asks: a claim for every ask that ends would cost a statement a document. */
  async turn(loop: WorkerLoop): Promise<boolean> {
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
    this.underWay.add(this.run(claim, loop));
    return true;
  }

  private async run(claim: Claim, loop: WorkerLoop): Promise<void> {
    const documents = new Set(claim.rows.map(({ document }) => document)).size;
    const hold = this.capacity.hold(
      documents,
      claim.rows.every(({ lane }) => isBulk(lane)),
    );
    const wake = (): void => loop.wake();
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
