import type { AnswerView, WantedAnswer } from '@app/contracts/documents';
import { timestamp } from '@app/observability';
import type { ReadAnswer } from './document-view';

type Shown = Pick<AnswerView, 'status' | 'stale_reason' | 'stale_by' | 'unavailable_reason' | 'version' | 'due_at'>;

/** What is wanted of an answer and what it has seen, and nothing of what was answered. */
export function wantedAnswer({ row, view }: ReadAnswer): WantedAnswer {
  const { status, stale_reason, stale_by, unavailable_reason, version, due_at } = view as Shown;
  const isWanted = row !== undefined && row.wantedVersion > row.seenVersion;
  return {
    status,
    stale_reason,
    ...(stale_by !== undefined && { stale_by }),
    unavailable_reason,
    version,
    wanted: row?.wantedVersion ?? null,
    seen: row?.seenVersion ?? null,
    cause: isWanted ? (row.cause ?? 'document') : null,
    wanted_at: isWanted && row.wantedAtMs !== null ? timestamp(row.wantedAtMs) : null,
    due_at,
  };
}
