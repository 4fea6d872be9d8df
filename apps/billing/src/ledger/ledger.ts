import { AnswerRecorded } from '@app/contracts/judgments';
import { PriceTier, priceOf } from '@app/rating';
import Big from 'big.js';
import { bookedDay, monthOf } from '../month/month';

/** Where a reservation, open or expired, placed an ask in the price tiers. */
export interface HeldPrice {
  ask_id: string;
  /** Judgments before the ask in its month. Exact decimal. */
  used_before: string;
}

/** What the ledger charges for one ask. Exact decimals. */
export interface Charge {
  ask_id: string;
  organization: string;
  namespace: string;
  /** UTC calendar month that the charge is booked in, `YYYY-MM`. */
  month: string;
  /** UTC day of that month that the charge is booked on, `YYYY-MM-DD`. */
  day: string;
  units: string;
  tokens: number;
  costUsd: string;
  byJudgment: Record<string, number>;
  recordedAt: string;
}

/** The answers of one ask. */
export type RecordedAsk = AnswerRecorded & { ask_id: string };

/** The asks of some facts, each once. Answers for which no engine was asked have no ask id and are not billed. */
export function asksOf(facts: AnswerRecorded[]): RecordedAsk[] {
  const byId = new Map<string, RecordedAsk>();
  for (const fact of facts) if (fact.ask_id !== null) byId.set(fact.ask_id, { ...fact, ask_id: fact.ask_id });
  return [...byId.values()];
}

/**
 * Prices recorded asks. An ask is priced at the place in the month's tiers where it was reserved: its charge is the cost
 * that the response carried, or less when fewer answers were recorded. An ask whose reservation is gone is priced after
 * all judgments that the month has now.
 * @param usedNow judgments used in the month, by `<organization>/<month>`
 * @param nowMs decides whether the month of the answers still takes charges
 */
export function chargesOf(
  asks: RecordedAsk[],
  held: Map<string, HeldPrice>,
  usedNow: Map<string, string>,
  tiers: readonly PriceTier[],
  nowMs: number,
): Charge[] {
  const used = new Map(usedNow);
  return asks.map(({ ask_id, organization, namespace, units, tokens, by_judgment, recorded_at }) => {
    const day = bookedDay(recorded_at, nowMs);
    const month = monthOf(day);
    const key = `${organization}/${month}`;
    const now = used.get(key) ?? '0';
    const from = held.get(ask_id)?.used_before ?? now;
    if (!held.has(ask_id)) used.set(key, new Big(now).plus(units).toFixed());
    return {
      ask_id,
      organization,
      namespace,
      month,
      day,
      units: String(units),
      tokens,
      costUsd: priceOf(from, units, tiers),
      byJudgment: by_judgment,
      recordedAt: recorded_at,
    };
  });
}

/** A judgment's name, for reports. */
export interface JudgmentName {
  organization: string;
  id: string;
  name: string;
}

/** The names of judgments that some facts carry, by `<organization>/<id>`. */
export function namesOf(facts: AnswerRecorded[]): Map<string, JudgmentName> {
  const names = new Map<string, JudgmentName>();
  for (const { organization, answers } of facts) {
    for (const { judgment_id: id, name } of answers) {
      if (name !== undefined) names.set(`${organization}/${id}`, { organization, id, name });
    }
  }
  return names;
}
