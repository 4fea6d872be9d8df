import type { Restored } from './outcome';

/** From when an answer that was made ahead is in force: never, until it is brought back. */
export const notInForce = 'infinity';

/**
 * The row by which an answer of record is in force again from now on: the same answer under a new record number, so that
 * a question about what was in force at a moment finds it from its return and not from when it was made.
 */
export function restoredRow({ stored, seen }: Restored, record: string, now: Date): object {
  return {
    record,
    id: stored.id,
    version: stored.version,
    document_version: stored.document_version,
    seen,
    engine_name: stored.engine_name,
    engine_ref: stored.engine_ref,
    engine_version: stored.engine_version,
    judged_at: stored.judged_at,
    context_hash: stored.context_hash,
    truncated: stored.truncated,
    body: stored.body,
    units: 0,
    ask_id: stored.ask_id,
    tokens: 0,
    cost_usd: 0,
    since: now,
    told: true,
  };
}
