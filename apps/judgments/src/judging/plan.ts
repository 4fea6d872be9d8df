import type { FetchedDocument } from '@app/contracts';
import type { UnavailableReason } from '@app/definition';
import { Problem } from '@app/problem';
import type { AnswerRow } from '../answer/answer';
import type { TargetMap } from '../catalog/target';
import { EffectiveJudgment, storedActive } from '../definition/judgment';
import { Engine, Engines } from '../engine/engine';
import { groupBy } from '../pending/group-by';
import { onRead } from '../pending/lane';
import type { Claim, ClaimedRow } from '../pending/pending';
import { isAutomatic } from '../quote/amounts';
import { Compiled, ContextCompiler } from '../question/compiler';
import { Failed, Reinstated, Same, outcomeBase, retryAfterFailure } from '../record/outcome';
import { PlannedAsk, Shared, asksOf } from './planned-ask';
import { seenVersionOf } from './pre-judged';

export interface Plan {
  /** Nothing is wanted any more: the document or judgment is gone, or the judgment does not apply. */
  drops: ClaimedRow[];
  /** The engine's circuit is open. */
  resting: ClaimedRow[];
  /** No engine is asked. */
  settled: (Same | Reinstated | Failed)[];
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
  engines: Engines;
  /** Answers of record that may be reinstated, by row. */
  earlierAnswers?: ReadonlyMap<ClaimedRow, AnswerRow>;
}

/** Decides for each row of a claim whether an engine is asked, and which questions share a request. */
export function plan(input: PlanInput): Plan {
  const { claim, documents, unreadable } = input;
  const result: Plan = { drops: [], resting: [], settled: [], asks: [], faults: [] };
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
  { claim, engines, earlierAnswers }: PlanInput,
  result: Plan,
): void {
  const seen = seenVersionOf(row, judgment, document, claim.nowMs);
  if (seen === undefined) {
    result.drops.push(row);
    return;
  }
  const base = outcomeBase(row, judgment, document, seen);
  const fail = (failure: UnavailableReason): void => {
    result.settled.push(failed(row, judgment, document, seen, failure));
  };
  const ref = judgment.definition.engine;
  const engine = engines.of(ref);
  const compiled = compileOrNull(compiler, judgment);
  const answer = earlierAnswers?.get(row);
  if (!compiled) fail('context_too_large');
  else if (!row.isRenewed && isSame(row, judgment, compiled.context.hash, engine)) {
    result.settled.push({ kind: 'same', ...base, engineVersion: row.head?.engineVersion ?? null });
  } else if (!row.isRenewed && answer && standsAgain(answer, compiled.context.hash, engine)) {
    result.settled.push({ kind: 'reinstated', ...base, stored: answer });
  } else if (row.needsNoEngine) result.drops.push(row);
  else if (!engine?.active) fail('engine_unavailable');
  else if (engines.isResting(ref, claim.nowMs)) result.resting.push(row);
  else {
    const { context, questionTokens } = compiled;
    const key = `${ref.name}\n${ref.version}\n${context.hash}`;
    const request = requests.get(key) ?? { engine, context, groups: [] };
    request.groups.push({ row, judgment, questionTokens, seenVersion: seen });
    requests.set(key, request);
  }
}

/** Whether a change alone wants an answer whose judgment has become one that is judged on request. */
function isUnwanted({ lane, changes, job, targetVersion }: ClaimedRow, { freshness }: EffectiveJudgment): boolean {
  return targetVersion === null && job === null && lane !== onRead && changes > 0 && !isAutomatic(freshness);
}

function compileOrNull(compiler: ContextCompiler, judgment: EffectiveJudgment): Compiled | null {
  try {
    return compiler.compile(judgment.definition, judgment.format);
  } catch (error) {
    if (error instanceof Problem && error.code === 'too_large') return null;
    throw error;
  }
}

/** Whether the last answer read the same context, of the same version, in the epoch that is still in force. */
function isSame(row: ClaimedRow, judgment: EffectiveJudgment, hash: string, engine: Engine | undefined): boolean {
  const { head } = row;
  if (!head || head.answerId === null || head.contextHash !== hash || head.version !== storedActive(judgment))
    return false;
  return engine?.engineVersion == null || head.engineVersion === engine.engineVersion;
}

/** Whether an earlier answer read the same context, in the epoch that is still in force. */
function standsAgain(answer: AnswerRow, hash: string, engine: Engine | undefined): boolean {
  if (answer.context_hash !== hash) return false;
  return engine?.engineVersion == null || answer.engine_version === engine.engineVersion;
}
