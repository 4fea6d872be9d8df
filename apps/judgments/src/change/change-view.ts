import { EstimateView, JudgmentChange, JudgmentSettings } from '@app/contracts/judgments';
import { Definition } from '@app/definition';
import { historyWarnings } from './warning/history-warnings';

/**
 * The reply of create, version, PATCH, activate and detach; members that are left out are empty. Wherever an estimate stands, a
 * warning says when its history is short.
 */
export function toChange(
  change: Pick<JudgmentChange, 'status' | 'judgment' | 'version' | 'definition' | 'settings'> & Partial<JudgmentChange>,
): JudgmentChange {
  const { estimate = null, settings, warnings = [] } = change;
  const history = settings ? historyWarnings(estimate, settings.freshness) : [];
  return { confirm: null, ignored: [], ...change, estimate, warnings: [...warnings, ...history] };
}

/**
 * The reply of a request that stores nothing until its cost is confirmed.
 * @param more `version`: the one that the definition equals already
 */
export function toConfirm(
  { definition, settings }: { definition: Definition; settings: JudgmentSettings },
  estimate: EstimateView,
  confirm: string,
  more: Partial<Pick<JudgmentChange, 'version' | 'warnings'>> = {},
): JudgmentChange {
  return toChange({
    status: 'confirmation_required',
    judgment: null,
    version: null,
    definition,
    settings,
    estimate,
    confirm,
    ...more,
  });
}
