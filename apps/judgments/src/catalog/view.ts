import { EstimateView, FreshnessView, JudgmentChange, JudgmentStats, JudgmentView, Warning } from '@app/contracts';
import { Definition, Freshness } from '@app/definition';
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

/** The one reply of create, version, PATCH and activate, with what most of them leave empty. */
export function toChange(
  change: Pick<JudgmentChange, 'status' | 'judgment' | 'version' | 'definition'> & Partial<JudgmentChange>,
): JudgmentChange {
  return { estimate: null, confirm: null, ignored: [], warnings: [], ...change };
}

/** The reply of a request that stores nothing until its cost is confirmed. */
export function toConfirm(
  definition: Definition,
  estimate: EstimateView,
  confirm: string,
  warnings: Warning[] = [],
): JudgmentChange {
  return toChange({
    ...{ status: 'confirmation_required', judgment: null, version: null },
    ...{ definition, estimate, confirm, warnings },
  });
}
