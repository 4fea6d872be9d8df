import { JudgmentError, type Schema } from '@app/sdk/client';
import { setTimeout as pause } from 'node:timers/promises';
import { JudgmentSpec } from '../loader/data/judgment';
import { keyOf, Target } from '../loader/target';

export interface FitRun {
  judgment: string;
  /** `raw` or `calibrated`; null when there was no fit. */
  readWith: string | null;
  seconds: number;
}

export interface FitOptions {
  pollMs: number;
  onWarning(message: string): void;
}

async function awaitJob(target: Target, id: string, pollMs: number): Promise<Schema<'JobView'>> {
  for (;;) {
    const job = await target.api.jobs.get(id);
    if (job.status === 'done' || job.status === 'failed') return job;
    await pause(pollMs);
  }
}

/**
 * Fits one judgment now.
 * @param body which outcomes, as the API takes it
 * @returns how the fit reads answers, `raw` or `calibrated`; null when there was none, which is printed
 */
export async function readFitOf(
  target: Target,
  judgment: string,
  options: FitOptions,
  body: Record<string, unknown> = {},
): Promise<string | null> {
  const path = `${target.path}/judgments/${encodeURIComponent(judgment)}/calibration/run`;
  try {
    // Each run is another fit; only within one may a retry not start a second.
    const idempotencyKey = keyOf(target, path, { body, started: Date.now() });
    // Polled here, since a fit of a small set takes less than the client's first pause.
    const { id } = await target.api.request<Schema<'JobView'>>('POST', path, body, { idempotencyKey, wait: false });
    const { status, result } = await awaitJob(target, id, options.pollMs);
    const said = result as { read_with?: string; error?: { message?: string } } | null;
    if (status === 'done') return said?.read_with ?? null;
    options.onWarning(`${judgment}: the fit failed: ${said?.error?.message ?? 'no reason was given'}`);
  } catch (thrown) {
    if (!(thrown instanceof JudgmentError) || thrown.code !== 'insufficient_labels') throw thrown;
    options.onWarning(`${judgment}: ${thrown.message}`);
  }
  return null;
}

/** Fits every judgment of a set now, one after another; too few labels are told and no failure. */
export async function runFits(
  scope: Target,
  judgments: JudgmentSpec[],
  options: FitOptions & { onDone(fits: number): void },
): Promise<FitRun[]> {
  const runs: FitRun[] = [];
  for (const { key } of judgments) {
    const start = performance.now();
    const readWith = await readFitOf(scope, key, options);
    runs.push({ judgment: key, readWith, seconds: (performance.now() - start) / 1_000 });
    options.onDone(runs.length);
  }
  return runs;
}
