import { type Logger, logWork, logsWork } from '@app/observability';
import type { Recorded } from './outcome';

/** The log's lines of recorded answers: nothing of what was read, and nothing of what was answered. */
export function logAnswers(logger: Logger, recorded: readonly Recorded[]): void {
  if (!logsWork(logger, 'answer.recorded')) return;
  for (const { entry, kind, answer, tokens, costUsd, lagMs } of recorded) {
    logWork(logger, 'answer.recorded', () => ({
      organization: entry.claim.organization,
      namespace: entry.claim.namespace,
      document: answer.document,
      judgment_id: answer.judgment_id,
      judgment: answer.name ?? null,
      version: answer.version,
      answer: answer.answer_id,
      ask: entry.askId,
      engine: answer.engine.name,
      engine_version: answer.engine_version,
      outcome: answer.failure ?? kind,
      cached: kind !== 'answered' && kind !== 'failed',
      units: answer.units,
      tokens,
      cost_usd: costUsd,
      ms: lagMs,
    }));
  }
}
