import type { Schema } from '@app/sdk/client';
import { msOf, numberOf, secondsOf } from '../../../format/typed-number';

type Freshness = Schema<'FreshnessView'>;
type Body = Schema<'FreshnessBody'>;

/** Freshness as it is typed: seconds and counts as text, empty where nothing is typed. */
export interface FreshnessFields {
  policy: NonNullable<Body['policy']>;
  interval: string;
  debounce: string;
  maxWait: string;
  fanoutDebounce: string;
  fanoutMaxWait: string;
  rollingLimit: string;
  blockCap: string;
}

export function fieldsOf({ policy, interval = '', debounce_ms, max_wait_ms, fanout }: Freshness): FreshnessFields {
  return {
    policy: policy as FreshnessFields['policy'],
    interval,
    debounce: secondsOf(debounce_ms),
    maxWait: secondsOf(max_wait_ms),
    fanoutDebounce: secondsOf(fanout.debounce_ms),
    fanoutMaxWait: secondsOf(fanout.max_wait_ms),
    rollingLimit: String(fanout.rolling_limit),
    blockCap: String(fanout.block_cap),
  };
}

/**
 * The members that a person changed, and no other: one that is sent is the judgment's own from then on, and would no longer
 * follow the namespace's or the default. An emptied field goes back to those.
 */
export function changesOf(freshness: Freshness, typed: FreshnessFields): Body {
  const before = fieldsOf(freshness);
  const isMoved = (member: keyof FreshnessFields) => typed[member] !== before[member];
  const fanout = {
    ...(isMoved('fanoutDebounce') && { debounce_ms: msOf(typed.fanoutDebounce) }),
    ...(isMoved('fanoutMaxWait') && { max_wait_ms: msOf(typed.fanoutMaxWait) }),
    ...(isMoved('rollingLimit') && { rolling_limit: numberOf(typed.rollingLimit) }),
    ...(isMoved('blockCap') && { block_cap: numberOf(typed.blockCap) }),
  };
  return {
    ...(isMoved('policy') && { policy: typed.policy }),
    ...(isMoved('interval') && { interval: typed.interval === '' ? null : typed.interval }),
    ...(isMoved('debounce') && { debounce_ms: msOf(typed.debounce) }),
    ...(isMoved('maxWait') && { max_wait_ms: msOf(typed.maxWait) }),
    ...(Object.keys(fanout).length > 0 && { fanout }),
  };
}
