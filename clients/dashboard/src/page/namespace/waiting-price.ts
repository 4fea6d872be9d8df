import type { JudgmentClient, Schema } from '@app/sdk/client';

/** Judgments that are quoted at most: each is read by the service document by document. */
const mostQuoted = 20;
/** Policies under which answers are made without a read. */
const byItself = ['on_change', 'interval'];

/** What judging would cost that goes on as soon as it may, as the service quotes it. */
export interface WaitingPrice {
  judgments: { name: string; documents: number; costUsd: number }[];
  /** Judgments past the most that are quoted. */
  left: number;
}

/** Quotes the answers that are missing or stale of the judgments that are judged by themselves. Nothing is asked. */
export async function readWaitingPrice(client: Pick<JudgmentClient, 'namespace'>, ns: string): Promise<WaitingPrice> {
  const { judgments } = client.namespace(ns);
  const names = (await judgments.list()).judgments
    .filter(({ freshness }) => byItself.includes(freshness.policy))
    .map(({ name }) => name);
  const quoted: WaitingPrice['judgments'] = [];
  for (const name of names.slice(0, mostQuoted)) {
    const one = judgments.get(name);
    const missing = existingIn(await one.backfill({ only: 'missing' }));
    const stale = existingIn(await one.backfill({ only: 'stale' }));
    const documents = missing.documents + stale.documents;
    if (documents > 0) quoted.push({ name, documents, costUsd: missing.cost_usd + stale.cost_usd });
  }
  return { judgments: quoted, left: Math.max(0, names.length - mostQuoted) };
}

function existingIn(reply: Partial<Schema<'BackfillReply'>>): Schema<'ExistingEstimate'> {
  if (!reply.estimate) throw new Error('The service gave no estimate for a request that asks for one.');
  return reply.estimate.existing;
}

/**
 * The budget that is offered where one is used up: what was spent, and what waits costs, in whole cents.
 * @param presentUsd the budget in force; the offer is above it
 */
export function offeredBudget(presentUsd: number, spentUsd: number, { judgments }: WaitingPrice): number {
  const wanted = judgments.reduce((sum, { costUsd }) => sum + costUsd, spentUsd);
  const above = Math.floor(presentUsd * 100) + 1;
  return Math.max(Math.ceil(wanted * 100), above) / 100;
}
