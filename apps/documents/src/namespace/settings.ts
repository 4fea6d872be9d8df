import type { EngineRef } from '@app/contracts';
import type { BudgetView, FanoutSettings, FanoutView, NamespaceSettings } from '@app/contracts/documents';
import { namespaceFanoutDefaults, parseEngineRef, requireActive } from '@app/definition';
import type { ActiveEngine } from '@app/definition';
import { invalid } from '@app/problem';

/** The keys that a namespace has set. */
export type OwnFanout = Partial<FanoutView>;

/** A namespace's own settings. A key that `fanout` leaves out has its default. */
export interface Settings {
  budgetUsd: number | null;
  pinned: boolean;
  defaultEngine: EngineRef | null;
  fanout: OwnFanout;
}

export const noSettings: Settings = { budgetUsd: null, pinned: false, defaultEngine: null, fanout: {} };

/** A wait that is not set is so many times the debounce. */
const waitsPerDebounce = 10;
const maxTimeMs = 86_400_000;

/** The fan-out settings with every key filled in. */
export function fanoutInEffect(own: OwnFanout): FanoutView {
  const { debounce_ms = namespaceFanoutDefaults.debounce_ms } = own;
  return { ...namespaceFanoutDefaults, max_wait_ms: Math.min(maxTimeMs, waitsPerDebounce * debounce_ms), ...own };
}

/** @throws Problem `invalid_request`, reason `bad_bounds`, when a change would wait for less than one debounce */
function checkWaits(own: OwnFanout, patch: FanoutSettings): void {
  const { debounce_ms, max_wait_ms } = fanoutInEffect(own);
  if (max_wait_ms >= debounce_ms) return;
  const name = patch.max_wait_ms === undefined || patch.max_wait_ms === null ? 'debounce_ms' : 'max_wait_ms';
  const message = `\`max_wait_ms\` (${max_wait_ms}) must be at least \`debounce_ms\` (${debounce_ms}); change one of them.`;
  throw invalid('bad_bounds', `/fanout/${name}`, message);
}

function mergedFanout(current: OwnFanout, patch: FanoutSettings | null | undefined): OwnFanout {
  if (patch === undefined) return current;
  if (patch === null) return {};
  const entries = Object.entries({ ...current, ...patch }).filter(([, value]) => value !== null);
  const merged: OwnFanout = Object.fromEntries(entries);
  checkWaits(merged, patch);
  return merged;
}

/**
 * Applies a merge patch to settings: a member left out keeps its value, null removes or resets it.
 * @throws Problem `engine_version_unavailable` when the default engine is not active; `invalid_request`
 */
export function mergeSettings(current: Settings, patch: NamespaceSettings, active: readonly ActiveEngine[]): Settings {
  const merged = { ...current };
  if (patch.budget !== undefined) merged.budgetUsd = patch.budget?.compute_usd_per_month ?? null;
  if (patch.pinned !== undefined) merged.pinned = patch.pinned;
  if (patch.default_engine !== undefined) {
    if (patch.default_engine !== null) {
      requireActive(parseEngineRef(patch.default_engine, '/default_engine'), '/default_engine', active);
    }
    merged.defaultEngine = patch.default_engine;
  }
  merged.fanout = mergedFanout(current.fanout, patch.fanout);
  return merged;
}

export function budgetView(budgetUsd: number | null): BudgetView | null {
  return budgetUsd === null ? null : { compute_usd_per_month: budgetUsd, on_exceeded: 'pause' };
}
