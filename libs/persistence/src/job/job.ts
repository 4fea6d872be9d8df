import { makeEvent } from '@app/contracts/events';
import { JobView } from '@app/contracts/jobs';
import { newId } from '../database/ids';
import { OutboxRow, eventRow } from '../outbox/outbox';

/** A long request with its result: one row, claimed by lease, restarted where its cursor stands. */
export interface JobRow {
  id: string;
  organization: string;
  type: string;
  namespace: string | null;
  status: 'queued' | 'running' | 'done' | 'failed';
  done: string;
  total: string;
  request: unknown;
  cursor: unknown;
  result: object | null;
  result_status: number | null;
  attempts: number;
  cancelled: boolean;
  /** W3C traceparent of the request that made the job; null while tracing is off. */
  traceparent: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

export function jobView(row: JobRow): JobView {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    namespace: row.namespace,
    progress: { done: Number(row.done), total: Number(row.total) },
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    result: row.result,
    result_status: row.result_status,
  };
}

/** `job.completed` or `job.failed` of a job that has ended. */
export function jobEvent(row: JobRow): OutboxRow {
  const { organization, namespace } = row;
  const { result: _, ...job } = jobView(row);
  const occasion = { id: newId('evt'), organization, namespace, timestamp: job.finished_at ?? job.created_at };
  return eventRow(makeEvent(job.status === 'done' ? 'job.completed' : 'job.failed', occasion, { job }));
}
