import type { UnavailableReason } from '@app/definition';
import type { CompiledContext } from '@app/context';
import type { FetchedDocument } from '@app/contracts';
import { newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { splitUnits, unitsOf } from '@app/rating';
import { Engine, Engines } from '../engine/engine';
import { EffectiveJudgment, storedActive } from '../definition/judgment';
import type { AnswerRow } from '../answer/answer';
import type { Claim, ClaimedRow } from '../pending/pending';
import { Compiler } from '../question/compile';
import { answerKey, seenAhead } from './pre-judged';
import { readQueueKey } from '../pending/queue-key';
import { groupBy } from '../pending/group-by';
import { Failed, Restored, Same, retryAfterFailure } from '../record/outcome';

/** Questions of one engine request [JDG-11]. */
export const questionsPerAsk = 32;

export interface PlannedQuestion {
  row: ClaimedRow;
  judgment: EffectiveJudgment;
  questionTokens: number;
  seen: number;
}

/** Questions about one context of one document, asked of one engine in one request. */
export interface PlannedAsk {
  id: string;
  document: FetchedDocument;
  engine: Engine;
  context: CompiledContext;
  questions: PlannedQuestion[];
  units: number;
  /** By the queue's key of the judgment; adds up to `units`. */
  byJudgment: Record<string, number>;
  /** Of the context and all questions. */
  tokens: number;
}

export interface Plan {
  /** Nothing is wanted any more: document or judgment gone, or it does not apply. */
  drops: ClaimedRow[];
  /** The engine's circuit is open. */
  resting: ClaimedRow[];
  settled: (Same | Restored | Failed)[];
  asks: PlannedAsk[];
}

interface Input {
  claim: Claim;
  judgments: ReadonlyMap<string, EffectiveJudgment>;
  documents: ReadonlyMap<string, FetchedDocument>;
  engines: Engines;
  /** Answers of record that may stand again, by `answerKey` of their rows. */
  stored?: ReadonlyMap<string, AnswerRow>;
}

/** What a claim comes to: which questions are asked together, and for which nothing has to be asked. */
export function plan(input: Input): Plan {
  const { claim, documents } = input;
  const result: Plan = { drops: [], resting: [], settled: [], asks: [] };
  const byDocument = groupBy(claim.rows, (row) => row.document);
  for (const [id, rows] of byDocument) {
    const document = documents.get(id);
    if (!document) result.drops.push(...rows);
    else planDocument(document, rows, input, result);
  }
  return result;
}

function planDocument(document: FetchedDocument, rows: ClaimedRow[], input: Input, result: Plan): void {
  const { claim, judgments, engines, stored } = input;
  const images = document.images as Record<string, string>;
  const compiler = new Compiler({ ...document, images } as ConstructorParameters<typeof Compiler>[0], claim.nowMs);
  const groups = new Map<string, Pick<PlannedAsk, 'engine' | 'context' | 'questions'>>();
  for (const row of rows) {
    const judgment = judgments.get(row.judgmentId);
    const ahead = readQueueKey(row.judgmentId).version;
    const seen =
      judgment && ahead !== null ? seenAhead(judgment, document, claim.nowMs) : document.wanted[row.judgmentId];
    if (!judgment || judgment.archived || seen === undefined) {
      result.drops.push(row);
      continue;
    }
    const ref = judgment.definition.engine;
    const common = {
      row,
      judgmentId: judgment.id,
      isAhead: ahead !== null,
      judgmentName: judgment.name,
      version: storedActive(judgment),
      template: judgment.template !== null,
      documentVersion: document.version,
      seen,
      engine: ref,
    };
    const fail = (failure: UnavailableReason): void => {
      const retryMs = retryAfterFailure(failure, row);
      result.settled.push({ kind: 'failed', ...common, failure, retryMs });
    };
    const engine = engines.of(ref);
    const reading = readOrNull(compiler, judgment);
    const answer = stored?.get(answerKey(row));
    if (!reading) fail('context_too_large');
    else if (!row.isRenewed && isSame(row, judgment, reading.context.hash, engine)) {
      result.settled.push({ kind: 'same', ...common, engineVersion: row.head?.engineVersion ?? null });
    } else if (!row.isRenewed && answer && stands(answer, reading.context.hash, engine)) {
      result.settled.push({ kind: 'restored', ...common, stored: answer });
    } else if (row.isFree) result.drops.push(row);
    else if (!engine?.active) fail('engine_unavailable');
    else if (engines.isResting(ref, claim.nowMs)) result.resting.push(row);
    else {
      const key = `${ref.name}\n${ref.version}\n${reading.context.hash}`;
      const group = groups.get(key) ?? { engine, context: reading.context, questions: [] };
      group.questions.push({ row, judgment, questionTokens: reading.questionTokens, seen });
      groups.set(key, group);
    }
  }
  for (const { engine, context, questions } of groups.values()) {
    for (let at = 0; at < questions.length; at += questionsPerAsk) {
      result.asks.push(rated(document, engine, context, questions.slice(at, at + questionsPerAsk)));
    }
  }
}

function readOrNull(compiler: Compiler, judgment: EffectiveJudgment) {
  try {
    return compiler.read(judgment.definition, judgment.format);
  } catch (error) {
    if (error instanceof Problem && error.code === 'too_large') return null;
    throw error;
  }
}

/** The last answer read the same, of the same version, in the epoch that is still in force. */
function isSame(row: ClaimedRow, judgment: EffectiveJudgment, hash: string, engine: Engine | undefined): boolean {
  const { head } = row;
  if (!head || head.answerId === null || head.contextHash !== hash || head.version !== storedActive(judgment))
    return false;
  return engine?.engineVersion == null || head.engineVersion === engine.engineVersion;
}

function stands(answer: AnswerRow, hash: string, engine: Engine | undefined): boolean {
  if (answer.context_hash !== hash) return false;
  return engine?.engineVersion == null || answer.engine_version === engine.engineVersion;
}

function rated(
  document: FetchedDocument,
  engine: Engine,
  context: CompiledContext,
  questions: PlannedQuestion[],
): PlannedAsk {
  const questionTokens = questions.map((question) => question.questionTokens);
  const units = unitsOf({ contextTokens: context.tokens, questionTokens, weight: engine.weight });
  const shares = splitUnits(units);
  return {
    id: newId('ask'),
    document,
    engine,
    context,
    questions,
    units: units.units,
    byJudgment: Object.fromEntries(questions.map(({ row }, i) => [row.judgmentId, shares[i]])),
    tokens: questionTokens.reduce((sum, tokens) => sum + tokens, context.tokens),
  };
}
