import type { NamespaceRef } from '@app/contracts';
import { couldMatch } from '@app/filter';
import type { Tx } from '@app/persistence';
import { AnswerBody } from '../../answer/answer-row';
import { subjectOf } from '../../document/document';
import { readForWrite } from '../../document/document.store';
import { KnownEdge, isSelf } from '../relation/edges';
import { RelatedChanges, changesOf } from '../relation/related-change';
import { hasMoved, watchesOf } from '../relation/watch';
import { InForce, JudgmentInForce, NamespaceInForce, appliesTo } from '../../namespace/snapshot/in-force';
import { GatheredDocuments } from './gather';
import { invalidateGathered } from './gathering';
import { addChanges } from './inbox.store';

/** An answer that other judgments read, and the one that has replaced it; `before` is null for a first answer. */
export interface WatchedAnswer {
  document: string;
  judgment: string;
  before: AnswerBody | null;
  after: AnswerBody;
}

/** Related documents that are held in memory together. */
const fewDocuments = 16;

/**
 * Invalidates the answers of judgments that read what has moved of other answers: a band, a side of a cut, an option or a
 * tested condition. Those about the same document at once, those about other documents as any related change. The caller
 * holds the locks of the answered documents.
 * @returns whether there are changes for the worker of related changes
 */
export async function followMovedAnswers(
  tx: Tx,
  place: NamespaceInForce,
  ref: NamespaceRef,
  watched: readonly WatchedAnswer[],
): Promise<boolean> {
  const edges = movedEdges(place.inForce, watched);
  if (edges.size === 0) return false;
  const changes = new RelatedChanges();
  const own = new Map<string, Map<string, string>>();
  const ids = [...edges.keys()];
  for (let at = 0; at < ids.length; at += fewDocuments) {
    const { documents } = await readForWrite(tx, ref, ids.slice(at, at + fewDocuments), {
      maxBytes: Number.MAX_SAFE_INTEGER,
    });
    for (const [id, document] of documents) {
      const subject = subjectOf(document);
      for (const { edge, upstream } of edges.get(id) ?? []) {
        // An answer that does not count reads as none, before and after.
        if (!appliesTo(upstream, subject, 0) || !couldMatch(edge.filter, subject)) continue;
        if (isSelf(edge)) own.set(edge.judgmentId, (own.get(edge.judgmentId) ?? new Map()).set(id, edge.relation));
        else changes.add(changesOf(edge, { id, before: document, after: null }));
      }
    }
  }
  if (changes.all.length > 0) await addChanges(tx, place.namespaceId, changes.all);
  if (own.size > 0) {
    const { rows } = await tx.query<{ at: Date }>(`select date_trunc('milliseconds', app.now()) as at`);
    const [{ at: changedAt }] = rows;
    const documents = new Map([...own].map(([judgmentId, ids]) => [judgmentId, ownDocuments(ids, changedAt)]));
    await invalidateGathered(tx, place, ref, { documents, changedAt, cause: 'upstream' });
  }
  return changes.all.length > 0;
}

/** Documents whose answers an answer about themselves makes stale. @param relations by the id of the document */
function ownDocuments(relations: ReadonlyMap<string, string>, changedAt: Date): GatheredDocuments {
  const changed_at = changedAt.toISOString();
  return new Map([...relations].sort().map(([document, relation]) => [document, { relation, document, changed_at }]));
}

/** An edge that reads what has moved of the answers of a judgment. */
interface MovedEdge {
  edge: KnownEdge;
  upstream: JudgmentInForce;
}

/** By the answered document. */
function movedEdges(inForce: InForce, watched: readonly WatchedAnswer[]): Map<string, MovedEdge[]> {
  const watches = watchesOf(inForce);
  const moved = new Map<string, MovedEdge[]>();
  for (const { document, judgment, before, after } of watched) {
    const upstream = inForce.byId.get(judgment);
    if (upstream === undefined) continue;
    const found = (watches.get(judgment) ?? [])
      .filter((watch) => hasMoved(watch, { type: upstream.type, before, after }))
      .map(({ edge }) => ({ edge, upstream }));
    if (found.length > 0) moved.set(document, [...(moved.get(document) ?? []), ...found]);
  }
  return moved;
}
