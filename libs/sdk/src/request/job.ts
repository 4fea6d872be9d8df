import { ConnectionError, errorOf, JudgmentError } from '../result/api-error';
import type { Answer } from '../result/meta';
import type { Schema } from './operation-types';
import type { CallOptions } from './options';
import type { Transport } from './transport';

type Job = Schema<'JobView'>;

const firstPollMs = 500;
const slowestPollMs = 5_000;

/**
 * Waits for a job and gives its result as if the service had answered with it at once.
 * @throws JudgmentError with the error that the job ended with, or `job_timeout` after `jobMs`; the job itself goes on
 */
export async function resultOfJob<T>(transport: Transport, first: Answer<Job>, call: CallOptions): Promise<Answer<T>> {
  const { nowMs, sleep } = transport.runtime;
  const endsAt = nowMs() + (call.jobMs ?? Number.POSITIVE_INFINITY);
  let pauseMs = firstPollMs;
  for (let job = first.data; ; pauseMs = Math.min(slowestPollMs, pauseMs * 1.5)) {
    call.onProgress?.(job);
    const status = job.result_status ?? 200;
    if (job.status === 'done') return { data: (job.result ?? undefined) as T, meta: { ...first.meta, status } };
    if (job.status === 'failed')
      throw errorOf(status, job.result, { idempotencyKey: first.meta.idempotencyKey ?? undefined });
    if (nowMs() + pauseMs > endsAt) {
      throw new JudgmentError(`The job ${job.id} has not ended within jobMs. It goes on: read GET /jobs/${job.id}.`, {
        code: 'job_timeout',
        status: null,
        details: { job: job.id },
        idempotencyKey: first.meta.idempotencyKey ?? undefined,
      });
    }
    await sleep(pauseMs, call.signal);
    // A poll has its own attempts: what the service refuses for now does not end the wait.
    const { signal, timeoutMs, totalMs, retries } = call;
    const path = `/jobs/${encodeURIComponent(job.id)}`;
    try {
      ({ data: job } = await transport.send<Job>({ method: 'GET', path }, { signal, timeoutMs, totalMs, retries }));
    } catch (error) {
      throw error instanceof JudgmentError ? lostSight(job, first.meta.idempotencyKey, error) : error;
    }
  }
}

/** The error of a poll, with what finds the job again. */
function lostSight({ id }: Job, idempotencyKey: string | null, error: JudgmentError): JudgmentError {
  const Kind = error instanceof ConnectionError ? ConnectionError : JudgmentError;
  const { code, status, reason, requestId, retryAfterMs } = error;
  return new Kind(`${error.message} The job ${id} goes on: read GET /jobs/${id}, or repeat the call with its key.`, {
    code,
    status,
    reason,
    requestId,
    retryAfterMs,
    details: { ...error.details, job: id },
    outcomeUnknown: true,
    idempotencyKey: idempotencyKey ?? undefined,
    cause: error,
  });
}
