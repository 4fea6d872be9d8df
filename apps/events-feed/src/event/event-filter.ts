import { scopeCovers, scopePattern } from '@app/contracts';
import { EventType, typesOfPattern } from '@app/contracts/events';
import { invalid } from '@app/problem';

/** Which of its organization's events one reader gets. */
export interface EventFilter {
  /** Null means every type. */
  types: ReadonlySet<string> | null;
  /** An event's namespace must lie in each of these: the key's scope, and the requested prefix if there is one. */
  scopes: readonly string[];
}

/** What a filter reads of an event. */
export interface FilteredEvent {
  type: string;
  /** Null for an event of the organization. */
  namespace: string | null;
}

/**
 * @param types comma-separated event types and patterns; undefined means every type
 * @throws Problem `invalid_request` for an unknown type, or for a prefix that is no scope
 */
export function parseFilter(keyScope: string, types: string | undefined, prefix: string | undefined): EventFilter {
  if (prefix !== undefined && !scopePattern.test(prefix)) {
    throw invalid(
      'bad_namespace',
      '/namespace_prefix',
      'Send `*`, a namespace, or a prefix that ends in `/`, `/*` or `*`.',
    );
  }
  return { types: parseTypes(types), scopes: prefix === undefined ? [keyScope] : [keyScope, prefix] };
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
export function matches({ types, scopes }: EventFilter, { type, namespace }: FilteredEvent): boolean {
  if (types !== null && !types.has(type)) return false;
  return scopes.every((scope) => isWithin(scope, namespace));
}

/** Whether a scope covers an event. @param namespace null for an event of the organization */
export function isWithin(scope: string, namespace: string | null): boolean {
  return scope === '*' || (namespace !== null && scopeCovers(scope, namespace));
}
