import { onChange } from '../queue/pending/lane';
import { answerRowOf, keyOf, ownReadHash } from './answer-rows';
import { Held, retryOf } from './held';
import type { Outcome } from './outcome';

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
  const isMoved = row.touches > row.claimed_touches || Number(row.wanted) > outcome.seenVersion;
  const again = isMoved || isRenewedSince(outcome, row.renew_at);
  const { job, otherJobs, lane } = outcome.row;
  // Backfills that this outcome is counted for are served; one that came since the claim is not.
  if (again) return { again, wait_ms: 0, attempts: 0, lane: null, served: job === null ? [] : [job, ...otherJobs] };
  const retry = retryOf(outcome);
  // A retry leaves the lane of readers: they have got the failure as their answer.
  return retry && { again, ...retry, lane: Math.max(onChange, lane), served: [] };
}

/** Whether somebody asked again after a claim that lets an answer from before stand. */
function isRenewedSince({ kind, row }: Outcome, renewAt: Date | null): boolean {
  const stands = kind === 'same' || kind === 'reinstated' || kind === 'remade';
  return stands && renewAt !== null && renewAt.getTime() > (row.renewAtMs ?? 0);
}
