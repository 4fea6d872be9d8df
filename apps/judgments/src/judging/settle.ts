import type { UnavailableReason } from '@app/definition';
import { storedActive } from '../definition/judgment';
import { createHash } from 'node:crypto';
import type { Ask, EngineReply, FetchedDocument, Lane } from '@app/contracts';
import { splitUnits, unitsOf } from '@app/rating';
import type { Claim } from '../pending/pending';
import { Outcome, retryAfterFailure } from '../record/outcome';
import { readQueueKey } from '../pending/queue-key';
import type { PlannedAsk } from './plan';
import { toQuestion } from '../question/question';

/** Decides the order in which options are shown: stands for the document as it was read. */
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
 * What an engine's reply comes to, question by question. Only questions that were answered are billed: their units are
 * those of a request that had asked nothing else, and its price is that part of what was reserved.
 */
export function settleAnswers(ask: PlannedAsk, asked: EngineReply, reservedUsd: number): Outcome[] {
  const { questions, context, engine, document } = ask;
  const answered = questions.filter((_, i) => asked.answers[i]?.failure === null);
  const questionTokens = answered.map((question) => question.questionTokens);
  const rated = unitsOf({ contextTokens: context.tokens, questionTokens, weight: engine.weight });
  const shares = splitUnits(rated);
  return questions.map((question, i): Outcome => {
    const { row, judgment, seen } = question;
    const answer = asked.answers[i];
    const common = {
      row,
      judgmentId: judgment.id,
      isAhead: readQueueKey(row.judgmentId).version !== null,
      judgmentName: judgment.name,
      version: storedActive(judgment),
      template: judgment.template !== null,
      documentVersion: document.version,
      seen,
      engine: judgment.definition.engine,
    };
    if (!answer || answer.failure !== null) {
      const failure = answer?.failure ?? 'engine_bad_answer';
      return { kind: 'failed', ...common, failure, retryMs: retryAfterFailure(failure, row) };
    }
    const place = answered.indexOf(question);
    const units = shares[place];
    return {
      kind: 'answered',
      ...common,
      answer,
      type: judgment.definition.type,
      engineVersion: asked.engine_version,
      contextHash: context.hash,
      contextText: context.text,
      contextImages: context.images ?? [],
      contextTokens: context.tokens,
      format: judgment.format,
      truncated: context.truncated,
      units,
      // The context is read once, so the first question of an ask carries its tokens.
      tokens: question.questionTokens + (place === 0 ? context.tokens : 0),
      costUsd: ask.units === 0 ? 0 : (reservedUsd * units) / ask.units,
    };
  });
}

/** Every question of an ask that failed as a whole. */
export function settleFailure(ask: PlannedAsk, failure: UnavailableReason): Outcome[] {
  return settleAnswers(
    ask,
    { engine_version: '', answers: ask.questions.map(() => failed(failure)), engine_tokens: null },
    0,
  );
}

function failed(failure: UnavailableReason): EngineReply['answers'][number] {
  return { failure, p: null, value: null, dist: null, escape_p: null, score: null, normalized: null, order: null };
}
