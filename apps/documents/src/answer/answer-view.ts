import { shownVersion, statusOf, thresholdsOf } from '@app/definition';
import type { AnswerStatus } from '@app/definition';
import type { AnswerField, Subject } from '@app/filter';
import { InForce } from '../snapshot/in-force';
import { JudgmentInForce } from '../snapshot/known-judgment';
import { AnswerBody, AnswerRow, numbersOf } from './answer-row';
import { calibratedField, calibratedView } from './calibrated';

/** The status of one answer; `row` is undefined when none was ever wanted. */
export function statusIn(
  inForce: InForce,
  judgment: JudgmentInForce,
  row: AnswerRow | undefined,
  paused: boolean,
): AnswerStatus {
  return statusOf({
    answer: row ?? null,
    activeVersion: judgment.activeVersion,
    paused,
    circuitOpen: inForce.circuitOpen(judgment),
    deferred: inForce.deferred(judgment),
    openFanout: row?.openFanout ?? false,
  });
}

function rawMembers(judgment: JudgmentInForce, body: AnswerBody | null): Record<string, unknown> {
  if (judgment.type === 'bool') return { p: body?.number ?? null };
  const { value = null, dist = null } = body ?? {};
  if (judgment.type === 'choice') return { value, dist, escape_p: body?.escapeP ?? null };
  return { score: body?.number ?? null, value, normalized: body?.normalized ?? null, dist };
}

/** When a debounced answer will be judged: quiet for `debounce_ms`, or `max_wait_ms` after the first change. */
function dueAt(judgment: JudgmentInForce, row: AnswerRow | undefined, paused: boolean): string | null {
  if (!row || row.wanted <= row.seen || paused || row.failure !== null) return null;
  if (judgment.policy !== 'on_change' && judgment.policy !== 'interval') return null;
  if (row.touchedAtMs === null || row.wantedAtMs === null) return null;
  return new Date(Math.min(row.touchedAtMs + judgment.debounceMs, row.wantedAtMs + judgment.maxWaitMs)).toISOString();
}

/** An answer as it is read: thresholds by the bounds in force now, on the raw numbers. */
export function answerView(
  inForce: InForce,
  judgment: JudgmentInForce,
  row: AnswerRow | undefined,
  paused: boolean,
): { status: AnswerStatus; view: Record<string, unknown> } {
  const status = statusIn(inForce, judgment, row, paused);
  const body = row?.body ?? null;
  const { thresholds, missing } = thresholdsOf(numbersOf(judgment.type, body), judgment.thresholds);
  const view = {
    id: body?.id ?? null,
    type: judgment.type,
    ...status,
    ...rawMembers(judgment, body),
    calibrated: calibratedView(inForce.fitsOf(judgment), body),
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

/** Answers as filters in memory ask for them. */
export function answersAsSubject(
  inForce: InForce,
  rows: ReadonlyMap<string, AnswerRow>,
  paused: boolean,
  applies: (judgment: JudgmentInForce) => boolean,
): Subject['answer'] {
  return (name, field) => {
    const judgment = inForce.judgment(name);
    if (!judgment || !applies(judgment)) return null;
    const row = rows.get(judgment.judgmentId);
    return fieldOf(inForce, judgment, row, field, paused);
  };
}

function fieldOf(
  inForce: InForce,
  judgment: JudgmentInForce,
  row: AnswerRow | undefined,
  field: AnswerField,
  paused: boolean,
): unknown {
  const body = row?.body ?? null;
  const numbers = numbersOf(judgment.type, body);
  switch (field.kind) {
    case 'p':
    case 'score':
    case 'normalized':
    case 'escape_p':
      return numbers[field.kind];
    case 'value':
      return body?.value;
    case 'status':
    case 'stale_reason':
      return statusIn(inForce, judgment, row, paused)[field.kind];
    case 'judged_at':
      return body?.judgedAt;
    case 'version':
      return body && shownVersion(judgment.copied ?? null, body.version);
    case 'engine_version':
      return body?.epoch;
    case 'thresholds':
      return thresholdsOf(numbers, judgment.thresholds).thresholds[field.name];
    case 'dist':
      return numbers.dist?.[field.name];
    case 'calibrated':
      return calibratedField(inForce.fitsOf(judgment), body, field);
    default:
      return null;
  }
}
