import type { Schema } from '@app/sdk';

/**
 * The settings that a change leaves in effect, in lines for a person. What has its default, and does nothing, is left out.
 * @param settings undefined in the reply of a service that does not tell them yet
 */
export function settingsText(settings?: Schema<'JudgmentSettings'>): string[] {
  if (settings === undefined) return [];
  const { freshness, thresholds, outcomes } = settings;
  const { policy, interval, debounce_ms: debounce, max_wait_ms: most } = freshness;
  return [
    `judged ${policy}${interval === undefined ? '' : ` ${interval}`}, ${debounce} ms after a change, at most ${most} ms`,
    ...ifAny('thresholds', thresholds),
    ...ifAny('outcomes by themselves', outcomes),
  ];
}

function ifAny(name: string, setting: object): string[] {
  return Object.keys(setting).length === 0 ? [] : [`${name}: ${JSON.stringify(setting)}`];
}
