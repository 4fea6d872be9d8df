import fc from 'fast-check';

/** A stored document of a world. */
export interface Stored {
  id: string;
  attributes: { at: string; list: string[]; n: number };
  state: { tier: string };
  /** With the judgment that others may read. */
  answers?: { base?: { p?: number | null } };
}

/** A relation of a world. */
export interface WorldRelation {
  join: { theirs: string; mine: string };
  where?: {
    'attributes.n'?: { gte: number };
    'state.tier'?: { in: readonly string[] };
    'answers.base.p'?: { gte: number };
  };
  answers?: readonly object[];
}

/** Numbers that a world's judgment has of the documents of each of its relations. */
const kinds = ['count', 'sum', 'share'] as const;
export type Kind = (typeof kinds)[number];
export const numbers = fc.subarray([...kinds]);

const wanted: Record<Kind, object> = {
  count: { aggregate: 'count' },
  sum: { aggregate: 'sum', path: 'attributes.n' },
  share: { aggregate: 'share', where: { 'state.tier': 'red' } },
};

/** The features of a world's judgment. */
export function featuresOf(relations: readonly string[], of: readonly Kind[]): object[] {
  return relations.flatMap((relation) =>
    of.map((kind) => ({ name: `${relation}-${kind}`, of: relation, ...wanted[kind] })),
  );
}

/** The same numbers of a document, made of all documents of the world. */
export function recomputed(
  relations: Readonly<Record<string, WorldRelation>>,
  of: readonly Kind[],
  mine: Stored,
  all: readonly Stored[],
): Record<string, number | null> {
  const made = Object.entries(relations).flatMap(([name, relation]) => {
    const related = all.filter((theirs) => joins(relation, mine, theirs) && holds(relation, theirs));
    return of.map((kind) => [`${name}-${kind}`, numberOf(kind, related)] as const);
  });
  return Object.fromEntries(made);
}

function numberOf(kind: Kind, related: readonly Stored[]): number | null {
  if (kind === 'count') return related.length;
  if (related.length === 0) return null;
  if (kind === 'sum') return related.reduce((sum, { attributes }) => sum + attributes.n, 0);
  return related.filter(({ state }) => state.tier === 'red').length / related.length;
}

function joins({ join }: WorldRelation, mine: Stored, theirs: Stored): boolean {
  // Documents that share a key are related to each other, and none to itself.
  if (join.mine !== 'id' && join.theirs !== 'id' && mine.id === theirs.id) return false;
  const keys = keysAt(mine, join.mine);
  return keysAt(theirs, join.theirs).some((key) => keys.includes(key));
}

function keysAt({ id, attributes }: Stored, path: string): string[] {
  if (path === 'id') return [id];
  return path === 'attributes.at' ? [attributes.at] : attributes.list;
}

function holds({ where = {} }: WorldRelation, { attributes, state, answers }: Stored): boolean {
  const least = where['attributes.n']?.gte ?? -Infinity;
  const likely = where['answers.base.p']?.gte;
  if (likely !== undefined && (answers?.base?.p ?? -1) < likely) return false;
  return attributes.n >= least && (where['state.tier']?.in.includes(state.tier) ?? true);
}
