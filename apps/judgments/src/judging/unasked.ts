import { FeatureInputs, featuresDiffer } from '@app/definition';
import type { FetchedDocument } from '@app/contracts/documents';
import type { AnswerRow } from '../answer/answer';
import { targetKey } from '../judgment/catalog/target';
import type { Combiners } from '../copy/combiner/combiner';
import { EffectiveJudgment, storedActive } from '../judgment/definition/judgment';
import type { Engine } from '../copy/engine/engine';
import type { ClaimedRow, Head } from '../queue/pending/pending';
import { combinedP } from '../question/answer';
import { Observation, featuresOf, inputsOf, isComposite } from '../question/observation';
import type { OutcomeBase, Reinstated, Remade, Same } from '../record/outcome';

/** What decides whether an answer before may stand. */
interface Before {
  readHash: string | null;
  engineVersion: string | null;
  featureInputs: FeatureInputs | null;
  combiner: string | null;
}

/** What one look at a document brought for a judgment. */
export interface Look {
  readHash: string;
  /** `previous` makes a new context although the rest of it is the same. */
  isPreviousMoved: boolean;
  observation: Observation;
}

/** What a claim holds for a row, to find an answer that may stand. */
export interface Known {
  engine: Engine | undefined;
  combiners: Combiners;
  /** The answer of record that may be repeated; undefined when it was not looked up, or when there is none. */
  answer: AnswerRow | undefined;
}

/**
 * The outcome of a row for which no engine is asked: the last answer, or an earlier one of this version, read the same
 * context. In the same epoch it stands. A feature that has moved makes a new answer of it in any epoch, and so does a
 * newer combiner in the same one. Null when an engine must be asked.
 */
export function unasked(
  base: OutcomeBase,
  judgment: EffectiveJudgment,
  { readHash, isPreviousMoved, observation }: Look,
  { engine, combiners, answer }: Known,
): Same | Reinstated | Remade | null {
  const { row } = base;
  if (row.isRenewed) return null;
  const head = headOf(row, judgment);
  const before = head ? ofHead(head) : answer && ofAnswer(answer);
  if (before?.readHash !== readHash || (head && isPreviousMoved)) return null;
  const isInEpoch = engine?.engineVersion == null || before.engineVersion === engine.engineVersion;
  if (isOutdated(before, judgment, observation.featureInputs, isInEpoch ? combiners : null)) {
    return answer ? remade(base, judgment, answer, observation, engine, combiners) : null;
  }
  if (!isInEpoch) return null;
  if (head) return { kind: 'same', ...base, engineVersion: head.engineVersion };
  return answer ? { kind: 'reinstated', ...base, stored: answer, observation } : null;
}

/** Whether the last answer may have to be made again, so that a claim must look it up. */
export function mayBeRemade(
  row: ClaimedRow,
  judgment: EffectiveJudgment,
  document: FetchedDocument,
  combiners: Combiners,
): boolean {
  const head = headOf(row, judgment);
  if (!head || row.isRenewed) return false;
  return isOutdated(ofHead(head), judgment, inputsOf(judgment.definition, document, targetKey(row)), combiners);
}

/** The head of a row when its answer is of the version that is wanted. */
function headOf({ head }: ClaimedRow, judgment: EffectiveJudgment): Head | null {
  return head !== null && head.answerId !== null && head.version === storedActive(judgment) ? head : null;
}

function ofHead({ readHash, contextHash, engineVersion, featureInputs: inputs, combiner }: Head): Before {
  return { readHash: readHash ?? contextHash, engineVersion, featureInputs: inputs, combiner };
}

function ofAnswer(answer: AnswerRow): Before {
  const { read_hash, context_hash, engine_version: engineVersion, feature_inputs, combiner } = answer;
  return { readHash: read_hash ?? context_hash, engineVersion, featureInputs: feature_inputs, combiner };
}

/** @param combiners null leaves them aside: in another epoch a touch asks again, and the weights of the old one do not count */
function isOutdated(
  before: Before,
  { definition }: EffectiveJudgment,
  inputs: FeatureInputs | null,
  combiners: Combiners | null,
): boolean {
  if (inputs !== null && featuresDiffer(before.featureInputs, inputs)) return true;
  if (combiners === null || !isComposite(definition)) return false;
  return (combinerIn(combiners, before.engineVersion)?.fit ?? null) !== before.combiner;
}

function combinerIn(combiners: Combiners, epoch: string | null) {
  return epoch === null ? undefined : combiners.get(epoch);
}

function remade(
  base: OutcomeBase,
  { definition }: EffectiveJudgment,
  stored: AnswerRow,
  observation: Observation,
  engine: Engine | undefined,
  combiners: Combiners,
): Remade {
  const features = keepingPrevious(definition, observation.features, stored.features);
  const combiner = combinerIn(combiners, stored.engine_version);
  const common = { kind: 'remade' as const, ...base, stored, observation: { ...observation, features } };
  if (stored.parts === null) return { ...common, number: stored.body.number, combiner: null };
  const number = combinedP(stored.parts, features, engine?.probabilityStep ?? null, combiner);
  return { ...common, number, combiner: combiner?.fit ?? null };
}

/** The answer before the original is the one before the remade answer, since both have the engine's same numbers. */
function keepingPrevious(
  definition: EffectiveJudgment['definition'],
  now: Observation['features'],
  stored: AnswerRow['features'],
): Observation['features'] {
  if (now === null) return null;
  const kept = (featuresOf(definition) ?? []).flatMap((feature) =>
    'previous' in feature ? [[feature.name, stored?.[feature.name] ?? null] as const] : [],
  );
  return { ...now, ...Object.fromEntries(kept) };
}
