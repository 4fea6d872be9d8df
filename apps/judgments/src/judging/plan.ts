import type { FetchedDocument } from '@app/contracts/documents';
import type { UnavailableReason } from '@app/definition';
import { Problem } from '@app/problem';
import type { AnswerRow } from '../answer/answer';
import { TargetMap, targetKey } from '../judgment/catalog/target';
import { Combiners, noCombiners } from '../copy/combiner/combiner';
import type { EffectiveJudgment } from '../judgment/definition/judgment';
import type { Engines } from '../copy/engine/engine';
import { groupBy } from '../queue/pending/group-by';
import { onRead } from '../queue/pending/lane';
import type { Claim, ClaimedRow } from '../queue/pending/pending';
import { isAutomatic } from '../quote/amounts';
import { askedOf } from '../question/asked';
import { ContextCompiler, Read } from '../question/compiler';
import { Answered, Failed, Reinstated, Remade, Same, outcomeBase } from '../record/outcome';
import { retryAfterFailure } from '../record/retry';
import { noneOf } from './none-chosen';
import { PlannedAsk, Shared, asksOf } from './planned-ask';
import { seenVersionOf } from './pre-judged';
import { unasked } from './unasked';

export interface Plan {
  /** Nothing is wanted any more: the document or judgment is gone, or the judgment does not apply. */
  drops: ClaimedRow[];
  /** The engine's circuit is open. */
  resting: ClaimedRow[];
  /** Another judgment of the same document is about to be judged, and these read its answer. */
  waiting: ClaimedRow[];
  /** No engine is asked. */
  settled: (Same | Reinstated | Remade | Failed | Answered)[];
  asks: PlannedAsk[];
  /** What kept rows from being planned; each of them is settled as `judging_failed`, and no other row is. */
  faults: unknown[];
}

export interface PlanInput {
  claim: Claim;
  judgments: TargetMap<EffectiveJudgment>;
  documents: ReadonlyMap<string, FetchedDocument>;
  /** Documents that cannot be read, each with the fault that it meets alone. */
  unreadable?: ReadonlyMap<string, unknown>;
  /** Every related change that was stamped before this moment is in `documents`; null without relations. RFC 3339. */
  watermark?: string | null;
  engines: Engines;
  /** Answers of record that may be reinstated or made again, by row. */
  earlierAnswers?: ReadonlyMap<ClaimedRow, AnswerRow>;
  /** Combiners of composites. */
  combiners?: TargetMap<Combiners>;
}

/** Decides for each row of a claim whether an engine is asked, and which questions share a request. */
export function plan(input: PlanInput): Plan {
  const { claim, documents, unreadable } = input;
  const result: Plan = { drops: [], resting: [], waiting: [], settled: [], asks: [], faults: [] };
  for (const [id, rows] of groupBy(claim.rows, (row) => row.document)) {
    const document = documents.get(id);
    if (document) planDocument(document, rows, input, result);
    else if (unreadable?.has(id)) failUnreadable(rows, input, result, unreadable.get(id));
    else result.drops.push(...rows);
  }
  return result;
}

/** Fails the rows of a document that nobody can read. The queue alone says which version is wanted of it. */
function failUnreadable(rows: readonly ClaimedRow[], { judgments }: PlanInput, result: Plan, fault: unknown): void {
  result.faults.push(fault);
  for (const row of rows) {
    const judgment = judgments.get(row);
    const seen = Math.max(row.wantedVersion, row.documentVersion);
    if (!judgment || judgment.archived) result.drops.push(row);
    else result.settled.push(failed(row, judgment, { version: row.documentVersion }, seen, 'judging_failed'));
  }
}

function failed(
  row: ClaimedRow,
  judgment: EffectiveJudgment,
  document: Pick<FetchedDocument, 'version'>,
  seen: number,
  failure: UnavailableReason,
): Failed {
  const base = outcomeBase(row, judgment, document, seen);
  return { kind: 'failed', ...base, failure, retryMs: retryAfterFailure(failure, row) };
}

function planDocument(document: FetchedDocument, rows: ClaimedRow[], input: PlanInput, result: Plan): void {
  let compiler: ContextCompiler | undefined;
  const requests = new Map<string, Shared>();
  // Ids grow with time, so the question that is rated in full is that of the judgment that was created first.
  for (const row of [...rows].sort((a, b) => (a.judgmentId < b.judgmentId ? -1 : 1))) {
    const judgment = input.judgments.get(row);
    if (!judgment || judgment.archived || isUnwanted(row, judgment)) {
      result.drops.push(row);
      continue;
    }
    try {
      compiler ??= new ContextCompiler(document, input.claim.nowMs);
      planRow(row, judgment, document, compiler, requests, input, result);
    } catch (error) {
      const seen = Math.max(document.wanted[row.judgmentId] ?? 0, document.version);
      result.faults.push(error);
      result.settled.push(failed(row, judgment, document, seen, 'judging_failed'));
    }
  }
  for (const request of requests.values()) result.asks.push(...asksOf(document, request));
}

function planRow(
  row: ClaimedRow,
  judgment: EffectiveJudgment,
  document: FetchedDocument,
  compiler: ContextCompiler,
  requests: Map<string, Shared>,
  { claim, engines, earlierAnswers, combiners, watermark = null }: PlanInput,
  result: Plan,
): void {
  const seen = seenVersionOf(row, judgment, document, claim.nowMs);
  if (seen === undefined) {
    result.drops.push(row);
    return;
  }
  if (mustWait(row, document, claim.nowMs)) {
    result.waiting.push(row);
    return;
  }
  const base = outcomeBase(row, judgment, document, seen, watermark);
  const fail = (failure: UnavailableReason): void => {
    result.settled.push(failed(row, judgment, document, seen, failure));
  };
  const ref = judgment.definition.engine;
  const engine = engines.of(ref);
  const read = readOrNull(compiler, row, judgment);
  if (!read) return fail('context_too_large');
  const known = { engine, combiners: combiners?.get(row) ?? noCombiners, answer: earlierAnswers?.get(row) };
  const settled = unasked(base, judgment, read, known);
  const epoch = engine?.engineVersion ?? null;
  if (settled) result.settled.push(settled);
  else if (epoch !== null && read.candidates?.options.length === 0) {
    result.settled.push(noneOf(base, judgment, read, epoch));
  } else if (row.needsNoEngine) result.drops.push(row);
  else if (!engine?.active) fail('engine_unavailable');
  else if (engines.isResting(ref, claim.nowMs)) result.resting.push(row);
  else {
    const { context, readHash } = read;
    const key = `${ref.name}\n${ref.version}\n${context.hash}`;
    const request = requests.get(key) ?? { engine, context, groups: [] };
    const asked = askedOf(read, engine.limits?.options);
    const group = { row, judgment, ...asked, seenVersion: seen, readHash, watermark };
    request.groups.push({ ...group, combiners: known.combiners });
    requests.set(key, request);
  }
}

/** Whether a change alone wants an answer whose judgment has become one that is judged on request. */
function isUnwanted({ lane, changes, job, targetVersion }: ClaimedRow, { freshness }: EffectiveJudgment): boolean {
  return targetVersion === null && job === null && lane !== onRead && changes > 0 && !isAutomatic(freshness);
}

/** How long a row waits for the answers that it reads about its own document, from the end of its debounce. */
const longestWaitMs = 10_000;

/** Whether a row is judged later, after an answer that it reads. A reader does not wait: its read has asked in order. */
function mustWait(row: ClaimedRow, { unsettled = [] }: FetchedDocument, nowMs: number): boolean {
  if (row.lane === onRead || nowMs - row.wantedAtMs >= longestWaitMs) return false;
  return unsettled.includes(targetKey(row));
}

function readOrNull(compiler: ContextCompiler, row: ClaimedRow, judgment: EffectiveJudgment): Read | null {
  try {
    return compiler.read(judgment, row, targetKey(row));
  } catch (error) {
    if (error instanceof Problem && error.code === 'too_large') return null;
    throw error;
  }
}
