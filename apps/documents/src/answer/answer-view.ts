import type { StaleBy } from '@app/contracts/documents';
import { shownVersion, statusOf, thresholdsOf } from '@app/definition';
import type { AnswerStatus } from '@app/definition';
import { matches } from '@app/filter';
import type { Subject } from '@app/filter';
import type { OwnFanout } from '../namespace/settings';
import { sourceOf } from '../namespace/snapshot/epoch.store';
import { JudgmentInForce, isJudgedOnChange } from '../namespace/snapshot/in-force';
import { AnswerBody, AnswerRow, numbersOf } from './answer-row';
import { calibratedView } from './calibrated';
import { OpenChanges, spreadDueAtMs } from './open-changes';

/** What the status of an answer depends on beside it and its judgment. */
export interface AnswerPlace {
  /** Judging is paused in the namespace. */
  paused: boolean;
  /** The namespace's own fan-out settings; null where they are not known, and nothing says when a fan-out is due. */
  fanout: OwnFanout | null;
  /** The judged document. */
  subject: () => Subject;
  nowMs: number;
}

/** The status of one answer; `row` is undefined when the answer was never wanted. */
export function statusIn(
  judgment: JudgmentInForce,
  row: AnswerRow | undefined,
  place: Omit<AnswerPlace, 'fanout'>,
): AnswerStatus {
  const { activeVersion, circuitOpen, deferred } = judgment;
  const { gatheredAtMs, spreads } = openFor(judgment, row, place);
  const { subject, nowMs } = place;
  return statusOf({
    answer: row ?? null,
    activeVersion,
    paused: place.paused,
    circuitOpen,
    deferred,
    openGather: gatheredAtMs !== null || mayHaveMissed(judgment, row, subject, nowMs),
    openSpread: spreads.length > 0,
  });
}

/**
 * Whether an answer was judged before its version became active again, or lies inside a fan-out scope that has moved since,
 * so that it may have missed related changes.
 */
export function mayHaveMissed(
  { freshFrom, scopedFrom, fanoutScope }: JudgmentInForce,
  row: AnswerRow | undefined,
  subject: () => Subject,
  nowMs: number,
): boolean {
  const watermark = row?.body?.watermark ?? '';
  if (freshFrom !== null && watermark < freshFrom) return true;
  return scopedFrom !== null && watermark < scopedFrom && isInScope(fanoutScope, subject, nowMs);
}

/** Whether fan-outs concern a document. */
function isInScope(scope: JudgmentInForce['fanoutScope'], subject: () => Subject, nowMs: number): boolean {
  return scope === null || matches(scope, subject(), nowMs);
}

/** The related changes that have still to reach an answer. Fan-outs leave documents outside of their scope as they are. */
function openFor(
  { edges, fanoutScope }: JudgmentInForce,
  row: AnswerRow | undefined,
  { subject, nowMs }: Omit<AnswerPlace, 'fanout'>,
): { gatheredAtMs: number | null; spreads: OpenChanges[1]; gatheredBy: StaleBy | null } {
  const [gatheredAtMs, spreads, gatheredBy] = (edges.length > 0 && row?.open) || [null, [], null];
  const isConcerned = spreads.length === 0 || isInScope(fanoutScope, subject, nowMs);
  return { gatheredAtMs, spreads: isConcerned ? spreads : [], gatheredBy };
}

/** An answer as reads show it: the raw numbers, and what the present thresholds and fits make of them. */
export function answerView(
  judgment: JudgmentInForce,
  row: AnswerRow | undefined,
  place: AnswerPlace,
): { status: AnswerStatus; view: Record<string, unknown> } {
  const status = statusIn(judgment, row, place);
  const body = row?.body ?? null;
  const { thresholds, missing } = thresholdsOf(numbersOf(judgment.type, body), judgment.thresholds);
  const view = {
    id: body?.id ?? null,
    type: judgment.type,
    ...status,
    ...(status.stale_reason === 'related_changed' && { stale_by: staleBy(judgment, row, place) }),
    ...rawMembers(judgment, body),
    calibrated: calibratedView(judgment.fits, body),
    thresholds,
    thresholds_missing: missing,
    engine: body?.engine ?? judgment.engine,
    engine_version: body?.epoch ?? null,
    ...sourceMembers(judgment, body),
    version: body && shownVersion(judgment.copied ?? null, body.version),
    document_version: body?.documentVersion ?? null,
    judged_at: body?.judgedAt ?? null,
    ...((judgment.edges.length > 0 || body?.watermark !== undefined) && { watermark: body?.watermark ?? null }),
    due_at: dueAt(judgment, row, place),
    truncated: body?.truncated ?? null,
  };
  return { status, view };
}

/** What answered, by the epoch of the answer: its row holds no copy. */
function sourceMembers({ engine, epochs }: JudgmentInForce, body: AnswerBody | null) {
  const { name } = body?.engine ?? engine;
  const known = body === null ? undefined : sourceOf(epochs, name, body.epoch);
  return { engine_source: known?.source ?? null, probability_source: known?.probability_source ?? null };
}

/** The related document whose change made an answer stale; null where a walk invalidates the answers of many documents. */
function staleBy(judgment: JudgmentInForce, row: AnswerRow | undefined, place: AnswerPlace): StaleBy | null {
  return openFor(judgment, row, place).gatheredBy ?? row?.staleBy ?? null;
}

function rawMembers(judgment: JudgmentInForce, body: AnswerBody | null): Record<string, unknown> {
  if (judgment.type === 'bool') return { p: body?.number ?? null, ...declaredMembers(judgment, body) };
  const { value = null, dist = null } = body ?? {};
  if (judgment.type === 'choice') return { value, dist, escape_p: body?.escapeP ?? null, ...roundsOf(judgment, body) };
  return { score: body?.number ?? null, value, normalized: body?.normalized ?? null, dist };
}

/** The rounds of an answer; a judgment shows them while it chooses among related documents. */
function roundsOf({ anyOption }: JudgmentInForce, body: AnswerBody | null): { rounds?: number | null } {
  return anyOption || body?.rounds !== undefined ? { rounds: body?.rounds ?? null } : {};
}

/** Members that only judgments with features or parts have. */
function declaredMembers({ features, parts }: JudgmentInForce, body: AnswerBody | null): Record<string, unknown> {
  return {
    ...(features.length > 0 && { features: body?.features ?? null }),
    ...(parts.length > 0 && { parts: body?.parts ?? null, combiner: body?.combiner ?? null }),
  };
}

/**
 * When an answer that is not fresh is judged at the earliest; null when nothing is to come by itself. A change of the
 * document or of a related one of its own waits for `debounce_ms` after the last and `max_wait_ms` after the first.
 */
function dueAt(judgment: JudgmentInForce, row: AnswerRow | undefined, place: AnswerPlace): string | null {
  if (!row || place.paused || row.failure !== null || !isJudgedOnChange(judgment)) return null;
  const { gatheredAtMs, spreads } = openFor(judgment, row, place);
  const spreadAtMs = judgment.deferred
    ? spreads.length > 0 && judgment.resumesAtMs
    : place.fanout && spreadDueAtMs(spreads, judgment, place.fanout);
  const times = [ownDueAtMs(judgment, row, gatheredAtMs), spreadAtMs].filter((time) => typeof time === 'number');
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
}

/** Without open fan-outs. */
function ownDueAtMs(
  { debounceMs, maxWaitMs, deferred, resumesAtMs, walkedBeforeMs }: JudgmentInForce,
  { wantedVersion, seenVersion, wantedAtMs, invalidatedAtMs, cause }: AnswerRow,
  gatheredAtMs: number | null,
): number | null {
  // An answer on the way of a walk is published to judgments when the walk has reached it.
  const isPublished = walkedBeforeMs === null || (invalidatedAtMs ?? Infinity) >= walkedBeforeMs;
  const isWanted = wantedVersion > seenVersion && isPublished;
  if (isWanted && cause === 'fanout' && gatheredAtMs === null) {
    // The fan-out has waited already; past the rolling limit its answers wait for room.
    return deferred ? resumesAtMs : invalidatedAtMs;
  }
  const last = Math.max(...[isWanted ? invalidatedAtMs : null, gatheredAtMs].map((time) => time ?? -Infinity));
  const first = (isWanted ? wantedAtMs : null) ?? gatheredAtMs;
  if (first === null || last === -Infinity) return null;
  return Math.min(last + debounceMs, first + maxWaitMs);
}
