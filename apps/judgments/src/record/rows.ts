import type { AnswerRow } from '../answer/answer';
import { onChange } from '../pending/lane';
import { isPreJudged } from '../pending/pending';
import { Held, retryOf } from './held';
import { Answered, Outcome, Reinstated, Remade, rawMembers } from './outcome';

/** `answer.since` of a pre-judged answer: it is not in force until an activation reinstates it. */
const notInForce = 'infinity';

/** Parameters 1 to 5 of the write: answers, contexts, heads, rows that leave the queue, and rows that stay in it. */
export function rowsOf(held: readonly Held[]): object[][] {
  const answers = held.flatMap(answerRowOf);
  const contexts = new Map(held.flatMap(contextRowOf));
  const heads = held.map(headRowOf);
  const staying = held.map((one) => ({ key: keyOf(one), stay: stayOf(one) }));
  const gone = staying.flatMap(({ key, stay }) => (stay === null ? [key] : []));
  const kept = staying.flatMap(({ key, stay }) => (stay === null ? [] : [{ ...key, ...stay }]));
  return [answers, [...contexts.values()], heads, gone, kept];
}

function keyOf({ entry, outcome: { row } }: Held) {
  return { ns: entry.claim.namespaceId, doc: row.document, jdg: row.judgmentId, target: row.targetVersion ?? 0 };
}

function answerRowOf(held: Held): object[] {
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
function reinstatedRow({ stored, seenVersion }: Reinstated, record: string, now: Date): object {
  return { ...repeated(stored), record, seen: seenVersion, since: now };
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
    body: { ...stored.body, number: outcome.number },
    features: outcome.observation.features,
    feature_inputs: outcome.observation.featureInputs,
    combiner: outcome.combiner,
    since: isPreJudged(outcome.row) ? notInForce : null,
  };
}

/** A context by its key: several questions of one ask read the same one. */
function contextRowOf(held: Held): [string, object][] {
  const { outcome } = held;
  if (outcome.kind !== 'answered') return [];
  const { ns, doc } = keyOf(held);
  const row = {
    ns,
    doc,
    hash: outcome.contextHash,
    document_version: outcome.documentVersion,
    format: outcome.format,
    tokens: outcome.contextTokens,
    text: outcome.contextText,
    images: outcome.contextImages,
  };
  return [[`${ns}\n${doc}\n${outcome.contextHash}`, row]];
}

/** Null when the context has no section `previous`: then its hash is the one of what was read. */
function ownReadHash({ readHash, contextHash }: Answered): string | null {
  return readHash === contextHash ? null : readHash;
}

/** Columns that are null stay as they are, unless the outcome has an answer: then the head is of that answer alone. */
function headRowOf(held: Held): object {
  const { outcome, row, answerId } = held;
  return {
    ...keyOf(held),
    record: row.record,
    version: outcome.version,
    document_version: outcome.documentVersion,
    seen: outcome.seenVersion,
    ...lastAnswerOf(outcome),
    answer: answerId,
    failure: outcome.kind === 'failed' ? outcome.failure : null,
  };
}

function lastAnswerOf(outcome: Outcome): object | null {
  if (outcome.kind === 'same' || outcome.kind === 'failed') return null;
  const { observation } = outcome;
  const { last, before, first } = observation.seen;
  const saw = { saw: last, saw_before: before, saw_first: first };
  if (outcome.kind === 'answered') {
    const { contextHash: hash, engineVersion: epoch, combiner, type } = outcome;
    const read_hash = ownReadHash(outcome);
    const number = type === 'bool' ? outcome.answer.p : null;
    return { hash, read_hash, epoch, number, combiner, feature_inputs: observation.featureInputs, ...saw };
  }
  const { stored } = outcome;
  const common = { hash: stored.context_hash, read_hash: stored.read_hash, epoch: stored.engine_version, ...saw };
  if (outcome.kind === 'remade') {
    const { number, combiner } = outcome;
    return { ...common, number, combiner, feature_inputs: observation.featureInputs };
  }
  const { judged_at, combiner, feature_inputs, body } = stored;
  return { ...common, number: body.type === 'bool' ? body.number : null, combiner, feature_inputs, judged_at };
}

/** How a row stays in the queue: something changed since the claim, or it is tried again; null when it leaves. */
function stayOf({ outcome, row }: Held): object | null {
  const again = row.touches > row.claimed_touches || Number(row.wanted) > outcome.seenVersion;
  const { job, otherJobs, lane } = outcome.row;
  // Backfills that this outcome is counted for are served; one that came since the claim is not.
  if (again) return { again, wait_ms: 0, attempts: 0, lane: null, served: job === null ? [] : [job, ...otherJobs] };
  const retry = retryOf(outcome);
  // A retry leaves the lane of readers: they have got the failure as their answer.
  return retry && { again, ...retry, lane: Math.max(onChange, lane), served: [] };
}
