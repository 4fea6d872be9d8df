import type { Edge } from '@app/definition';
import { storedRelationFilter } from '@app/filter';
import type { Filter } from '@app/filter';
import { InForce, derivedOnce } from '../../namespace/snapshot/in-force';
import { InvalidationIndex, compileInvalidationIndex } from '../../answer/staleness/invalidation-index';
import { attributeOf } from '../../document/join-key';

/** An edge of a judgment that is in force, or that a more specific one hides. */
export interface KnownEdge extends Edge {
  judgmentId: string;
  /** `where`, parsed; null when every document that joins is related. */
  filter: Filter | null;
}

export interface Edges {
  all: readonly KnownEdge[];
  /** The edges that a change of a document's content touches. */
  touched: InvalidationIndex;
  /** Attributes of related documents that edges join by, whose links writes keep. */
  linked: readonly string[];
}

/** The edges of a namespace. */
export const edgesOf = derivedOnce(({ judgments, hidden }: InForce): Edges => {
  const all = [...judgments, ...hidden].flatMap(({ judgmentId, edges }) =>
    edges.map((edge) => ({ ...edge, judgmentId, filter: parseWhere(edge.where) })),
  );
  const linked = all.flatMap(({ theirs }) => attributeOf(theirs) ?? []);
  return {
    all,
    touched: compileInvalidationIndex(all.map(({ paths }) => ({ readPaths: paths }))),
    linked: [...new Set(linked)],
  };
});

/** The filter of a relation. */
export function parseWhere(where: Edge['where']): Filter | null {
  return where === null ? null : storedRelationFilter(where);
}

/** Whether a relation joins documents that share a key, so that a document does not relate to itself. */
export function isBlock({ theirs, mine }: Pick<Edge, 'theirs' | 'mine'>): boolean {
  return theirs !== 'id' && mine !== 'id';
}

/** Whether a relation joins a document with itself. */
export function isSelf({ theirs, mine }: Pick<Edge, 'theirs' | 'mine'>): boolean {
  return theirs === 'id' && mine === 'id';
}
