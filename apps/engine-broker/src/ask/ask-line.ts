import type { AskOutcome, AskReply } from '@app/engines';
import { type Logger, type WorkMembers, logWork } from '@app/observability';

/** What the log says of an ask, however it ended. */
export type AskFacts = Omit<WorkMembers<'ask.ended'>, 'engine_version' | 'outcome' | 'request_id'> & {
  questions: number;
};

/** The log's line of an ask that has a reply. @param epoch in which it was given */
export function logReply(
  logger: Logger,
  facts: AskFacts,
  { answers, requestId, fingerprint }: AskReply,
  epoch: string,
): void {
  const failed = answers.flatMap((answer) => (answer.type === 'failed' ? [answer.detail] : []));
  const line = { ...facts, engine_version: epoch, request_id: requestId, ...(fingerprint && { fingerprint }) };
  if (failed.length === 0) return logWork(logger, 'ask.ended', () => ({ ...line, outcome: 'ok' }));
  logWork(
    logger,
    'ask.ended',
    () => ({ ...line, outcome: 'incomplete', failed: failed.length, detail: failed.join('; ') }),
    { level: 'warn', message: 'an engine left questions without an answer' },
  );
}

/** The log's line of an ask without a reply. @param epoch of the engine; null when it has none */
export function logFailure(
  logger: Logger,
  facts: AskFacts,
  { failure, reason }: AskOutcome & { ok: false },
  epoch: string | null,
): void {
  const { failureClass, status, requestId, message } = failure;
  const ended = { outcome: reason, request_id: requestId, failure: failureClass, status, detail: message };
  logWork(logger, 'ask.ended', () => ({ ...facts, engine_version: epoch, ...ended }), {
    level: 'warn',
    message: 'an engine gave no answer',
  });
}
