import type { FanoutPace } from '@app/contracts/documents';
import { Database } from '@app/persistence';
import { setClock, testEnvironment } from '@app/testing';
import type { EffectiveJudgment } from '../judgment/definition/judgment';
import { claimDue } from '../queue/pending/claim.store';
import { fanout } from '../queue/pending/lane';
import type { Claim, Wanted } from '../queue/pending/pending';
import { queueWanted } from '../queue/pending/queue.store';
import { judgmentOf } from './plan-samples';

export const hourMs = 3_600_000;

/** A judgment whose fan-out has a limit of its own. */
export function spreadOf(id: string, rolling_limit?: number): EffectiveJudgment {
  const judgment = judgmentOf(id);
  return {
    ...judgment,
    freshness: { ...judgment.freshness, fanout: rolling_limit === undefined ? {} : { rolling_limit } },
  };
}

/** Answers that a fan-out wants, in the order of the documents. */
export function wantedOf(
  namespaceId: string,
  judgmentId: string,
  documents: readonly string[],
  lane = fanout,
): Wanted[] {
  return documents.map((document) => ({
    namespaceId,
    document,
    judgmentId,
    lane,
    debounceMs: 0,
    maxWaitMs: 0,
    documentVersion: 1,
    wantedVersion: 0,
    changes: 1,
    traceparent: null,
  }));
}

export const namesOf = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, i) => `d${String(from + i).padStart(4, '0')}`);

/** Queues documents so that each waits longer than the next. */
export async function queueInOrder(
  db: Database,
  namespaceId: string,
  judgmentId: string,
  documents: readonly string[],
): Promise<void> {
  await queueWanted(db, wantedOf(namespaceId, judgmentId, documents));
  await db.query(
    `update pending set wanted_at = wanted_at - interval '1 hour' + substr(document_id, 2)::int * interval '1 s'
     where namespace_id = $1 and document_id = any($2)`,
    [namespaceId, documents],
  );
}

/** Claims everything that is due. */
export async function claimAll(db: Database): Promise<Claim[]> {
  const claims: Claim[] = [];
  await db.query('update turn set next_due_at = app.now() where lane = $1', [fanout]);
  for (;;) {
    const claim = await claimDue(db, 48);
    if (!claim || claim.rows.length === 0) return claims;
    claims.push(claim);
  }
}

/** Sets a namespace's own fan-out settings. */
export async function setPace(db: Database, namespaceId: string, own: Partial<FanoutPace>): Promise<void> {
  await db.query('update namespace set fanout = $2 where id = $1', [namespaceId, JSON.stringify(own)]);
}

/** Moves the clock of specs to so many hours ahead. */
export function hoursAhead(hours: number): Promise<void> {
  return setClock(testEnvironment().adminUrl, hours * hourMs);
}

/** What rows wait in, by document. */
export async function lanesOf(db: Database): Promise<Map<string, number>> {
  const { rows } = await db.query<{ document_id: string; lane: number }>('select document_id, lane from pending');
  return new Map(rows.map(({ document_id, lane }) => [document_id, lane]));
}

/** Events and facts of deferrals, in the order of their revisions. */
export async function toldOf(db: Database): Promise<{ events: object[]; facts: object[] }> {
  const { rows } = await db.query<{ subject: string; payload: string }>(
    'select subject, payload from outbox order by id',
  );
  const payloads = rows.map(({ subject, payload }) => ({ subject, payload: JSON.parse(payload) as { data?: object } }));
  const isFact = ({ subject }: { subject: string }): boolean => subject === 'judgments.deferral.changed.v1';
  return {
    events: payloads.flatMap(({ payload: { data } }) => (data && 'deferred' in data ? [data] : [])),
    facts: payloads.filter(isFact).map(({ payload }) => payload),
  };
}
