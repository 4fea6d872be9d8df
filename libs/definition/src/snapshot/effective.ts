import { durationMs } from '../reading/duration';
import type { JudgmentSnapshot, SnapshotOverride, EffectiveSnapshot } from './snapshot';
import { isTemplate, scopeChain } from './scope';

function overridden<C extends JudgmentSnapshot>(
  column: C,
  override: SnapshotOverride | undefined,
): EffectiveSnapshot<C> {
  const { thresholds = null, freshness = null } = override ?? {};
  return {
    ...column,
    template: isTemplate(column.scope) ? column.scope : null,
    overrides: [...(thresholds ? (['thresholds'] as const) : []), ...(freshness ? (['freshness'] as const) : [])],
    thresholdsOverridden: thresholds !== null,
    ...(thresholds && { thresholds }),
    ...(freshness && {
      policy: freshness.policy,
      debounceMs: freshness.debounce_ms,
      maxWaitMs: freshness.max_wait_ms,
      intervalMs: freshness.interval === null ? null : (durationMs(freshness.interval) ?? null),
    }),
  };
}

/**
 * The judgments that would be in force in a namespace if a more specific one of their name went. Their answers may
 * come back, so what touches them must still be told to them.
 */
export function shadowedSnapshots<C extends JudgmentSnapshot>(columns: readonly C[], namespace: string): C[] {
  const chain = new Set(scopeChain(namespace));
  const inForce = new Set(effectiveSnapshots(columns, namespace).map(({ judgmentId }) => judgmentId));
  return columns.filter(({ scope, archived, judgmentId }) => chain.has(scope) && !archived && !inForce.has(judgmentId));
}

/**
 * The judgments in force in a namespace: of each name the one on its most specific scope, its own before a template's,
 * with the namespace's overrides of what it inherits. Archived judgments are as if they were not there.
 * @param columns of one organization; may hold columns of other namespaces
 * @returns sorted by name
 */
export function effectiveSnapshots<C extends JudgmentSnapshot>(
  columns: readonly C[],
  namespace: string,
  overrides: readonly SnapshotOverride[] = [],
): EffectiveSnapshot<C>[] {
  const rank = new Map(scopeChain(namespace).map((scope, index) => [scope, index]));
  const chosen = new Map<string, { column: C; rank: number }>();
  for (const column of columns) {
    const at = rank.get(column.scope);
    if (at === undefined || column.archived) continue;
    const best = chosen.get(column.name);
    if (best === undefined || at < best.rank) chosen.set(column.name, { column, rank: at });
  }
  const own = new Map(overrides.filter(({ scope }) => scope === namespace).map((o) => [o.judgmentId, o]));
  return [...chosen.values()]
    .map(({ column }) => overridden(column, column.scope === namespace ? undefined : own.get(column.judgmentId)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
