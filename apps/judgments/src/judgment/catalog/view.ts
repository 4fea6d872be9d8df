import type { EngineSource } from '@app/contracts/engines';
import { FreshnessView, JudgmentSettings, JudgmentStats, JudgmentView } from '@app/contracts/judgments';
import { Freshness, fanoutInEffect, isDefaultAlternatives, isDefaultQueue } from '@app/definition';
import { EffectiveJudgment, Judgment } from '../definition/judgment';
import type { NamespaceFanout } from './fanout.store';

/** Freshness with every fan-out setting in effect. @param namespace what the namespace sets of fan-out */
export function toFreshnessView(
  { interval, fanout = {}, ...freshness }: Freshness,
  namespace: NamespaceFanout,
): FreshnessView {
  return { ...freshness, ...(interval === null ? {} : { interval }), fanout: fanoutInEffect(fanout, namespace) };
}

/** What a view shows beside the judgment. */
export interface Shown {
  stats: JudgmentStats;
  /** What the namespace sets of fan-out; empty on a prefix. */
  namespace: NamespaceFanout;
  /** What stands behind the name of its engine now. */
  source: EngineSource | null;
}

/** A judgment as the API shows it. */
export function toView(judgment: EffectiveJudgment, { stats, namespace, source }: Shown): JudgmentView {
  return {
    name: judgment.name,
    active_version: judgment.activeVersion,
    freshness: toFreshnessView(judgment.freshness, namespace),
    thresholds: judgment.thresholds,
    ...(Object.keys(judgment.outcomes).length > 0 ? { outcomes: judgment.outcomes } : {}),
    ...(isDefaultAlternatives(judgment.alternatives) ? {} : { alternatives: judgment.alternatives }),
    ...(isDefaultQueue(judgment.queue) ? {} : { queue: judgment.queue }),
    definition: judgment.definition,
    ...(judgment.template === null ? {} : { template: judgment.template }),
    ...(judgment.overrides.length > 0 ? { overrides: judgment.overrides } : {}),
    engine_source: source,
    stats,
  };
}

/** What a judgment has beside its versions. */
export type Settings = Pick<Judgment, 'freshness' | 'thresholds' | 'outcomes' | 'alternatives' | 'queue'>;

/** The settings in effect. @param freshness with every fan-out setting */
export function toSettings(
  { thresholds, outcomes, alternatives, queue }: Omit<Settings, 'freshness'>,
  freshness: FreshnessView,
): JudgmentSettings {
  return { freshness, thresholds, outcomes, alternatives, queue };
}
