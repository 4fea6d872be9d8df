import { scopeCovers, scopePattern } from '@app/contracts';
import { EventType, FeedOrder, SubjectKind, subjectKinds, typesOfPattern } from '@app/contracts/events';
import { invalid } from '@app/problem';
import type { Subject } from '../log/log';

/** Which of its organization's events one reader gets. */
export interface EventFilter {
  /** Null means every type. */
  types: ReadonlySet<string> | null;
  /** An event's namespace must lie in each of these: the key's scope, and the requested prefix if there is one. */
  scopes: readonly string[];
  /** What an event must be about, the most telling first. */
  subjects: readonly Subject[];
  /** When an event must have been recorded, in milliseconds since 1970: from the first on, before the second. */
  sinceMs: number;
  untilMs: number;
}

/** What a reader asks for beside types and namespaces. */
export type Asked = Partial<Record<SubjectKind | 'since' | 'until', string>>;

/** What a filter reads of an event. */
export interface FilteredEvent {
  type: string;
  /** Null for an event of the organization. */
  namespace: string | null;
  recordedAtMs: number;
  /** Whether it is about all the subjects. */
  isAbout: boolean;
}

/**
 * @param types comma-separated event types and patterns; undefined means every type
 * @throws Problem `invalid_request` for an unknown type, or for a prefix that is no scope
 */
export function parseFilter(
  keyScope: string,
  types: string | undefined,
  prefix: string | undefined,
  asked: Asked = {},
): EventFilter {
  if (prefix !== undefined && !scopePattern.test(prefix)) {
    throw invalid(
      'bad_namespace',
      '/namespace_prefix',
      'Send `*`, a namespace, or a prefix that ends in `/`, `/*` or `*`.',
    );
  }
  const [sinceMs, untilMs] = [timeOf(asked.since, -Infinity), timeOf(asked.until, Infinity)];
  if (untilMs <= sinceMs) throw invalid('bad_bounds', '/until', 'Send an `until` that is later than `since`.');
  return {
    types: parseTypes(types),
    scopes: prefix === undefined ? [keyScope] : [keyScope, prefix],
    subjects: subjectKinds.flatMap((kind) => {
      const name = asked[kind];
      return name === undefined ? [] : [{ kind, name }];
    }),
    sinceMs,
    untilMs,
  };
}

function timeOf(at: string | undefined, otherwise: number): number {
  return at === undefined ? otherwise : Date.parse(at);
}

function parseTypes(text: string | undefined): ReadonlySet<string> | null {
  if (text === undefined) return null;
  const types = new Set<EventType>();
  for (const pattern of text.split(',')) {
    const matching = typesOfPattern(pattern.trim());
    if (matching.length === 0) {
      throw invalid(
        'bad_enum',
        '/types',
        `\`${pattern}\` matches no event type; send types, or patterns such as \`job.*\`.`,
      );
    }
    matching.forEach((type) => types.add(type));
  }
  return types;
}

/** Whether a reader gets an event. Events of the organization show only where every scope is `*`. */
export function matches(filter: EventFilter, { type, namespace, recordedAtMs, isAbout }: FilteredEvent): boolean {
  const { types, scopes, sinceMs, untilMs } = filter;
  if (!isAbout || recordedAtMs < sinceMs || recordedAtMs >= untilMs) return false;
  if (types !== null && !types.has(type)) return false;
  return scopes.every((scope) => isWithin(scope, namespace));
}

/** Whether a scope covers an event. @param namespace null for an event of the organization */
export function isWithin(scope: string, namespace: string | null): boolean {
  return scope === '*' || (namespace !== null && scopeCovers(scope, namespace));
}

/** Transactions that record wait for each other, so that the times of neighbours may stand in another order than the log. */
const spreadMs = 60_000;
/** The last millisecond whose day is a date of four digits. */
const lastMs = Date.parse('9999-12-31T23:59:59.999Z');

/** Where a walk begins, in milliseconds since 1970: at the bound of its filter, and some before. Null without a bound. */
export function momentOf({ sinceMs, untilMs }: EventFilter, order: FeedOrder): number | null {
  const ms = order === 'newest' ? untilMs + spreadMs : sinceMs - spreadMs;
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), lastMs) : null;
}

/** Whether a walk has gone by the other bound of its filter, so that nothing behind it matches. */
export function isPast({ sinceMs, untilMs }: EventFilter, order: FeedOrder, recordedAtMs: number): boolean {
  return order === 'newest' ? recordedAtMs < sinceMs - spreadMs : recordedAtMs >= untilMs + spreadMs;
}
