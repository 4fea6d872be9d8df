import { AnswerView } from '@app/contracts/documents';
import { ContextView } from '@app/contracts/judgments';
import { Definition, thresholdsOf } from '@app/definition';
import { timestamp } from '@app/observability';
import { besides, rawAnswer } from '../answer/answer';
import type { EffectiveJudgment } from '../judgment/definition/judgment';
import type { Compiled } from '../question/compiler';
import { featuresOf, isComposite } from '../question/observation';
import { Answered, Outcome, rawMembers } from '../record/outcome';
import { readsRelated } from '../document/related-reads';

export function toContextView({ context }: Compiled): ContextView {
  const { text, tokens, sizeClass, truncated, cuts, hash } = context;
  return { text, tokens, size_class: sizeClass, truncated, cuts, hash };
}

/** What a trial shows of one document's answer. It is no answer of record, so it has no id and no version. */
export function toAnswerView(judgment: EffectiveJudgment, outcome: Outcome | undefined, nowMs: number): AnswerView {
  const answered = outcome?.kind === 'answered' ? outcome : null;
  const { definition, thresholds } = judgment;
  const members = rawAnswer(definition.type, rawMembers(answered));
  const features = answered?.observation.features ?? null;
  const read = thresholdsOf({ ...members, ...(features && { features }) }, thresholds);
  return {
    id: null,
    type: definition.type,
    status: answered ? 'fresh' : 'unavailable',
    stale_reason: null,
    unavailable_reason: answered ? null : outcome?.kind === 'failed' ? outcome.failure : 'never_judged',
    ...members,
    calibrated: null,
    thresholds: read.thresholds,
    thresholds_missing: read.missing,
    engine: definition.engine,
    engine_version: answered?.engineVersion ?? null,
    version: null,
    document_version: outcome?.documentVersion ?? null,
    judged_at: answered ? timestamp(nowMs) : null,
    ...(readsRelated(definition) && { watermark: answered?.watermark ?? null }),
    due_at: null,
    truncated: answered?.truncated ?? null,
    ...shownBesides(definition, answered),
  };
}

/** Features and parts of a definition that has them; null without an answer. */
function shownBesides(
  definition: Definition,
  answered: Answered | null,
): Pick<AnswerView, 'features' | 'parts' | 'combiner'> {
  if (answered) return besides({ ...answered, features: answered.observation.features });
  return {
    ...(featuresOf(definition) && { features: null }),
    ...(isComposite(definition) && { parts: null, combiner: null }),
  };
}
