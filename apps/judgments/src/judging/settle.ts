import type { CompiledContext } from '@app/context';
import type { FetchedDocument } from '@app/contracts/documents';
import type { Ask, EngineAnswer, EngineReply, Lane } from '@app/contracts/engines';
import type { UnavailableReason } from '@app/definition';
import { createHash } from 'node:crypto';
import type { Claim } from '../queue/pending/pending';
import { answerOf } from '../question/answer';
import { isComposite } from '../question/observation';
import { questionsOf } from '../question/question';
import type { RoundCost } from '../question/round-cost';
import { Outcome, outcomeBase } from '../record/outcome';
import { retryAfterFailure } from '../record/retry';
import { PlannedAsk, QuestionGroup, rated, tokensOf } from './planned-ask';

/** Decides the order in which an engine reads options: the same for one version of a document. */
export function seedOf({ id, version }: Pick<FetchedDocument, 'id' | 'version'>): string {
  return createHash('sha256').update(`${id}\n${version}`).digest('hex');
}

/** An ask as the broker gets it. */
export function toAsk(ask: PlannedAsk, claim: Pick<Claim, 'organization' | 'namespace'>, lane: Lane): Ask {
  return {
    ask_id: ask.id,
    organization: claim.organization,
    namespace: claim.namespace,
    lane,
    context: ask.context.text,
    seed: seedOf(ask.document),
    questions: ask.groups.flatMap(({ judgment, choosing }, place) => {
      const questions = questionsOf(judgment.definition, choosing?.options);
      return questions.length === 1 ? questions : questions.map((question) => ({ ...question, together: place }));
    }),
    images: ask.context.images ?? [],
  };
}

/**
 * The outcome of each group of an ask; one part that failed fails its group. Only answered groups are billed: their units
 * are those of a request with their questions alone, and their price is that part of the reserved amount.
 */
export function settleAnswers(ask: PlannedAsk, reply: EngineReply, reservedUsd: number): Outcome[] {
  const { groups, context, engine } = ask;
  const replies = byGroup(groups, reply.answers);
  const failures = groups.map((group, i) => failureOf(group, replies[i]));
  const answered = groups.filter((_, i) => failures[i] === null);
  const { shares } = rated(ask, answered);
  return groups.map((group, i): Outcome => {
    const { judgment, observation } = group;
    const combiner = group.combiners.get(reply.engine_version);
    const failure = failures[i];
    if (failure !== null) return failed(ask, group, failure);
    const place = answered.indexOf(group);
    const units = shares[place];
    const { definition } = judgment;
    const judged = replies[i] as EngineAnswer[];
    return {
      kind: 'answered',
      ...baseOf(ask, group),
      ...answerOf(definition, judged, observation.features, engine.probabilityStep, combiner),
      ...readOf(context, group),
      rounds: group.choosing ? 1 : null,
      engineVersion: reply.engine_version,
      units,
      // The engine reads the context once, so the first answer of an ask carries its tokens.
      tokens: tokensOf(group) + (place === 0 ? context.tokens : 0),
      costUsd: ask.units === 0 ? 0 : (reservedUsd * units) / ask.units,
    };
  });
}

/** What an answer says of what was read. */
export function readOf(
  context: CompiledContext,
  { judgment, observation, readHash }: Pick<QuestionGroup, 'judgment' | 'observation' | 'readHash'>,
) {
  return {
    observation,
    readHash,
    type: judgment.definition.type,
    contextHash: context.hash,
    contextText: context.text,
    contextImages: context.images ?? [],
    contextTokens: context.tokens,
    format: judgment.format,
    truncated: observation.truncated,
  };
}

/** What the rounds of one answer came to. */
export interface RoundsResult {
  /** Answer of the final. */
  answer: EngineAnswer;
  engineVersion: string;
  rounds: number;
  /** What all rounds used. */
  used: RoundCost;
  reservedUsd: number;
}

/** The outcome of an ask in rounds; its price is the part of the reserved amount that the rounds used. */
export function settleRounds(ask: PlannedAsk, group: QuestionGroup, result: RoundsResult): Outcome {
  const { answer, engineVersion, rounds, used, reservedUsd } = result;
  return {
    kind: 'answered',
    ...baseOf(ask, group),
    answer,
    parts: null,
    combiner: null,
    rounds,
    engineVersion,
    ...readOf(ask.context, group),
    ...used,
    costUsd: ask.units === 0 ? 0 : (reservedUsd * used.units) / ask.units,
  };
}

/** The outcomes of an ask that failed as a whole. */
export function settleFailure(ask: PlannedAsk, failure: UnavailableReason): Outcome[] {
  return ask.groups.map((group) => failed(ask, group, failure));
}

function failed(ask: PlannedAsk, group: QuestionGroup, failure: UnavailableReason): Outcome {
  return { kind: 'failed', ...baseOf(ask, group), failure, retryMs: retryAfterFailure(failure, group.row) };
}

function baseOf({ document }: PlannedAsk, { row, judgment, seenVersion, watermark }: QuestionGroup) {
  return outcomeBase(row, judgment, document, seenVersion, watermark);
}

/** The answers of each group's questions, in the order asked; undefined where the engine gave none. */
function byGroup(groups: readonly QuestionGroup[], answers: readonly EngineAnswer[]): (EngineAnswer | undefined)[][] {
  let at = 0;
  return groups.map(({ questionTokens }) => questionTokens.map(() => answers[at++]));
}

/** Why a group has no answer: the reason of the first question that has none. Null when all were answered. */
function failureOf(
  { judgment }: QuestionGroup,
  answers: readonly (EngineAnswer | undefined)[],
): UnavailableReason | null {
  const needsP = isComposite(judgment.definition);
  for (const answer of answers) {
    if (!answer) return 'engine_bad_answer';
    if (answer.failure !== null) return answer.failure;
    // The combined p of a part without one would be no number.
    if (needsP && answer.p === null) return 'engine_bad_answer';
  }
  return null;
}
