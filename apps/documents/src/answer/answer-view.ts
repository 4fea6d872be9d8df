import { shownVersion, statusOf, thresholdsOf } from '@app/definition';
import type { AnswerStatus } from '@app/definition';
import { JudgmentInForce, isJudgedOnChange } from '../snapshot/in-force';
import { AnswerBody, AnswerRow, numbersOf } from './answer-row';
import { calibratedView } from './calibrated';

/** The status of one answer; `row` is undefined when the answer was never wanted. */
export function statusIn(judgment: JudgmentInForce, row: AnswerRow | undefined, paused: boolean): AnswerStatus {
  const { activeVersion, circuitOpen, deferred } = judgment;
  return statusOf({
    answer: row ?? null,
    activeVersion,
    paused,
    circuitOpen,
    deferred,
    openFanout: row?.openFanout ?? false,
  });
}

/** An answer as reads show it: the raw numbers, and what the present thresholds and fits make of them. */
export function answerView(
  judgment: JudgmentInForce,
  row: AnswerRow | undefined,
  paused: boolean,
): { status: AnswerStatus; view: Record<string, unknown> } {
  const status = statusIn(judgment, row, paused);
  const body = row?.body ?? null;
  const { thresholds, missing } = thresholdsOf(numbersOf(judgment.type, body), judgment.thresholds);
  const view = {
    id: body?.id ?? null,
    type: judgment.type,
    ...status,
    ...rawMembers(judgment, body),
    calibrated: calibratedView(judgment.fits, body),
    thresholds,
    thresholds_missing: missing,
    engine: body?.engine ?? judgment.engine,
    engine_version: body?.epoch ?? null,
    version: body && shownVersion(judgment.copied ?? null, body.version),
    document_version: body?.documentVersion ?? null,
    judged_at: body?.judgedAt ?? null,
    due_at: dueAt(judgment, row, paused),
    truncated: body?.truncated ?? null,
  };
  return { status, view };
}

function rawMembers(judgment: JudgmentInForce, body: AnswerBody | null): Record<string, unknown> {
  if (judgment.type === 'bool') return { p: body?.number ?? null, ...declaredMembers(judgment, body) };
  const { value = null, dist = null } = body ?? {};
  if (judgment.type === 'choice') return { value, dist, escape_p: body?.escapeP ?? null };
  return { score: body?.number ?? null, value, normalized: body?.normalized ?? null, dist };
}

/** Members that only judgments with features or parts have. */
function declaredMembers({ features, parts }: JudgmentInForce, body: AnswerBody | null): Record<string, unknown> {
  return {
    ...(features.length > 0 && { features: body?.features ?? null }),
    ...(parts.length > 0 && { parts: body?.parts ?? null, combiner: body?.combiner ?? null }),
  };
}

/** When the debounce of an invalidated answer ends: `debounce_ms` after the last change, `max_wait_ms` after the first. */
function dueAt(judgment: JudgmentInForce, row: AnswerRow | undefined, paused: boolean): string | null {
  if (!row || row.wantedVersion <= row.seenVersion || paused || row.failure !== null) return null;
  if (!isJudgedOnChange(judgment)) return null;
  const { wantedAtMs, invalidatedAtMs } = row;
  if (wantedAtMs === null || invalidatedAtMs === null) return null;
  const dueAtMs = Math.min(invalidatedAtMs + judgment.debounceMs, wantedAtMs + judgment.maxWaitMs);
  return new Date(dueAtMs).toISOString();
}
