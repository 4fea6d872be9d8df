import { AnswerRecorded } from '@app/contracts';
import { PriceTier, priceOf } from '@app/rating';
import Big from 'big.js';
import { bookedMonth } from '../month/month';

/** What was held for an ask, from an open or expired reservation. */
export interface HeldPrice {
  ask_id: string;
  used_before: string;
}

/** One ask as the ledger takes it. Exact decimals. */
export interface Charge {
  ask_id: string;
  organization: string;
  namespace: string;
  /** UTC calendar month that the charge is booked in, `YYYY-MM`. */
  month: string;
  units: string;
  tokens: number;
  costUsd: string;
  byJudgment: Record<string, number>;
  recordedAt: string;
}

/** The asks of some facts, each once; what was not asked is not billed. */
export function asksOf(facts: AnswerRecorded[]): (AnswerRecorded & { ask_id: string })[] {
  const byId = new Map<string, AnswerRecorded & { ask_id: string }>();
  for (const fact of facts) if (fact.ask_id !== null) byId.set(fact.ask_id, { ...fact, ask_id: fact.ask_id });
  return [...byId.values()];
}

/**
 * Prices recorded asks: from the place in the month's steps where each was reserved, so that the charge is what the
 * response told, or less when fewer answers came; an ask whose reservation is gone, from where the month stands now.
 * @param usedNow judgments used in the month, by `<organization>/<month>`
 * @param nowMs decides whether the month of the answers still takes charges
 */
export function chargesOf(
  asks: (AnswerRecorded & { ask_id: string })[],
  held: Map<string, HeldPrice>,
  usedNow: Map<string, string>,
  tiers: readonly PriceTier[],
  nowMs: number,
): Charge[] {
  const used = new Map(usedNow);
  return asks.map(({ ask_id, organization, namespace, units, tokens, by_judgment, recorded_at }) => {
    const month = bookedMonth(recorded_at, nowMs);
    const key = `${organization}/${month}`;
    const now = used.get(key) ?? '0';
    const from = held.get(ask_id)?.used_before ?? now;
    if (!held.has(ask_id)) used.set(key, new Big(now).plus(units).toFixed());
    return {
      ask_id,
      organization,
      namespace,
      month,
      units: String(units),
      tokens,
      costUsd: priceOf(from, units, tiers),
      byJudgment: by_judgment,
      recordedAt: recorded_at,
    };
  });
}

/** Judgments' names that the facts carry, by organization and id. */
export function namesOf(facts: AnswerRecorded[]): Map<string, { organization: string; id: string; name: string }> {
  const names = new Map<string, { organization: string; id: string; name: string }>();
  for (const { organization, answers } of facts) {
    for (const { judgment_id: id, name } of answers) {
      if (name !== undefined) names.set(`${organization}/${id}`, { organization, id, name });
    }
  }
  return names;
}
