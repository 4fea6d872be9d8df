import type { NamespaceRef } from '@app/contracts';
import type { Named, Queryable } from '@app/persistence';
import { answersSql } from '../answer/answer-row';
import { RevisionRow, Revisions, revisionColumns, revisionsOf } from '../snapshot/revision.store';

/** Which parts of documents a statement selects. */
export interface Parts {
  attributes: boolean;
  state: boolean;
  images: boolean;
  answers: boolean;
}

export const noParts: Parts = { attributes: false, state: false, images: false, answers: false };
export const allParts: Parts = { attributes: true, state: true, images: true, answers: true };

/** A document as a read selects it: its JSON members are texts, which pass into the reply unparsed. */
export interface DocumentText {
  id: string;
  version: string;
  attributes: string;
  state: string;
  images: string;
  created_at: Date;
  updated_at: Date;
  answers: string | null;
}

/** A namespace as a statement read it together with its documents. */
export interface NamespaceState {
  namespaceId: string;
  /** Judging is paused. */
  paused: boolean;
  revisions: Revisions;
}

/** The columns of a statement that `namespaceStateOf` reads. */
export const namespaceColumns = `n.id as namespace_id, n.paused, ${revisionColumns}`;

export interface NamespaceStateRow extends RevisionRow {
  namespace_id: string;
  paused: boolean;
}

export function namespaceStateOf(row: NamespaceStateRow): NamespaceState {
  return { namespaceId: row.namespace_id, paused: row.paused, revisions: revisionsOf(row) };
}

export interface ReadRows extends NamespaceState {
  documents: DocumentText[];
}

interface Row extends NamespaceStateRow, Omit<DocumentText, 'id'> {
  id: string | null;
}

/** The columns of document `d`; parts that are not selected are null. */
export function documentColumns(parts: Parts, answers = answersSql()): string {
  const text = (name: 'attributes' | 'state' | 'images') =>
    parts[name] ? `d.${name}::text as ${name}` : `null as ${name}`;
  const members = [text('attributes'), text('state'), text('images'), `${parts.answers ? answers : 'null'} as answers`];
  return `d.id, d.version, d.created_at, d.updated_at, ${members.join(', ')}`;
}

const statements = new Map<string, Named>();

/** One prepared statement for each combination of parts. */
function statement(parts: Parts): Named {
  const names = (['attributes', 'state', 'images', 'answers'] as const).filter((name) => parts[name]);
  const key = names.map((name) => name.slice(0, 2)).join('');
  const known = statements.get(key);
  if (known) return known;
  const made: Named = {
    name: `read-${key}`,
    text: `select ${namespaceColumns}, ${documentColumns(parts)}
      from namespace n left join document d on d.namespace_id = n.id and d.id = any($3::text[])
      where n.organization = $1 and n.name = $2`,
  };
  statements.set(key, made);
  return made;
}

/** Documents and their answers in one round trip and from one database snapshot; null when the namespace does not exist. */
export async function readDocuments(
  from: Queryable,
  { organization, namespace }: NamespaceRef,
  ids: readonly string[],
  parts: Parts,
): Promise<ReadRows | null> {
  const { rows } = await from.query<Row>(statement(parts), [organization, namespace, ids]);
  if (rows.length === 0) return null;
  const documents = rows.filter((row): row is Row & { id: string } => row.id !== null);
  return { ...namespaceStateOf(rows[0]), documents };
}

/**
 * Makes the rows of answers that are about to be judged, under the locks of their documents. A write from then on
 * invalidates them.
 */
export async function askAnswers(
  to: Queryable,
  namespaceId: string,
  asked: readonly { document: string; judgmentId: string }[],
): Promise<void> {
  await to.query({ name: 'answers-ask', text: 'select ask_answers($1, $2, $3)' }, [
    namespaceId,
    asked.map(({ document }) => document),
    asked.map(({ judgmentId }) => judgmentId),
  ]);
}
