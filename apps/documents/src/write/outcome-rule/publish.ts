import { NamespaceRef } from '@app/contracts';
import { OutcomeRuleMatched, outcomeRuleMatched } from '@app/contracts/documents';
import { Tx, addToOutbox, factRow } from '@app/persistence';
import { RuleMatch } from './outcome-rule';

/**
 * Publishes the outcomes that a write gives documents, in the transaction of the write.
 * @param at instant of the write, RFC 3339
 */
export async function publishMatches(
  tx: Tx,
  { organization, namespace }: NamespaceRef,
  matches: readonly RuleMatch[],
  at: string,
): Promise<void> {
  const rows = matches.map(({ judgmentId, outcome, documents }) => {
    const fact: OutcomeRuleMatched = {
      organization,
      namespace,
      judgment_id: judgmentId,
      documents,
      value: outcome.value ?? null,
      ...(outcome.escape && { escape: true }),
      observed_at: at,
    };
    return factRow(outcomeRuleMatched, fact);
  });
  await addToOutbox(tx, rows);
}
