import { Injectable } from '@nestjs/common';
import { BackfillStore } from '../backfill/backfill.store';
import type { PlannedAsk } from './planned-ask';

/** Keeps backfills within their `max_usd`, however many processes ask for them at once. */
@Injectable()
export class BudgetCap {
  constructor(private readonly backfills: BackfillStore) {}

  /** Holds the money of an ask. @returns the backfill whose `max_usd` it would pass; null when it passes none */
  async hold(ask: PlannedAsk, reservedUsd: number): Promise<string | null> {
    const held: [string, number][] = [];
    for (const [job, usd] of sharesOf(ask, reservedUsd)) {
      if (!(await this.backfills.hold(job, usd))) {
        for (const [other, kept] of held) await this.backfills.release(other, kept);
        return job;
      }
      held.push([job, usd]);
    }
    return null;
  }

  /** Releases what was held for an ask: its cost is counted by now. */
  async release(ask: PlannedAsk, reservedUsd: number): Promise<void> {
    for (const [job, usd] of sharesOf(ask, reservedUsd)) await this.backfills.release(job, usd);
  }
}

/** What an ask costs each backfill that wants it, in USD. */
function sharesOf({ groups, units }: PlannedAsk, reservedUsd: number): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { row, units: share } of groups) {
    if (row.job === null) continue;
    const usd = units === 0 ? 0 : (reservedUsd * share) / units;
    shares.set(row.job, (shares.get(row.job) ?? 0) + usd);
  }
  return shares;
}
