import { sameJson } from '@app/json';
import { invalid } from '@app/problem';
import type { EngineRef } from '../definition/definition';
import { parseEngineRef, requireActive } from '../definition/engine';
import type { ActiveEngine } from '../definition/engine';
import { instantOf } from '../reading/instant';
import { own, readArray, readObject, readOneOf, readText, refuseOthers, refuseRepeats, under } from '../reading/member';

const sources = ['posted', 'rule', 'queue', 'implicit'] as const;
const maxSkipped = 16;

/** The outcomes that alternatives are compared on. Times as the client sent them. */
export interface AlternativesOutcomes {
  sources?: string[];
  since?: string;
  until?: string;
}

/** How a judgment is compared with its alternatives. The setting belongs to no version and may change at any time. */
export interface AlternativesSetting {
  /** Whether a run starts by itself after a fit, at most monthly. */
  automatic: boolean;
  /** Engines that are no automatic alternatives. */
  skip_engines: EngineRef[];
  /** Null means the filter of the fit. */
  outcomes: AlternativesOutcomes | null;
}

export const defaultAlternatives: AlternativesSetting = { automatic: false, skip_engines: [], outcomes: null };

/** Whether a setting says nothing but the defaults. */
export function isDefaultAlternatives(setting: AlternativesSetting): boolean {
  return sameJson(setting, defaultAlternatives);
}

/**
 * Applies a merge patch to a setting: a member that is left out stays, null resets it. Engines that are new to
 * `skip_engines` must be active, so that a misspelt version is noticed; those that it had may be so no longer.
 * @throws Problem `invalid_request`; `engine_version_unavailable`
 */
export function mergeAlternatives(
  current: AlternativesSetting,
  patch: unknown,
  engines: readonly ActiveEngine[],
  pointer: string,
): AlternativesSetting {
  if (patch === null) return defaultAlternatives;
  const members = readObject(patch, pointer);
  refuseOthers(members, pointer, ['automatic', 'skip_engines', 'outcomes']);
  const read = <T>(
    member: keyof AlternativesSetting,
    kept: T,
    reset: T,
    parse: (value: unknown, at: string) => T,
  ): T => {
    const value = own(members, member);
    if (value === undefined) return kept;
    return value === null ? reset : parse(value, under(pointer, member));
  };
  return {
    automatic: read('automatic', current.automatic, false, readBoolean),
    skip_engines: read('skip_engines', current.skip_engines, [], (value, at) =>
      readEngines(value, at, current.skip_engines, engines),
    ),
    outcomes: read('outcomes', current.outcomes, null, readOutcomes),
  };
}

/** Parses the setting of a create. @throws Problem as `mergeAlternatives` */
export function parseAlternatives(
  value: unknown,
  engines: readonly ActiveEngine[],
  pointer: string,
): AlternativesSetting {
  return mergeAlternatives(defaultAlternatives, value, engines, pointer);
}

function readBoolean(value: unknown, pointer: string): boolean {
  if (typeof value !== 'boolean') throw invalid('bad_type', pointer, `\`${pointer}\` must be true or false.`);
  return value;
}

function readEngines(
  value: unknown,
  pointer: string,
  known: readonly EngineRef[],
  active: readonly ActiveEngine[],
): EngineRef[] {
  const engines = readArray(value, pointer, 0, maxSkipped).map((item, index) => {
    const engine = parseEngineRef(item, under(pointer, index));
    if (!known.some((other) => sameJson(engine, other))) requireActive(engine, under(pointer, index), active);
    return engine;
  });
  refuseRepeats(
    engines.map(({ name, version }) => `${name} ${version}`),
    (index) => under(pointer, index),
  );
  return engines;
}

function readOutcomes(value: unknown, pointer: string): AlternativesOutcomes {
  const members = readObject(value, pointer);
  refuseOthers(members, pointer, ['sources', 'since', 'until']);
  const named = own(members, 'sources');
  const place = under(pointer, 'sources');
  const list =
    named === undefined
      ? undefined
      : readArray(named, place, 0, sources.length).map((source, index) =>
          readOneOf<string>(source, under(place, index), sources),
        );
  if (list) refuseRepeats(list, (index) => under(place, index));
  const [since, until] = (['since', 'until'] as const).map((member) =>
    own(members, member) === undefined ? undefined : readInstant(members[member], under(pointer, member)),
  );
  return {
    ...(list && { sources: list }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  };
}

function readInstant(value: unknown, pointer: string): string {
  const instant = instantOf(readText(value, pointer, 1, 64));
  if (instant !== undefined) return instant;
  throw invalid('bad_timestamp', pointer, `\`${pointer}\` must be a timestamp such as 2026-03-04T09:30:00.000Z.`);
}
