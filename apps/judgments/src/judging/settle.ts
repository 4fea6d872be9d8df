import type { Ask, EngineReply, FetchedDocument, Lane } from '@app/contracts';
import type { UnavailableReason } from '@app/definition';
import { splitUnits, unitsOf } from '@app/rating';
import { createHash } from 'node:crypto';
import type { Claim } from '../pending/pending';
import { toQuestion } from '../question/question';
import { Outcome, outcomeBase, retryAfterFailure } from '../record/outcome';
import type { PlannedAsk } from './plan';

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
    questions: ask.questions.map(({ judgment }) => toQuestion(judgment.definition)),
    images: ask.context.images ?? [],
  };
}

/**
 * The outcome of each question of an ask. Only answered questions are billed: their units are those of a request with
 * these questions alone, and their price is that part of the reserved amount.
 */
export function settleAnswers(ask: PlannedAsk, reply: EngineReply, reservedUsd: number): Outcome[] {
  const { questions, context, engine, document } = ask;
  const answered = questions.filter((_, i) => reply.answers[i]?.failure === null);
  const questionTokens = answered.map((question) => question.questionTokens);
  const shares = splitUnits(unitsOf({ contextTokens: context.tokens, questionTokens, weight: engine.weight }));
  return questions.map((question, i): Outcome => {
    const { row, judgment, seenVersion } = question;
    const answer = reply.answers[i];
    const base = outcomeBase(row, judgment, document, seenVersion);
    if (!answer || answer.failure !== null) {
      const failure = answer?.failure ?? 'engine_bad_answer';
      return { kind: 'failed', ...base, failure, retryMs: retryAfterFailure(failure, row) };
    }
    const place = answered.indexOf(question);
    const units = shares[place];
    return {
      kind: 'answered',
      ...base,
      answer,
      type: judgment.definition.type,
      engineVersion: reply.engine_version,
      contextHash: context.hash,
      contextText: context.text,
      contextImages: context.images ?? [],
      contextTokens: context.tokens,
      format: judgment.format,
      truncated: context.truncated,
      units,
      // The engine reads the context once, so the first question of an ask carries its tokens.
      tokens: question.questionTokens + (place === 0 ? context.tokens : 0),
      costUsd: ask.units === 0 ? 0 : (reservedUsd * units) / ask.units,
    };
  });
}

/** The outcomes of an ask that failed as a whole. */
export function settleFailure(ask: PlannedAsk, failure: UnavailableReason): Outcome[] {
  return ask.questions.map(({ row, judgment, seenVersion }) => ({
    kind: 'failed',
    ...outcomeBase(row, judgment, ask.document, seenVersion),
    failure,
    retryMs: retryAfterFailure(failure, row),
  }));
}
