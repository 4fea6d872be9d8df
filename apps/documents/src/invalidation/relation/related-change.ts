import { parseDocumentPath } from '@app/definition';
import { couldMatch, scalarKey } from '@app/filter';
import { sameJson } from '@app/json';
import { Content } from '../../document/document';
import { Draft, subjectAfter } from '../../document/draft';
import { subjectOf } from '../../document/document';
import { InForce } from '../../namespace/snapshot/in-force';
import { KnownEdge, edgesOf, isBlock, isSelf } from './edges';
import { attributeOf, idOfKey, joinKeys } from '../../document/join-key';

/** A change of a related document that concerns the answers of a judgment on the documents with a key. */
export interface RelatedChange {
  judgment: string;
  /** The attribute of the judged documents; empty for their id. */
  mine: string;
  /** The key in hex. */
  key: string;
  /** The document that changed, where its own answer is not concerned. */
  source?: string;
  /** Of a change that concerns one document by its id: the relation that joins them, and the related document that changed. */
  relation?: string;
  document?: string;
}

type Sides = Pick<Draft, 'id' | 'before' | 'after'>;

/**
 * What a draft changes for the answers of other documents: one entry for each judgment and key, however many documents have it.
 * @param recounted see `recountedEdges`; those of the document with itself are no concern of others
 */
export function relatedChanges(
  draft: Sides,
  inForce: InForce,
  nowMs: number,
  recounted: readonly KnownEdge[] = [],
): RelatedChange[] {
  const { before, after } = draft;
  const { all, touched } = edgesOf(inForce);
  if (all.length === 0) return [];
  const edges = before === null || after === null ? all : touched(before, after).map((index) => all[index]);
  const others = recounted.filter((edge) => !isSelf(edge));
  return [...new Set([...edges, ...others])]
    .filter((edge) => concerns(edge, draft, nowMs))
    .flatMap((edge) => changesOf(edge, draft));
}

function concerns(edge: KnownEdge, { id, before, after }: Sides, nowMs: number): boolean {
  const alone = before ?? after;
  if (before === null || after === null) {
    if (alone === null || (!edge.presence && !edge.paths.some((path) => holds(alone, path)))) return false;
  }
  if (edge.filter === null) return true;
  const subjects = [before && subjectOf(before), after && subjectAfter(id, after, nowMs)];
  return subjects.some((subject) => subject !== null && couldMatch(edge.filter, subject));
}

/** Whether a document has the member that a path leads into. */
function holds(content: Content, text: string): boolean {
  const path = parseDocumentPath(text, '');
  if ('keys' in path) return Object.hasOwn(content.state, path.keys[0]);
  return 'name' in path ? Object.hasOwn(content[path.root], path.name) : true;
}

/** What a change of a document, or of an answer about it, changes for the answers of the documents that an edge joins with it. */
export function changesOf(edge: KnownEdge, { id, before, after }: Sides): RelatedChange[] {
  const mine = attributeOf(edge.mine) ?? '';
  const source = mine === '' ? { relation: edge.relation, document: id } : isBlock(edge) ? { source: id } : {};
  const keys = keysOf(edge, id, before, after).filter((key) => mine !== '' || idOfKey(key) !== null);
  return [...new Set(keys.map((key) => key.toString('hex')))].map((key) => ({
    judgment: edge.judgmentId,
    mine,
    key,
    ...source,
  }));
}

/** The keys of the document before and after its change: both concern whom they join. */
function keysOf({ theirs }: KnownEdge, id: string, ...sides: (Content | null)[]): Buffer[] {
  const name = attributeOf(theirs);
  if (name === null) return [scalarKey(id)];
  const values = sides.flatMap((side) => (side && Object.hasOwn(side.attributes, name) ? [side.attributes[name]] : []));
  // Most changes leave the document with the same related ones.
  return (values.length === 2 && sameJson(values[0], values[1]) ? values.slice(1) : values).flatMap(joinKeys);
}

/** Keeps equal changes once, also those that different documents of a batch make: the last one is named. */
export class RelatedChanges {
  private readonly known = new Map<string, RelatedChange>();

  add(changes: readonly RelatedChange[]): void {
    for (const change of changes) {
      const { judgment, mine, key, source = '' } = change;
      this.known.set(`${judgment} ${mine} ${key} ${source}`, change);
    }
  }

  get all(): RelatedChange[] {
    return [...this.known.values()];
  }
}
