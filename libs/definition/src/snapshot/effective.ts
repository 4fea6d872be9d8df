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
      fanout: freshness.fanout ?? {},
    }),
  };
}

/**
 * The judgments of a namespace that a more specific judgment of the same name hides, with the namespace's overrides. They may
 * come into force again, so changes must still invalidate their answers, by the settings that hold then.
 */
export function shadowedSnapshots<C extends JudgmentSnapshot>(
  snapshots: readonly C[],
  namespace: string,
  overrides: readonly SnapshotOverride[] = [],
): EffectiveSnapshot<C>[] {
  const chain = new Set(scopeChain(namespace));
  const inForce = new Set(effectiveSnapshots(snapshots, namespace).map(({ judgmentId }) => judgmentId));
  const own = overridesIn(namespace, overrides);
  return snapshots
    .filter(({ scope, archived, judgmentId }) => chain.has(scope) && !archived && !inForce.has(judgmentId))
    .map((column) => overridden(column, own.get(column.judgmentId)));
}

/** The overrides of a namespace by judgment id. */
function overridesIn(namespace: string, overrides: readonly SnapshotOverride[]): Map<string, SnapshotOverride> {
  return new Map(overrides.filter(({ scope }) => scope === namespace).map((one) => [one.judgmentId, one]));
}

/**
 * The judgments in force in a namespace: for each name the one with the most specific scope (the namespace's own before a
 * template's), with the namespace's overrides. Archived judgments do not count.
 * @param snapshots of one organization; may include those of other namespaces
 * @returns sorted by name
 */
export function effectiveSnapshots<C extends JudgmentSnapshot>(
  snapshots: readonly C[],
  namespace: string,
  overrides: readonly SnapshotOverride[] = [],
): EffectiveSnapshot<C>[] {
  const rank = new Map(scopeChain(namespace).map((scope, index) => [scope, index]));
  const chosen = new Map<string, { column: C; rank: number }>();
  for (const column of snapshots) {
    const at = rank.get(column.scope);
    if (at === undefined || column.archived) continue;
    const best = chosen.get(column.name);
    if (best === undefined || at < best.rank) chosen.set(column.name, { column, rank: at });
  }
  const own = overridesIn(namespace, overrides);
  return [...chosen.values()]
    .map(({ column }) => overridden(column, column.scope === namespace ? undefined : own.get(column.judgmentId)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
