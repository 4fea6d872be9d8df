import { EstimateView, JudgmentChange, JudgmentSettings } from '@app/contracts/judgments';
import { Definition } from '@app/definition';

/** The reply of create, version, PATCH, activate and detach; members that are left out are empty. */
export function toChange(
  change: Pick<JudgmentChange, 'status' | 'judgment' | 'version' | 'definition' | 'settings'> & Partial<JudgmentChange>,
): JudgmentChange {
  return { estimate: null, confirm: null, ignored: [], warnings: [], ...change };
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
