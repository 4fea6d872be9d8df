import { answersSql } from '../answer/answer-row';
import { maxResponseBytes } from './page';

/*
 * Documents are large and many, so SQL decides which of them a process may hold before it reads any: it sums up stored
 * sizes in the order of the result, and gives the texts of the documents before the sum passes the size of a response.
 * The others come with their ids alone. The process then cuts the texts to the exact size.
 */

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

/** The columns of document `d`; parts that are not selected are null. */
export function documentColumns(parts: Parts, answers = answersSql()): string {
  const text = (name: 'attributes' | 'state' | 'images') =>
    parts[name] ? `d.${name}::text as ${name}` : `null as ${name}`;
  const members = [text('attributes'), text('state'), text('images'), `${parts.answers ? answers : 'null'} as answers`];
  return `d.id, d.version, d.created_at, d.updated_at, ${members.join(', ')}`;
}

/** Bytes of a document beside its parts: id, times and names of members. */
const frameBytes = 256;

/** The columns `answers` and `size` of document `d`: what its selected parts take, without its answers. */
export function sizeColumns(parts: Parts, answers = answersSql()): string {
  // `bytes` needs no look at the parts, which Postgres stores apart when they are large.
  const content = parts.state ? 'd.bytes' : parts.attributes ? 'octet_length(d.attributes::text)' : '0';
  return `${parts.answers ? answers : 'null::text'} as answers, ${content} + ${frameBytes} as size`;
}

/**
 * Rows with the column `before`: the bytes of the rows before it.
 * @param found SQL of rows of `document` with `sizeColumns`; ends in `limit` or `offset 0`, so that each size is computed once
 * @param order the column that orders the rows
 */
export function measured(found: string, order: string): string {
  return `(select f.*, sum(size + coalesce(octet_length(answers), 0)) over (order by f.${order} rows unbounded preceding)
      - size - coalesce(octet_length(answers), 0) as before
    from (${found}) f)`;
}

const fits = `d.before < ${maxResponseBytes}`;

/**
 * The columns of a measured row `d`, with `fits`, and the texts only of rows that fit. The first always does.
 * @param others further columns
 */
export function fittingColumns(parts: Parts, others: readonly string[] = ['place']): string {
  const text = (name: 'attributes' | 'state' | 'images') =>
    parts[name] ? `case when ${fits} then d.${name}::text end as ${name}` : `null as ${name}`;
  const answers = parts.answers ? `case when ${fits} then d.answers end as answers` : 'null as answers';
  const members = [text('attributes'), text('state'), text('images'), answers, ...others.map((name) => `d.${name}`)];
  return `d.id, d.version, d.created_at, d.updated_at, ${fits} as fits, ${members.join(', ')}`;
}
