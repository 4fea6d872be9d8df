import type { Schema } from '@app/sdk/client';
import { setLengthOf } from '../../../format/time';

/**
 * The settings that will be in effect, as names and texts.
 * @param settings undefined in the reply of a service that does not tell them yet
 */
export function settingFacts(settings?: Schema<'JudgmentSettings'>): [string, string][] {
  if (settings === undefined) return [];
  const { freshness, thresholds, outcomes } = settings;
  const { policy, interval, debounce_ms: debounce, max_wait_ms: most } = freshness;
  const names = Object.keys(thresholds);
  return [
    ['Judged', `${policy.replace('_', ' ')}${interval === undefined ? '' : `, every ${interval}`}`],
    ['Wait after a change', `${setLengthOf(debounce)}, max. ${setLengthOf(most)}`],
    ['Thresholds', names.length === 0 ? 'none' : names.join(', ')],
    ['Automatic outcomes', Object.keys(outcomes).length === 0 ? 'none' : JSON.stringify(outcomes)],
  ];
}
