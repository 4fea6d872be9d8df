import { OutcomeRuleMatched, outcomeRuleMatched } from '@app/contracts';
import { Tx, addToOutbox, factRow } from '@app/persistence';
import { Match } from './outcome-rule';

/** Says which rules a write made true, in its transaction; `at` is the write's instant, RFC 3339. */
export async function tellMatches(
  tx: Tx,
  place: { organization: string; namespace: string },
  matches: readonly Match[],
  at: string,
): Promise<void> {
  const rows = matches.map(({ judgmentId, told, documents }) => {
    const fact: OutcomeRuleMatched = {
      organization: place.organization,
      namespace: place.namespace,
      judgment_id: judgmentId,
      documents,
      value: told.value ?? null,
      ...(told.escape && { escape: true }),
      observed_at: at,
    };
    return factRow(outcomeRuleMatched, fact);
  });
  await addToOutbox(tx, rows);
}
