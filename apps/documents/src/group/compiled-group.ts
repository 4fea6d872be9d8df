import { scopeChain } from '@app/definition';
import { conditions, filterPaths, parseFilter, parsePath } from '@app/filter';
import type { Filter, FilterPath } from '@app/filter';
import { Problem } from '@app/problem';
import { InForce, derivedOnce } from '../namespace/snapshot/in-force';
import { StoredGroup } from '../namespace/snapshot/snapshot.store';
import { InvalidationIndex, compileInvalidationIndex } from '../answer/staleness/invalidation-index';
import { Aggregate, AggregateKind, GroupDefinition } from './parse-group';

export interface CompiledAggregate {
  kind: AggregateKind;
  /** Null for every document. */
  path: FilterPath | null;
  filter: Filter | null;
}

/** A group with what tells which changes move its values. */
export interface CompiledGroup extends Pick<StoredGroup, 'name' | 'scope' | 'generation'> {
  /** The key attribute. */
  attribute: string;
  /** The aggregates by ascending name, as members and values keep their numbers. */
  aggregates: readonly CompiledAggregate[];
  /** Names of the judgments that it reads. */
  judgments: readonly string[];
  /** Names of those whose calibrated numbers it reads. */
  calibrated: readonly string[];
  /** Paths of the document that it reads. */
  paths: readonly string[];
}

/** The groups in force in a namespace. */
export interface Groups {
  all: readonly CompiledGroup[];
  /** Ids of the judgments that groups read. */
  judgmentIds: ReadonlySet<string>;
  /** Paths of the document on which their values depend. */
  paths: readonly string[];
  /** The groups whose paths a change of a document touches. */
  touched: InvalidationIndex;
}

const never: Filter = { kind: 'any', of: [] };

/** The groups of a namespace: of each name the one on the most specific scope. */
export const groupsOf = derivedOnce((inForce: InForce): Groups => {
  const byName = new Map<string, StoredGroup>();
  for (const scope of scopeChain(inForce.namespace)) {
    for (const group of inForce.groups.get(scope) ?? []) if (!byName.has(group.name)) byName.set(group.name, group);
  }
  const all = [...byName.values()].map(compileGroup);
  const judgments = [...new Set(all.flatMap((group) => group.judgments))].flatMap(
    (name) => inForce.byName.get(name) ?? [],
  );
  const applying = new Map(judgments.map(({ name, appliesToFilter }) => [name, documentPaths(appliesToFilter)]));
  const reading = ({ paths, judgments: names }: CompiledGroup) => [
    ...new Set([...paths, ...names.flatMap((name) => applying.get(name) ?? [])]),
  ];
  return {
    all,
    judgmentIds: new Set(judgments.map(({ judgmentId }) => judgmentId)),
    paths: all.flatMap(reading),
    touched: compileInvalidationIndex(all.map((group) => ({ readPaths: reading(group) }))),
  };
});

export function compileGroup({ name, scope, generation, body }: StoredGroup): CompiledGroup {
  const { key, aggregates: stored } = body as GroupDefinition;
  const keyPath = parsePath(key, '/key');
  const aggregates = aggregateNames(stored).map((aggregate) => compileAggregate(stored[aggregate]));
  const paths = aggregates.flatMap(({ path }) => (path === null ? [] : [path]));
  const read = [
    ...paths,
    ...aggregates.flatMap(({ filter }) => (filter ? conditions(filter).map((one) => one.path) : [])),
  ];
  const fields = read.flatMap((path) => (path.root === 'answers' ? [path] : []));
  return {
    name,
    scope,
    generation,
    aggregates,
    attribute: 'name' in keyPath ? keyPath.name : '',
    judgments: [...new Set(fields.map(({ judgment }) => judgment))],
    calibrated: [...new Set(fields.flatMap(({ judgment, field }) => (field.kind === 'calibrated' ? [judgment] : [])))],
    paths: [
      ...new Set([
        key,
        ...Object.values(stored).flatMap(({ path }) =>
          path === undefined || path.startsWith('answers.') ? [] : [path],
        ),
        ...aggregates.flatMap(({ filter }) => documentPaths(filter)),
      ]),
    ],
  };
}

/** The order in which members and values keep the numbers of aggregates. */
export function aggregateNames(aggregates: GroupDefinition['aggregates']): string[] {
  return Object.keys(aggregates).sort((a, b) => (a < b ? -1 : 1));
}

function compileAggregate({ aggregate: kind, path, where }: Aggregate): CompiledAggregate {
  return {
    kind,
    path: path === undefined ? null : parsePath(path, ''),
    filter: where === undefined ? null : storedFilter(where),
  };
}

/** A stored filter that no request may send any more holds for no document. */
function storedFilter(json: object): Filter {
  try {
    return parseFilter(json, { pointer: '', allow: { answers: true, within: false } });
  } catch (error) {
    if (error instanceof Problem) return never;
    throw error;
  }
}

function documentPaths(filter: Filter | null): string[] {
  return filter === null ? [] : filterPaths(filter).filter((path) => !path.startsWith('answers.'));
}
