import type { EngineSource } from '@app/contracts/engines';
import type { KnownEpoch } from './epoch.store';

/**
 * What stood behind an engine's name in an epoch.
 * @param engine null where it is not known: then all engines that have an epoch of this name must agree
 * @returns null of an epoch that is not known, and where it could be either
 */
export function sourceIn(known: readonly KnownEpoch[], engine: string | null, epoch: string): EngineSource | null {
  const ofName = known.filter((one) => one.epoch === epoch);
  const found = engine === null ? ofName : ofName.filter((one) => one.engine === engine);
  const sources = new Set(found.map(({ source }) => source));
  const [source = null] = sources;
  return sources.size === 1 ? source : null;
}
