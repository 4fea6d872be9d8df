import { parseDocumentPath } from '@app/definition';
import type { FanoutScope } from '@app/definition';
import type { RelationQuery } from '@app/contracts/documents';
import { SqlScope, filterSql, parseFilter } from '@app/filter';
import type { Filter, Where } from '@app/filter';
import { attributeOf } from '../document/join-key';
import { parseWhere } from '../invalidation/relation/edges';
import { scopeFilter } from '../namespace/snapshot/in-force';
import { Selected } from './scan-sql';

const none: Filter = { kind: 'all', of: [] };

/** The documents whose changes a relation reads: they join, fulfil its filter as far as it tells, and hold what it reads. */
export function relatedDocuments(namespaceId: string, spec: RelationQuery): Selected {
  const theirs = attributeOf(spec.theirs);
  const filters = [
    asFarAsKnown(parseWhere(spec.where) ?? none),
    holdsAny(spec.fields),
    theirs === null ? none : holds(theirs),
  ];
  return selected(namespaceId, { kind: 'all', of: filters });
}

/** The judged documents that a relation can concern. @param mine the attribute by which they join; null for their id */
export function concernedDocuments(namespaceId: string, mine: string | null, scope: FanoutScope | undefined): Selected {
  return selected(namespaceId, { kind: 'all', of: [mine === null ? none : holds(mine), scopeFilter(scope) ?? none] });
}

function selected(namespaceId: string, filter: Filter): Selected {
  const scope = new SqlScope({ firstParam: 1, namespaceId, judgment: () => undefined });
  const namespace = scope.namespaceParam();
  return { sql: `from document d where d.namespace_id = ${namespace} and ${filterSql(filter, scope)}`, scope };
}

function holds(attribute: string): Filter {
  return { kind: 'where', path: { root: 'attributes', name: attribute }, tests: [{ op: 'exists', value: true }] };
}

/** Whether a document has a value at one of the paths that a relation reads. */
function holdsAny(fields: readonly string[]): Filter {
  // A relation without fields shows answers alone, of every document that joins.
  if (fields.length === 0) return none;
  const paths = fields.map((field) => ({ field, path: parseDocumentPath(field, '') }));
  if (paths.some(({ path }) => !('keys' in path) && !('name' in path))) return none;
  const any = paths.map(({ field }) => ({ [field]: { exists: true } }));
  return parseFilter({ any }, { pointer: '', allow: { answers: false, within: false } });
}

/**
 * The filter where comparisons with the judged document hold, since no judged document is known, and tests of answers,
 * since these move.
 */
function asFarAsKnown(filter: Filter): Filter {
  if (filter.kind === 'where') return isUnknown(filter) ? none : filter;
  if (filter.kind === 'not') return holdsUnknown(filter.of) ? none : filter;
  return { kind: filter.kind, of: filter.of.map(asFarAsKnown) };
}

function holdsUnknown(filter: Filter): boolean {
  if (filter.kind === 'where') return isUnknown(filter);
  return filter.kind === 'not' ? holdsUnknown(filter.of) : filter.of.some(holdsUnknown);
}

function isUnknown({ path, tests }: Where): boolean {
  return path.root === 'answers' || tests.some(({ op }) => op === 'mine');
}
