import { Injectable } from '@nestjs/common';
import type { PlannedAsk } from './plan';
import { BackfillStore } from '../backfill/backfill.store';

/** What an ask costs each backfill that it is asked for, in USD. */
export function sharesOf({ questions, byJudgment, units }: PlannedAsk, reservedUsd: number): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { row } of questions) {
    if (row.job === null) continue;
    const usd = units === 0 ? 0 : (reservedUsd * byJudgment[row.judgmentId]) / units;
    shares.set(row.job, (shares.get(row.job) ?? 0) + usd);
  }
  return shares;
}

/** Keeps backfills within their `max_usd`: nothing is asked that might pass it, however many processes ask. */
@Injectable()
export class CapService {
  constructor(private readonly store: BackfillStore) {}

  /** @returns false when a backfill of the ask may not spend so much more */
  async hold(ask: PlannedAsk, reservedUsd: number): Promise<boolean> {
    const held: [string, number][] = [];
    for (const [job, usd] of sharesOf(ask, reservedUsd)) {
      if (!(await this.store.hold(job, usd))) {
        for (const [other, kept] of held) await this.store.release(other, kept);
        return false;
      }
      held.push([job, usd]);
    }
    return true;
  }

  async release(ask: PlannedAsk, reservedUsd: number): Promise<void> {
    for (const [job, usd] of sharesOf(ask, reservedUsd)) await this.store.release(job, usd);
  }
}
