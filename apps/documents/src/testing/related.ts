import type { FetchedDocuments, JudgmentSnapshot, RelationEdge } from '@app/contracts/documents';

/** The edge of judgments on documents whose `attributes.customer` is the id of another one. */
export function aPointer(others: Partial<RelationEdge> = {}): RelationEdge {
  const join = { theirs: 'id', mine: 'attributes.customer' } as const;
  return { relation: 'customer', ...join, paths: ['state.tier'], presence: false, where: null, ...others };
}

/** The edge of judgments on documents that are named by `attributes.account` of others. */
export function anEntity(others: Partial<RelationEdge> = {}): RelationEdge {
  const join = { theirs: 'attributes.account', mine: 'id' } as const;
  const paths = ['state.text', 'attributes.account'];
  return { relation: 'messages', ...join, paths, presence: false, where: null, ...others };
}

/** The edge of judgments on documents that share `attributes.email` with others. */
export function aBlock(others: Partial<RelationEdge> = {}): RelationEdge {
  const join = { theirs: 'attributes.email', mine: 'attributes.email' } as const;
  const paths = ['state.name', 'attributes.email'];
  return { relation: 'same', ...join, paths, presence: true, where: null, ...others };
}

/** A judgment that follows related documents at once, and of the judged document reads `state.note` alone. */
export function related(...edges: RelationEdge[]): Partial<JudgmentSnapshot> {
  return { edges, fanout: { debounce_ms: 0, max_wait_ms: 0 } };
}

/** A fetch with the related documents that it has once put in their places. */
export function placed({ shared = [], ...fetched }: FetchedDocuments): FetchedDocuments {
  for (const { related: byDependent = {}, candidates = {} } of fetched.documents) {
    const lists = [
      ...Object.values(byDependent).flatMap((byName) => Object.values(byName)),
      ...Object.values(candidates),
    ];
    for (const list of lists) {
      if (list.shared) list.items = list.shared.map((place) => shared[place]);
      delete list.shared;
    }
  }
  return fetched;
}
