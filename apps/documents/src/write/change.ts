import { checkAttributesBytes, checkStateBytes } from '@app/document-write';
import { jsonBytes } from '@app/json';
import { AttributeDifferences, attributeDifferences } from '../document/attribute-rows';
import { Content } from '../document/document';
import { Draft, sameContent } from '../document/draft';
import { encodedState } from '../document/encoded-state';
import { isDirty } from '../group/dirty';
import { ownDependents, recountedEdges } from '../invalidation/relation/counted-answers';
import { edgesOf } from '../invalidation/relation/edges';
import { LinkDifferences, linkDifferences } from '../invalidation/relation/link-differences';
import { RelatedChange, RelatedChanges, relatedChanges } from '../invalidation/relation/related-change';
import { InForce } from '../namespace/snapshot/in-force';
import { InvalidatedAnswers, invalidatedAnswers } from '../answer/staleness/invalidated-answers';

const kinds = ['insert', 'update', 'delete', 'check'] as const;
/** What the commit does with a document. One that is only checked must not have changed since it was read. */
export type ChangeKind = (typeof kinds)[number];

/** A document of a change. */
export interface ChangedDocument {
  id: string;
  kind: ChangeKind;
  /** The version that the write read; 0 of an absent document. */
  read: number;
  /** Content of an inserted or updated document. */
  content: ContentText | null;
  /** Index into the change's `invalidated`; null when the document invalidates no answer. */
  invalidated: number | null;
}

/** The content of a document as it is stored. */
export interface ContentText {
  /** JSON texts. */
  attributes: string;
  state: string;
  images: string;
  /** Digests of the state, in hex (`DigestedState`). */
  digest: string;
  /** Null for the time of the commit. */
  createdAt: string | null;
  /** Bytes of attributes and state, as `jsonBytes` measures them. */
  bytes: number;
}

/** Everything that one commit changes. */
export interface Change {
  /** Those that change stand before those that are only checked. */
  documents: ChangedDocument[];
  /** How many documents change. */
  changed: number;
  /** Each set of answers once; documents of a batch often invalidate the same. */
  invalidated: InvalidatedAnswers[];
  attributes: AttributeDifferences;
  /** Differences of the names that relations join by. */
  links: LinkDifferences;
  /** What the change means for the answers of other documents. */
  related: RelatedChange[];
  /** Ids of documents that count anew in groups. */
  dirty: string[];
  /** What the namespace gains, or loses below 0. */
  growth: { documents: number; bytes: number };
}

/**
 * The change that drafts amount to, or null when they change nothing.
 * @throws Problem `too_large`, reasons `state_bytes`, `attributes`
 */
export function changeOf(drafts: readonly Draft[], inForce: InForce, nowMs: number): Change | null {
  const ordered = drafts
    .map((draft) => ({ draft, kind: kindOf(draft) }))
    .filter((entry): entry is { draft: Draft; kind: ChangeKind } => entry.kind !== null)
    .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
  const changed = ordered.filter(({ kind }) => kind !== 'check').length;
  if (changed === 0) return null;
  const sets = new InvalidatedSets();
  const attributes: AttributeDifferences = { added: [], removed: [] };
  const links: LinkDifferences = { added: [], removed: [] };
  const related = new RelatedChanges();
  const dirty: string[] = [];
  const { linked } = edgesOf(inForce);
  const growth = { documents: 0, bytes: 0 };
  const documents = ordered.map(({ draft, kind }, index): ChangedDocument => {
    const { id, before, after, pointer } = draft;
    const document = { id, kind, read: before?.version ?? 0, content: null, invalidated: null };
    if (kind === 'check') return document;
    const { added, removed } = attributeDifferences(index + 1, before?.attributes ?? {}, after?.attributes ?? {});
    attributes.added.push(...added);
    attributes.removed.push(...removed);
    if (linked.length > 0) {
      const { added: linksAdded, removed: linksRemoved } = linkDifferences(index + 1, before, after, linked);
      links.added.push(...linksAdded);
      links.removed.push(...linksRemoved);
    }
    const recounted = recountedEdges(draft, inForce, nowMs);
    related.add(relatedChanges(draft, inForce, nowMs, recounted));
    growth.bytes -= before?.bytes ?? 0;
    if (kind === 'delete' || after === null) {
      if (isDirty(draft, null, inForce)) dirty.push(id);
      growth.documents -= 1;
      return document;
    }
    if (kind === 'insert') growth.documents += 1;
    const content = contentText(after, kind, pointer);
    growth.bytes += content.bytes;
    const answers = invalidatedAnswers(draft, inForce, nowMs, { recounted: ownDependents(recounted) });
    if (isDirty(draft, answers, inForce)) dirty.push(id);
    return { ...document, content, invalidated: sets.indexOf(answers) };
  });
  const effects = { attributes, links, related: related.all, dirty };
  return { documents, changed, invalidated: sets.all, ...effects, growth };
}

/**
 * A change that leaves some answers alone.
 * @param drafts that the change was made of
 * @param standing by document id, the judgments that read the same as before
 */
export function withStanding(
  change: Change,
  drafts: readonly Draft[],
  inForce: InForce,
  nowMs: number,
  standing: ReadonlyMap<string, ReadonlySet<string>>,
): Change {
  const byId = new Map(drafts.map((draft) => [draft.id, draft]));
  const leftOf = (draft: Draft, stands: ReadonlySet<string>): InvalidatedAnswers => {
    const recounted = ownDependents(recountedEdges(draft, inForce, nowMs));
    return invalidatedAnswers(draft, inForce, nowMs, { standing: stands, recounted });
  };
  const sets = new InvalidatedSets();
  const documents = change.documents.map((document) => {
    if (document.invalidated === null) return document;
    const stands = standing.get(document.id);
    const set = change.invalidated[document.invalidated];
    return { ...document, invalidated: sets.indexOf(stands ? leftOf(byId.get(document.id)!, stands) : set) };
  });
  return { ...change, documents, invalidated: sets.all };
}

/** Null for a document that the write neither changes nor depends on. */
function kindOf({ before, after, skipped }: Draft): ChangeKind | null {
  if (skipped || (before === null && after === null)) return before === null ? null : 'check';
  if (after === null) return 'delete';
  if (before === null) return 'insert';
  return sameContent(before, after) ? 'check' : 'update';
}

/** @throws Problem `too_large`, reasons `state_bytes`, `attributes` */
function contentText(content: Content, kind: ChangeKind, pointer: string): ContentText {
  const attributes = JSON.stringify(content.attributes);
  const { text: state, digest } = encodedState(content.state);
  const stateBytes = jsonBytes(content.state, state);
  const attributesBytes = jsonBytes(content.attributes, attributes);
  checkStateBytes(stateBytes, `${pointer}/state`);
  checkAttributesBytes(attributesBytes, `${pointer}/attributes`);
  return {
    attributes,
    state,
    images: JSON.stringify(content.images),
    digest,
    createdAt: kind === 'insert' ? content.created_at : null,
    bytes: stateBytes + attributesBytes,
  };
}

/** Keeps equal sets of invalidated answers once. */
export class InvalidatedSets {
  readonly all: InvalidatedAnswers[] = [];
  private readonly known = new Map<string, number>();

  /** @returns null for a set without answers */
  indexOf(set: InvalidatedAnswers): number | null {
    const { judge, invalidate, invalidateOtherVersions, entered } = set;
    const lists = [judge, invalidate, Object.entries(invalidateOtherVersions), Object.entries(entered)];
    if (lists.every((list) => list.length === 0)) return null;
    const key = lists.map((list) => list.join(' ')).join('|');
    const index = this.known.get(key) ?? this.all.push(set) - 1;
    this.known.set(key, index);
    return index;
  }
}

export function notifies({ invalidated }: Change): boolean {
  return invalidated.some(({ judge }) => judge.length > 0);
}

/** Whether a document may have come into the scope of fan-outs of a judgment that is then notified. */
export function notifiesOfScopes({ invalidated }: Change): boolean {
  return invalidated.some(({ entered }) => Object.values(entered).includes(true));
}

export function deletes({ documents }: Change): boolean {
  return documents.some(({ kind }) => kind === 'delete');
}
