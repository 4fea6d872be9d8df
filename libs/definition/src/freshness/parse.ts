import { invalid, notAvailableYet } from '@app/problem';
import type { BoolDefinition, Definition } from '../definition/definition';
import { mergeFanout, parseFanout } from './fanout';
import { policies } from './freshness';
import type { Freshness } from './freshness';
import { own, readInteger, readObject, readOneOf, refuseOthers, under } from '../reading/member';
import type { Members } from '../reading/member';
import { readDuration } from '../reading/duration';

const defaultDebounceMs = 2_000;
const debounceWithRelationsMs = 600_000;
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

export interface FreshnessContext {
  /** The debounce that a left-out `debounce_ms` means, see `debounceOf`; default 2,000. */
  debounceMs?: number;
  /** Checks the filter of `fanout.scope`; the port `ParseAppliesTo`. Without it a scope has no filter. */
  parseScope?: (filter: unknown, pointer: string) => unknown;
}

const refuseScope = (_filter: unknown, pointer: string): never => {
  throw notAvailableYet(pointer);
};

/** The debounce in milliseconds that a definition has by default: 10 minutes with relations and features, otherwise 2 s. */
export function debounceOf(definition: Definition): number {
  const { features = [] } = definition.type === 'bool' ? definition : ({} as Partial<BoolDefinition>);
  const isSlow = features.length > 0 && Object.keys(definition.context.related ?? {}).length > 0;
  return isSlow ? debounceWithRelationsMs : defaultDebounceMs;
}

/** The member; undefined when it is left out or null, which both mean the default. */
function given(members: Members, member: string): unknown {
  return own(members, member) ?? undefined;
}

/**
 * Parses a freshness setting. Defaults: policy `on_read`, debounce by the definition, maximum wait ten times the debounce.
 * @throws Problem `invalid_request`
 */
export function parseFreshness(value: unknown, pointer: string, context: FreshnessContext = {}): Freshness {
  const members = readObject(value, pointer);
  refuseOthers(members, pointer, ['policy', 'debounce_ms', 'max_wait_ms', 'interval', 'fanout']);
  const place = (member: string) => under(pointer, member);
  const [policy, debounce, wait] = ['policy', 'debounce_ms', 'max_wait_ms'].map((member) => given(members, member));
  const freshness: Freshness = { ...defaultFreshness, debounce_ms: context.debounceMs ?? defaultDebounceMs };
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
  const fanout = given(members, 'fanout');
  if (fanout === undefined) return freshness;
  const own = parseFanout(fanout, place('fanout'), context.parseScope ?? refuseScope);
  return Object.keys(own).length > 0 ? { ...freshness, fanout: own } : freshness;
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
export function mergeFreshness(
  current: Freshness,
  patch: unknown,
  pointer: string,
  context: FreshnessContext = {},
): Freshness {
  if (patch === null) return parseFreshness({}, pointer, context);
  const members = readObject(patch, pointer);
  const { interval, max_wait_ms: wait, fanout: set, ...kept } = current;
  const fanout = Object.hasOwn(members, 'fanout')
    ? mergeFanout(set ?? {}, members.fanout, under(pointer, 'fanout'), context.parseScope ?? refuseScope)
    : set;
  const policy = own(members, 'policy') ?? (Object.hasOwn(members, 'policy') ? defaultFreshness.policy : kept.policy);
  const { fanout: _patched, ...settings } = members;
  const merged = parseFreshness(
    {
      ...kept,
      ...(wait !== waitPerDebounce * kept.debounce_ms && { max_wait_ms: wait }),
      ...(policy === 'interval' && { interval }),
      ...settings,
    },
    pointer,
    context,
  );
  return { ...merged, ...(fanout && { fanout }) };
}
