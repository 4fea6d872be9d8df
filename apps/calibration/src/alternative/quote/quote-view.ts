import { AlternativesQuote } from '@app/contracts/calibration';
import { Subject, familyOf, unscoredOf } from '../subject/subject';
import { QuoteRow } from './quote.store';

/** The quote as the table shows it; null while there is nothing to score. */
export function quoteView(subject: Subject, row: QuoteRow | null): AlternativesQuote | null {
  const { labelled } = subject;
  if (!row || !labelled || unscoredOf(subject).length === 0) return null;
  const generation = Number(row.generation);
  if (row.status === 'ready' && row.body) {
    return { status: 'ready', generation, computed_at: row.computed_at?.toISOString() ?? null, ...row.body };
  }
  return {
    status: 'quoting',
    generation,
    computed_at: null,
    labels: labelled.sample.labels.length,
    alternatives: [],
    judgment_units: 0,
    tokens: 0,
    cost_usd: 0,
    new_providers: [],
    upstream: [],
    reason: null,
    detectable: { log_loss: 0, auroc: null, k: familyOf(subject) },
  };
}
