import type { AnswerRow } from '../answer/answer';
import { isPreJudged } from '../queue/pending/pending';
import type { Held } from './held';
import { Answered, Reinstated, Remade, rawMembers } from './outcome';

/** `answer.since` of a pre-judged answer: it is not in force until an activation reinstates it. */
const notInForce = 'infinity';

/** Identifies the queue's row and the head of an outcome. */
export function keyOf({ entry, outcome: { row } }: Held) {
  return { ns: entry.claim.namespaceId, doc: row.document, jdg: row.judgmentId, target: row.targetVersion ?? 0 };
}

/** The rows of the answer table that an outcome adds: one, or none. */
export function answerRowOf(held: Held): object[] {
  const { outcome, row } = held;
  const key = keyOf(held);
  switch (outcome.kind) {
    case 'reinstated':
      return isPreJudged(outcome.row) ? [] : [{ ...key, ...reinstatedRow(outcome, row.record, row.now) }];
    case 'remade':
      return [{ ...key, ...remadeRow(outcome, held) }];
    case 'answered':
      return [{ ...key, ...answeredRow(outcome, held) }];
    default:
      return [];
  }
}

function answeredRow(outcome: Answered, { entry, row, answerId }: Held): object {
  return {
    record: row.record,
    id: answerId,
    version: outcome.version,
    document_version: outcome.documentVersion,
    seen: outcome.seenVersion,
    engine_name: outcome.engine.name,
    engine_ref: outcome.engine.version,
    engine_version: outcome.engineVersion,
    judged_at: row.now,
    read_at: new Date(entry.claim.nowMs),
    context_hash: outcome.contextHash,
    read_hash: ownReadHash(outcome),
    truncated: outcome.truncated,
    body: { ...rawMembers(outcome), type: outcome.type, order: outcome.answer.order },
    features: outcome.observation.features,
    feature_inputs: outcome.observation.featureInputs,
    parts: outcome.parts,
    combiner: outcome.combiner,
    units: outcome.units,
    ask_id: entry.askId,
    tokens: outcome.tokens,
    cost_usd: outcome.costUsd,
    watermark: outcome.watermark,
    since: isPreJudged(outcome.row) ? notInForce : null,
    told: false,
  };
}

/** What a row has in common with the answer of record that it repeats; it costs nothing. */
function repeated(stored: AnswerRow): object {
  return {
    id: stored.id,
    version: stored.version,
    document_version: stored.document_version,
    engine_name: stored.engine_name,
    engine_ref: stored.engine_ref,
    engine_version: stored.engine_version,
    judged_at: stored.judged_at,
    read_at: stored.read_at,
    context_hash: stored.context_hash,
    read_hash: stored.read_hash,
    truncated: stored.truncated,
    body: stored.body,
    features: stored.features,
    feature_inputs: stored.feature_inputs,
    parts: stored.parts,
    combiner: stored.combiner,
    units: 0,
    ask_id: stored.ask_id,
    tokens: 0,
    cost_usd: 0,
    told: true,
  };
}

/**
 * The row by which an answer of record is in force again: the same answer under a new record number and from now on. A
 * question about what was in force at a moment finds it from its return and not from when it was made.
 */
function reinstatedRow({ stored, seenVersion, watermark }: Reinstated, record: string, now: Date): object {
  return { ...repeated(stored), record, seen: seenVersion, watermark, since: now };
}

/** An answer of its own, with the numbers, the ask and the context of the answer that it is made from. */
function remadeRow({ stored, ...outcome }: Remade, { entry, row, answerId }: Held): object {
  return {
    ...repeated(stored),
    record: row.record,
    id: answerId,
    document_version: outcome.documentVersion,
    seen: outcome.seenVersion,
    judged_at: row.now,
    read_at: new Date(entry.claim.nowMs),
    truncated: outcome.observation.truncated,
    body: { ...stored.body, number: outcome.number },
    features: outcome.observation.features,
    feature_inputs: outcome.observation.featureInputs,
    combiner: outcome.combiner,
    watermark: outcome.watermark,
    since: isPreJudged(outcome.row) ? notInForce : null,
  };
}

/** Null when the context has no section `previous`: then its hash is the one of what was read. */
export function ownReadHash({ readHash, contextHash }: Answered): string | null {
  return readHash === contextHash ? null : readHash;
}
