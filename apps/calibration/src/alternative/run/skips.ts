import { ScoredLabel } from '@app/contracts/judgments';
import { Tx } from '@app/persistence';
import { Plan } from '../quote/plan';
import { keepAnswers } from '../sample/answer.store';

/** Keeps which labels a quote could not price, as what asking about them came to: a later recount needs them one by one. */
export async function keepSkips(
  tx: Tx,
  { organization, judgment_id, run }: { organization: string; judgment_id: string; run: string },
  plan: Plan,
  now: Date,
): Promise<void> {
  for (const { id: alternative, skipped } of plan.rows) {
    const labels = skipped.map(({ label, reason }): ScoredLabel => {
      const nothing = { engine_version: null, number: null, escape_p: null, dist: null, context_hash: null };
      const free = { units: 0, tokens: 0, cost_usd: 0, answered_at: now.toISOString() };
      return { ...plan.labels[label], skipped: reason, ...nothing, ...free };
    });
    await keepAnswers(tx, { organization, judgment_id, run, alternative }, labels);
  }
}
