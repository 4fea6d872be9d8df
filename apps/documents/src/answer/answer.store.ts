import type { JsonObject } from '@app/json';
import type { Named, Queryable } from '@app/persistence';
import { StoredDocument } from '../document/document';
import { NamespaceInForce, followsRelated } from '../namespace/snapshot/in-force';
import { AnswerRow, answersSql, parseAnswers } from './answer-row';
import { openColumn } from './open-sql';
import { AnswersByDocument } from './condition';

export interface DocumentWithAnswers {
  document: StoredDocument;
  /** The answers, by judgment id. */
  answers: Map<string, AnswerRow>;
}

interface Row {
  id: string;
  version: string;
  attributes: JsonObject;
  state: JsonObject;
  images: JsonObject;
  bytes: number;
  created_at: Date;
  updated_at: Date;
  answers: string | null;
  open: string | null;
}

function statement(related: boolean): Named {
  return {
    name: related ? 'documents-with-related-answers' : 'documents-with-answers',
    text: `with place as materialized (select ${related ? 'open_pairs($1::bigint)' : 'null::text[]'} as pairs)
      select d.id, d.version, d.attributes, d.state, d.images, d.bytes, d.created_at, d.updated_at,
        ${answersSql(related)} as answers, ${openColumn(related, 'p.pairs')}
      from place p cross join document d where d.namespace_id = $1 and d.id = any($2::text[])`,
  };
}
const [read, readRelated] = [statement(false), statement(true)];

/** Documents with all their answers, from one database snapshot. */
export async function readWithAnswers(
  from: Queryable,
  { namespaceId, inForce }: NamespaceInForce,
  ids: readonly string[],
): Promise<DocumentWithAnswers[]> {
  const { rows } = await from.query<Row>(followsRelated(inForce) ? readRelated : read, [namespaceId, ids]);
  return rows.map(({ answers, open, ...row }) => ({
    document: {
      ...row,
      version: Number(row.version),
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    },
    answers: parseAnswers(answers, open),
  }));
}

export async function readAnswers(
  from: Queryable,
  place: NamespaceInForce,
  ids: readonly string[],
): Promise<AnswersByDocument> {
  const documents = await readWithAnswers(from, place, ids);
  const rows = new Map(documents.map(({ document, answers }) => [document.id, answers]));
  return { paused: await isPaused(from, place.namespaceId), rows };
}

/** Whether judging is paused in a namespace. */
export async function isPaused(from: Queryable, namespaceId: string): Promise<boolean> {
  const { rows } = await from.query<{ paused: boolean }>('select paused from namespace where id = $1', [namespaceId]);
  return rows[0]?.paused ?? false;
}
