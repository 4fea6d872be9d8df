import type { CompiledContext } from '@app/context';
import type { FetchedDocument } from '@app/contracts';
import type { UnavailableReason } from '@app/definition';
import { newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { splitUnits, unitsOf } from '@app/rating';
import type { AnswerRow } from '../answer/answer';
import type { TargetMap } from '../catalog/target';
import { EffectiveJudgment, storedActive } from '../definition/judgment';
import { Engine, Engines } from '../engine/engine';
import { groupBy } from '../pending/group-by';
import type { Claim, ClaimedRow } from '../pending/pending';
import { Compiled, ContextCompiler } from '../question/compiler';
import { Failed, Reinstated, Same, outcomeBase, retryAfterFailure } from '../record/outcome';
import { seenVersionOf } from './pre-judged';

/** Questions of one engine request [JDG-11]. */
export const questionsPerAsk = 32;

export interface PlannedQuestion {
  row: ClaimedRow;
  judgment: EffectiveJudgment;
  questionTokens: number;
  /** The wanted version that was read with the document. */
  seenVersion: number;
  /** Its share of the ask's judgment units. */
  units: number;
}

/** Questions about one context of one document, asked of one engine in one request. */
export interface PlannedAsk {
  id: string;
  document: FetchedDocument;
  engine: Engine;
  context: CompiledContext;
  questions: PlannedQuestion[];
  units: number;
  /** Of the context and all questions. */
  tokens: number;
}

export interface Plan {
  /** Nothing is wanted any more: the document or judgment is gone, or the judgment does not apply. */
  drops: ClaimedRow[];
  /** The engine's circuit is open. */
  resting: ClaimedRow[];
  /** No engine is asked. */
  settled: (Same | Reinstated | Failed)[];
  asks: PlannedAsk[];
}

export interface PlanInput {
  claim: Claim;
  judgments: TargetMap<EffectiveJudgment>;
  documents: ReadonlyMap<string, FetchedDocument>;
  engines: Engines;
  /** Answers of record that may be reinstated, by row. */
  earlierAnswers?: ReadonlyMap<ClaimedRow, AnswerRow>;
}

/** Decides for each row of a claim whether an engine is asked, and which questions share a request. */
export function plan(input: PlanInput): Plan {
  const { claim, documents } = input;
  const result: Plan = { drops: [], resting: [], settled: [], asks: [] };
  for (const [id, rows] of groupBy(claim.rows, (row) => row.document)) {
    const document = documents.get(id);
    if (!document) result.drops.push(...rows);
    else planDocument(document, rows, input, result);
  }
  return result;
}

type Question = Omit<PlannedQuestion, 'units'>;
type Group = Pick<PlannedAsk, 'engine' | 'context'> & { questions: Question[] };

function planDocument(document: FetchedDocument, rows: ClaimedRow[], input: PlanInput, result: Plan): void {
  const { claim, judgments, engines, earlierAnswers } = input;
  const compiler = new ContextCompiler(document, claim.nowMs);
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const judgment = judgments.get(row);
    const seen = judgment && seenVersionOf(row, judgment, document, claim.nowMs);
    if (!judgment || judgment.archived || seen === undefined) {
      result.drops.push(row);
      continue;
    }
    const base = outcomeBase(row, judgment, document, seen);
    const fail = (failure: UnavailableReason): void => {
      result.settled.push({ kind: 'failed', ...base, failure, retryMs: retryAfterFailure(failure, row) });
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
      const group = groups.get(key) ?? { engine, context, questions: [] };
      group.questions.push({ row, judgment, questionTokens, seenVersion: seen });
      groups.set(key, group);
    }
  }
  for (const group of groups.values()) result.asks.push(...asksOf(document, group));
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

function asksOf(document: FetchedDocument, { engine, context, questions }: Group): PlannedAsk[] {
  const asks: PlannedAsk[] = [];
  for (let at = 0; at < questions.length; at += questionsPerAsk) {
    const some = questions.slice(at, at + questionsPerAsk);
    const questionTokens = some.map((question) => question.questionTokens);
    const rated = unitsOf({ contextTokens: context.tokens, questionTokens, weight: engine.weight });
    const shares = splitUnits(rated);
    asks.push({
      ...{ id: newId('ask'), document, engine, context, units: rated.units },
      questions: some.map((question, i) => ({ ...question, units: shares[i] })),
      tokens: questionTokens.reduce((sum, tokens) => sum + tokens, context.tokens),
    });
  }
  return asks;
}
