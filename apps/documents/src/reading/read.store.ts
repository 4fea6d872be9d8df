import { Queryable } from '@app/persistence';
import type { Named } from '@app/persistence';
import { answersSql } from '../answer/answer-row';
import { Revisions } from '../snapshot/snapshots.service';
import { revisionColumns } from '../write/commit.store';

/** What a read needs of the rows; the rest is not selected. */
export interface Wanted {
  attributes: boolean;
  state: boolean;
  images: boolean;
  answers: boolean;
}

/** A document as a read selects it: JSON members as text, passed through unparsed. */
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

export interface ReadRows {
  namespaceId: string;
  paused: boolean;
  revisions: Revisions;
  documents: DocumentText[];
}

interface Row extends Omit<DocumentText, 'id'> {
  namespace_id: string;
  paused: boolean;
  columns: string;
  engines: string;
  id: string | null;
}

export function columnsSql(wanted: Wanted, answers = answersSql()): string {
  const text = (name: 'attributes' | 'state' | 'images') =>
    wanted[name] ? `d.${name}::text as ${name}` : `null as ${name}`;
  const members = [
    text('attributes'),
    text('state'),
    text('images'),
    `${wanted.answers ? answers : 'null'} as answers`,
  ];
  return `d.id, d.version, d.created_at, d.updated_at, ${members.join(', ')}`;
}

const statements = new Map<string, Named>();

function statement(wanted: Wanted): Named {
  const mark = (['attributes', 'state', 'images', 'answers'] as const)
    .map((name) => (wanted[name] ? name.slice(0, 2) : ''))
    .join('');
  const known = statements.get(mark);
  if (known) return known;
  const made: Named = {
    name: `read-${mark}`,
    text: `select n.id as namespace_id, n.paused, ${revisionColumns}, ${columnsSql(wanted)}
      from namespace n left join document d on d.namespace_id = n.id and d.id = any($3::text[])
      where n.organization = $1 and n.name = $2`,
  };
  statements.set(mark, made);
  return made;
}

/** Documents and their answers in one round trip and one snapshot; null when there is no such namespace. */
export async function readDocuments(
  from: Queryable,
  organization: string,
  namespace: string,
  ids: string[],
  wanted: Wanted,
): Promise<ReadRows | null> {
  const { rows } = await from.query<Row>(statement(wanted), [organization, namespace, ids]);
  if (rows.length === 0) return null;
  const { namespace_id, paused, columns, engines } = rows[0];
  return {
    namespaceId: namespace_id,
    paused,
    revisions: { columns: Number(columns), engines: Number(engines) },
    documents: rows.filter((row): row is Row & { id: string } => row.id !== null),
  };
}

/** Marks answers as wanted, pair by pair, under the documents' locks. */
export async function askAnswers(
  to: Queryable,
  namespaceId: string,
  asked: readonly { document: string; judgmentId: string }[],
): Promise<void> {
  await to.query({ name: 'ask', text: 'select ask_answers($1, $2, $3)' }, [
    namespaceId,
    asked.map(({ document }) => document),
    asked.map(({ judgmentId }) => judgmentId),
  ]);
}
