import type { FitMade } from '@app/contracts/documents';
import type { VersionFit } from '@app/filter';
import type { StoredFit } from '@app/statistics';

/** A fit as documents keeps it. */
export interface KnownFit extends VersionFit {
  judgmentId: string;
  /** The namespace of a detached copy; empty for every other fit. */
  scope: string;
  /** `fit_..`. */
  id: string;
  readWith: string;
}

export function knownFit(fact: FitMade): KnownFit {
  return {
    judgmentId: fact.judgment_id,
    scope: fact.scope ?? '',
    id: fact.fit,
    readWith: fact.read_with,
    version: fact.version,
    engineVersion: fact.engine_version,
    stored: fact.parameters as StoredFit,
  };
}

/**
 * The fits that read a judgment's answers, at most one for each version and epoch. A detached copy's own fit comes
 * before the template's; every other judgment has fits without a scope only.
 */
export function fitsOf(
  { judgmentId, copied }: { judgmentId: string; copied?: object | null },
  fits: readonly KnownFit[],
): KnownFit[] {
  const narrowest = new Map<string, KnownFit>();
  for (const fit of fits) {
    if (fit.judgmentId !== judgmentId || (fit.scope !== '' && !copied)) continue;
    const key = `${fit.version} ${fit.engineVersion}`;
    if (fit.scope !== '' || !narrowest.has(key)) narrowest.set(key, fit);
  }
  return [...narrowest.values()];
}
