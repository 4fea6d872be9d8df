import { answersSql } from '../../answer/answer-row';
import { openColumn } from '../../answer/open-sql';
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
  /** Which related changes have still to reach the answers, and the namespace's fan-out settings. */
  related: boolean;
}

const content = ['attributes', 'state', 'images'] as const;
const names = [...content, 'answers', 'related'] as const;

export const noParts: Parts = { attributes: false, state: false, images: false, answers: false, related: false };
export const allParts: Parts = { attributes: true, state: true, images: true, answers: true, related: true };

/** The parts by name, for the name of a statement. */
export function partsKey(parts: Parts): string {
  return names
    .filter((name) => parts[name])
    .map((name) => name.slice(0, 2))
    .join('');
}

/** A document as a read selects it: its JSON members are texts, which pass into the reply unparsed. */
export interface DocumentText {
  id: string;
  version: string;
  attributes: string;
  state: string;
  images: string;
  /** The time as Postgres prints it; `instantText` gives RFC 3339. */
  created_at: string;
  updated_at: string;
  answers: string | null;
  /** Which related changes have still to reach the answers. */
  open: string | null;
}

/** Texts, since parsing two dates of each row took a tenth of a query's time in the process. */
const instants = 'd.created_at::text as created_at, d.updated_at::text as updated_at';

/** The row `o` of a namespace `n` beside it: by whose keys related changes are open there. One look a statement. */
export function openJoin({ related }: Parts): string {
  return related ? 'cross join lateral (select open_pairs(n.id) as pairs offset 0) o' : '';
}

/** The columns of document `d`, with `openJoin` beside it; parts that are not selected are null. */
export function documentColumns(parts: Parts): string {
  const text = (name: (typeof content)[number]) => (parts[name] ? `d.${name}::text as ${name}` : `null as ${name}`);
  const answers = `${parts.answers ? answersSql(parts.related) : 'null'} as answers`;
  const members = [text('attributes'), text('state'), text('images'), answers, openColumn(parts.related, 'o.pairs')];
  return `d.id, d.version, ${instants}, ${members.join(', ')}`;
}

/** Bytes of a document beside its parts: id, times and names of members. */
const frameBytes = 256;

/**
 * The columns `answers`, `open` and `size` of document `d`: what its selected parts take, without its answers.
 * @param pairs what `openJoin` gives, under the name that the statement has for it
 */
export function sizeColumns(parts: Parts, answers = answersSql(parts.related), pairs = 'o.pairs'): string {
  // `bytes` needs no look at the parts, which Postgres stores apart when they are large.
  const bytes = parts.state ? 'd.bytes' : parts.attributes ? 'octet_length(d.attributes::text)' : '0';
  const open = openColumn(parts.related, pairs);
  return `${parts.answers ? answers : 'null::text'} as answers, ${open}, ${bytes} + ${frameBytes} as size`;
}

/** Ends a statement whose sizes cost something, so that each is computed once. */
export function sizeBarrier({ attributes, state, answers }: Parts): string {
  return answers || (attributes && !state) ? 'offset 0' : '';
}

const takes = '(d.size + coalesce(octet_length(d.answers), 0) + coalesce(octet_length(d.open), 0))';

/**
 * Rows with the column `before`: the bytes of the rows before it.
 * @param found SQL of rows of `document` with `sizeColumns`, and with `sizeBarrier` at its end
 * @param order the text after `order by` over the columns of the alias `d`
 */
export function measured(found: string, order: string): string {
  return `(select d.*, sum${takes} over (order by ${order} rows unbounded preceding) - ${takes} as before from (${found}) d)`;
}

/** SQL of whether a measured row `d` fits into a response. The first always does. */
export const fitsResponse = `d.before < ${maxResponseBytes}`;

/** Documents up to which an equal share of a response is more than most documents take: 64 KiB. */
const maxSharing = 128;

/**
 * SQL of whether a row `d` with `sizeColumns` takes at most an equal share of a response. While all rows of a page do, none
 * has to be measured: the sum over a page costs as much as a tenth of the query.
 * @returns null for so many documents that a share is little
 */
export function fitsShare(documents: number): string | null {
  return documents > maxSharing ? null : `${takes} <= ${Math.floor(maxResponseBytes / documents)}`;
}

/**
 * The columns of a row `d`, with `fits`, and the texts only of rows that fit.
 * @param fits SQL of whether the row fits
 * @param others further columns
 */
export function fittingColumns(parts: Parts, fits: string, others: readonly string[] = []): string {
  const text = (name: (typeof content)[number]) =>
    parts[name] ? `case when ${fits} then d.${name}::text end as ${name}` : `null as ${name}`;
  const answers = parts.answers ? `case when ${fits} then d.answers end as answers` : 'null as answers';
  const open = parts.related ? `case when ${fits} then d.open end as open` : 'null as open';
  const members = [
    text('attributes'),
    text('state'),
    text('images'),
    answers,
    open,
    ...others.map((name) => `d.${name}`),
  ];
  return `d.id, d.version, ${instants}, ${fits} as fits, ${members.join(', ')}`;
}
