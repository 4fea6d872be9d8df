import { EventType, scopeCovers, scopePattern, typesOfPattern } from '@app/contracts';
import { invalid } from '@app/problem';

/** What one reader may and wants to see of its organization's events. */
export interface EventFilter {
  /** Null: every type. */
  types: ReadonlySet<string> | null;
  /** Scopes in all of which an event's namespace must lie: the key's, and the filter's when there is one. */
  scopes: readonly string[];
}

export interface Seen {
  type: string;
  namespace: string | null;
}

/** @throws Problem `invalid_request` for a type, pattern or prefix that cannot be */
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
    const named = typesOfPattern(pattern.trim());
    if (named.length === 0) {
      throw invalid(
        'bad_enum',
        '/types',
        `No event type is named by \`${pattern}\`; send types or patterns like \`job.*\`.`,
      );
    }
    named.forEach((type) => types.add(type));
  }
  return types;
}

/** Whether a reader sees an event; those of the organization show only where every namespace does. */
export function sees({ types, scopes }: EventFilter, { type, namespace }: Seen): boolean {
  if (types !== null && !types.has(type)) return false;
  return scopes.every((scope) => scope === '*' || (namespace !== null && scopeCovers(scope, namespace)));
}
