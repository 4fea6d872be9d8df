import { FreshnessView, JudgmentStats, JudgmentView } from '@app/contracts';
import { Freshness } from '@app/definition';
import { EffectiveJudgment } from '../definition/judgment';

function toFreshnessView({ interval, ...freshness }: Freshness): FreshnessView {
  return { ...freshness, ...(interval === null ? {} : { interval }) };
}

/** A judgment as the API shows it. */
export function toView(judgment: EffectiveJudgment, stats: JudgmentStats): JudgmentView {
  return {
    name: judgment.name,
    active_version: judgment.activeVersion,
    freshness: toFreshnessView(judgment.freshness),
    thresholds: judgment.thresholds,
    ...(Object.keys(judgment.outcomes).length > 0 ? { outcomes: judgment.outcomes } : {}),
    definition: judgment.definition,
    ...(judgment.template === null ? {} : { template: judgment.template }),
    ...(judgment.overrides.length > 0 ? { overrides: judgment.overrides } : {}),
    stats,
  };
}
