import { Definition, Relation, relationClass, under } from '@app/definition';
import { PlacedCondition, Subject, formatPath, placedConditions } from '@app/filter';

/** A path of stored data that a definition reads, and where its request names it. */
export interface Place {
  /** JSON pointer. */
  pointer: string;
  /** Normalised, under `attributes` or `state`. */
  path: string;
  /** The relation whose documents are read; null for the judged document. */
  of: string | null;
  /** Documents are related by a value there, so each of them has one. */
  isJoin?: true;
}

/** A relation of a recipe, with its place. */
export interface PlacedRelation {
  name: string;
  relation: Relation;
  pointer: string;
  /** Whose paths it reads: its own documents', and null where that is the judged document itself. */
  of: string | null;
}

export function placedRelations({ context }: Pick<Definition, 'context'>): PlacedRelation[] {
  return Object.entries(context.related ?? {}).map(([name, relation]) => {
    const of = relationClass(relation.join) === 'self' ? null : name;
    return { name, relation, pointer: under('/context/related', name), of };
  });
}

/** The conditions of an optional filter. */
export function conditionsOf(filter: object | undefined, pointer: string): PlacedCondition[] {
  return filter === undefined ? [] : placedConditions(filter, pointer);
}

/** Whether a path leads to what users store; the other paths have a value in every document. */
export function isStored(path: string): boolean {
  return /^(attributes|state)\./.test(path);
}

/** The path of a condition, in its normalised spelling. */
export function pathOf({ path }: Pick<PlacedCondition, 'path'>): string {
  return formatPath(path);
}

/** Where a document comes from that is looked at: contexts show it, or a look brought it. */
export type Source = 'context' | 'look';

/** What of a document is looked at. */
export type Looked = Omit<Subject, 'answer' | 'attributes' | 'state'> & { attributes: object; state: object };

/** A document for filters that read no answers. */
export function subjectOf(document: Looked): Subject {
  return { ...(document as Omit<Subject, 'answer'>), answer: () => null };
}
