import { invalid } from '@app/problem';
import { readDuration } from '../reading/duration';
import { own, readInteger, readObject, refuseOthers, under } from '../reading/member';
import type { Json } from '../reading/value';
import type { FanoutScope, OwnFanout } from '../relation/edge';

const longestMs = 86_400_000;
const waitPerDebounce = 10;
const bounds = {
  debounce_ms: [0, longestMs],
  max_wait_ms: [0, longestMs],
  rolling_limit: [0, 100_000_000],
  block_cap: [2, 10_000],
} as const;
type Setting = keyof typeof bounds;
const settings = Object.keys(bounds) as Setting[];

/** Fan-out settings with every member in effect. */
export type Fanout = Required<Pick<OwnFanout, Setting>> & Pick<OwnFanout, 'scope'>;

/** What the specification gives where neither the judgment nor the namespace sets a member. */
const defaults = { debounce_ms: 600_000, rolling_limit: 300_000, block_cap: 1_000 };

/** What the specification gives where a namespace sets nothing; `enabled` and `share` are the namespace's alone. */
export const namespaceFanoutDefaults = {
  enabled: true,
  share: 0.5,
  max_wait_ms: waitPerDebounce * 600_000,
  ...defaults,
};

/** Checks the filter of a scope, which may read attributes and state only; the port `ParseAppliesTo`. */
type ParseScope = (filter: unknown, pointer: string) => unknown;

/**
 * Parses the fan-out settings of a judgment. It keeps what was sent alone, since the rest is the namespace's; null means
 * the same as leaving a member out.
 * @throws Problem `invalid_request`
 */
export function parseFanout(value: unknown, pointer: string, parseScope: ParseScope): OwnFanout {
  const members = readObject(value, pointer);
  refuseOthers(members, pointer, [...settings, 'scope']);
  const fanout: OwnFanout = {};
  for (const name of settings) {
    const sent = own(members, name) ?? undefined;
    const [min, max] = bounds[name];
    if (sent !== undefined) fanout[name] = readInteger(sent, under(pointer, name), min, max);
  }
  const { debounce_ms: debounce, max_wait_ms: wait } = fanout;
  if (wait !== undefined && wait < (debounce ?? 0)) {
    const sentence = `\`max_wait_ms\` must be at least \`debounce_ms\` (${debounce}).`;
    throw invalid('bad_bounds', under(pointer, 'max_wait_ms'), sentence);
  }
  const scope = own(members, 'scope') ?? undefined;
  return scope === undefined ? fanout : { ...fanout, scope: readScope(scope, under(pointer, 'scope'), parseScope) };
}

function readScope(value: unknown, pointer: string, parseScope: ParseScope): FanoutScope {
  const members = readObject(value, pointer);
  refuseOthers(members, pointer, ['created_within', 'where']);
  const scope: FanoutScope = {};
  if (Object.hasOwn(members, 'created_within')) {
    scope.created_within = readDuration(members.created_within, under(pointer, 'created_within'), 1);
  }
  if (Object.hasOwn(members, 'where')) {
    const where = readObject(members.where, under(pointer, 'where'));
    parseScope(where, under(pointer, 'where'));
    scope.where = where as { [key: string]: Json };
  }
  return scope;
}

/** Applies a merge patch: a member that is left out stays, null removes it, a scope replaces the scope. */
export function mergeFanout(
  current: OwnFanout,
  patch: unknown,
  pointer: string,
  parseScope: ParseScope,
): OwnFanout | undefined {
  if (patch === null) return undefined;
  const merged = parseFanout({ ...current, ...readObject(patch, pointer) }, pointer, parseScope);
  return Object.keys(merged).length > 0 ? merged : undefined;
}

/**
 * The fan-out settings in effect: the judgment's own, else the namespace's, else the specification's. A wait that the
 * judgment leaves out follows its own debounce, and no wait is shorter than the debounce.
 * @param namespace left out on a prefix, where no namespace is known
 */
export function fanoutInEffect(judgment: OwnFanout, namespace: Omit<OwnFanout, 'scope'> = {}): Fanout {
  const { debounce_ms = defaults.debounce_ms } = { ...namespace, ...judgment };
  const inherited = judgment.debounce_ms === undefined ? namespace.max_wait_ms : undefined;
  const wait = judgment.max_wait_ms ?? inherited ?? Math.min(longestMs, waitPerDebounce * debounce_ms);
  return { ...defaults, ...namespace, ...judgment, debounce_ms, max_wait_ms: Math.max(wait, debounce_ms) };
}
