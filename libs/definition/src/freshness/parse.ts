import { invalid } from '@app/problem';
import { refuseClosed } from '../gate/gate';
import { policies } from './freshness';
import type { Freshness } from './freshness';
import { own, readInteger, readObject, readOneOf, refuseOthers, under } from '../reading/member';
import type { Members } from '../reading/member';
import { readDuration } from '../reading/duration';

const defaultDebounceMs = 2_000;
const waitPerDebounce = 10;
const longestDebounceMs = 86_400_000;
const shortestIntervalMs = 15 * 60_000;
const longestIntervalMs = 365 * 86_400_000;

export const defaultFreshness: Freshness = {
  policy: 'on_read',
  debounce_ms: defaultDebounceMs,
  max_wait_ms: waitPerDebounce * defaultDebounceMs,
  interval: null,
};

/** The member; undefined when it is left out or null, which both mean the default. */
function given(members: Members, member: string): unknown {
  return own(members, member) ?? undefined;
}

/**
 * Parses a freshness setting. Defaults: policy `on_read`, debounce 2,000 ms, maximum wait ten times the debounce.
 * @throws Problem `invalid_request`; `not_available_yet` for `fanout`
 */
export function parseFreshness(value: unknown, pointer: string): Freshness {
  const members = readObject(value, pointer);
  refuseClosed('freshness.fanout', members, 'fanout', pointer);
  refuseOthers(members, pointer, ['policy', 'debounce_ms', 'max_wait_ms', 'interval']);
  const place = (member: string) => under(pointer, member);
  const [policy, debounce, wait] = ['policy', 'debounce_ms', 'max_wait_ms'].map((member) => given(members, member));
  const freshness: Freshness = { ...defaultFreshness };
  if (policy !== undefined) freshness.policy = readOneOf(policy, place('policy'), policies);
  if (debounce !== undefined) {
    freshness.debounce_ms = readInteger(debounce, place('debounce_ms'), 0, longestDebounceMs);
  }
  freshness.max_wait_ms =
    wait === undefined
      ? waitPerDebounce * freshness.debounce_ms
      : readInteger(wait, place('max_wait_ms'), 0, waitPerDebounce * longestDebounceMs);
  if (freshness.max_wait_ms < freshness.debounce_ms) {
    const sentence = `\`max_wait_ms\` must be at least \`debounce_ms\` (${freshness.debounce_ms}).`;
    throw invalid('bad_bounds', place('max_wait_ms'), sentence);
  }
  freshness.interval = readInterval(freshness.policy, given(members, 'interval'), place('interval'));
  return freshness;
}

function readInterval(policy: Freshness['policy'], value: unknown, pointer: string): string | null {
  if (policy === 'interval') return readDuration(value, pointer, shortestIntervalMs, longestIntervalMs);
  if (value === undefined) return null;
  throw invalid('bad_bounds', pointer, 'Only policy `interval` has an `interval`; leave it out or change the policy.');
}

/**
 * Applies a merge patch to a freshness setting: a member that is left out stays, null resets it to the default. A maximum
 * wait that equals its default follows a new debounce. Another policy than `interval` removes the interval.
 */
export function mergeFreshness(current: Freshness, patch: unknown, pointer: string): Freshness {
  if (patch === null) return { ...defaultFreshness };
  const members = readObject(patch, pointer);
  const { interval, max_wait_ms: wait, ...kept } = current;
  const policy = own(members, 'policy') ?? (Object.hasOwn(members, 'policy') ? defaultFreshness.policy : kept.policy);
  return parseFreshness(
    {
      ...kept,
      ...(wait !== waitPerDebounce * kept.debounce_ms && { max_wait_ms: wait }),
      ...(policy === 'interval' && { interval }),
      ...members,
    },
    pointer,
  );
}
