import { DATABASE, LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { kindOf } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { SpendService } from '../judging/spend.service';
import { waitAfterFaultMs } from '../judging/wait-after-fault';
import { groupBy } from '../queue/pending/group-by';
import { askIdOf, skipped } from './ask';
import { giveBackAsks, waitForMoney } from './claim.store';
import { AfterTry, afterTry } from './failure';
import type { Returned, ScoringAsk, ScoringClaim } from './scoring';
import { ScoringRecorder } from './scoring-recorder';

/** Asks without money are tried again after this, and when the budget of their namespace changes. */
const moneyMs = 60_000;

/** Gives claimed asks back to their queue, or skips their labels, and releases the money that they hold. */
@Injectable()
export class ScoringAsks {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly spend: SpendService,
    private readonly recorder: ScoringRecorder,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Releases only asks that the claim still held: another process may have asked them meanwhile. */
  async giveBack(claim: ScoringClaim, returned: readonly Returned[]): Promise<void> {
    const held = await giveBackAsks(this.db, claim, returned);
    await this.release(claim, held);
  }

  /** Billing, or the pause of a free row's namespace, lets nothing be asked now. */
  async waitForMoney(claim: ScoringClaim, asks: readonly ScoringAsk[]): Promise<void> {
    await this.giveBack(
      claim,
      asks.map((ask) => ({ ask, waitMs: moneyMs, needsMoney: true })),
    );
    for (const id of new Set(asks.map(({ namespaceId }) => namespaceId))) {
      await waitForMoney(this.db, claim.run, id, moneyMs);
    }
  }

  /** Settles an ask after a try without an answer. */
  async settle(claim: ScoringClaim, ask: ScoringAsk, after: AfterTry): Promise<void> {
    if ('waitMs' in after) return this.giveBack(claim, [{ ask, waitMs: after.waitMs, isTried: true }]);
    const result = skipped(after.skip);
    const isRecorded = await this.recorder.add({ claim, ask, askId: null, isInherited: false, result, inForce: null });
    if (isRecorded) await this.release(claim, [ask]);
  }

  /** Gives asks up after a fault. While a service is away it is not the label's fault, and no try. */
  async giveUp(claim: ScoringClaim, asks: readonly ScoringAsk[], error: unknown): Promise<void> {
    const isAway = kindOf(error) === 'unavailable' || kindOf(error) === 'limited';
    this.logger[isAway ? 'warn' : 'error'](
      { err: error, run: claim.run, asks: asks.length },
      'asks of a run are given back',
    );
    try {
      if (isAway) {
        return await this.giveBack(
          claim,
          asks.map((ask) => ({ ask, waitMs: waitAfterFaultMs(error, ask.attempts) })),
        );
      }
      for (const ask of asks) await this.settle(claim, ask, afterTry(ask.attempts, 'failed'));
    } catch (fault) {
      this.logger.warn({ err: fault, run: claim.run, asks: asks.length }, 'asks of a run are left to their lease');
    }
  }

  private async release(claim: ScoringClaim, asks: readonly ScoringAsk[]): Promise<void> {
    const paid = asks.flatMap((ask) => {
      const row = claim.rows.get(ask.alternative);
      return row?.free === false ? [{ namespace: ask.namespace, id: askIdOf(row, ask.answerId) }] : [];
    });
    for (const [namespace, some] of groupBy(paid, (ask) => ask.namespace)) {
      const ids = some.map(({ id }) => id);
      await this.spend.release({ organization: claim.organization, namespace }, ids);
    }
  }
}
