import type { StaleBy } from '@app/contracts/documents';
import type { AnswerNumbers, Cause, Failure } from '@app/definition';
import { OpenChanges, openOfAnswer, parseOpen } from './open-changes';

/** The members of an answer that reads show, as they were when the answer was applied. */
export interface AnswerBody {
  id: string;
  engine: { name: string; version: string };
  epoch: string | null;
  version: number;
  documentVersion: number;
  /** RFC 3339 UTC. */
  judgedAt: string;
  truncated: boolean;
  /** p of a bool, score of a score. */
  number: number | null;
  value: string | number | null;
  escapeP: number | null;
  dist: Record<string, number> | null;
  normalized: number | null;
  /** Numbers of the features by name, as of what was read; left out where the judged version had none. */
  features?: Record<string, number | null>;
  /** Answers of the parts by name; left out where the judged version was not composite. */
  parts?: Record<string, { p: number }>;
  /** The fit that combined the parts; null before the first. */
  combiner?: string | null;
  /** Rounds of questions; left out where the judged version chose among no related documents. */
  rounds?: number;
  /** RFC 3339 UTC; left out where the judged version read no related documents. */
  watermark?: string;
}

/** A row of `answer`, read with its document. */
export interface AnswerRow {
  judgmentId: string;
  /** Record number of the answer in force; 0 while there is none. */
  record: number;
  version: number | null;
  /** Greater than `seenVersion` while the answer is to be judged again. */
  wantedVersion: number;
  seenVersion: number;
  /** When the first and the last change since `seenVersion` came; milliseconds since 1970, null while nothing is wanted. */
  wantedAtMs: number | null;
  invalidatedAtMs: number | null;
  cause: Cause | null;
  failure: Failure | null;
  body: AnswerBody | null;
  /** The related document of its own that invalidated it last; null where it is not known, and for any other cause. */
  staleBy: StaleBy | null;
  /** Related changes that have still to reach this answer; null for none. */
  open: OpenChanges | null;
}

/** A later change of another kind leaves the column as it was, so it counts beside its own cause alone. */
const staleBySql = `case when a.wanted > a.seen and a.cause = 'related' then coalesce(a.stale_by::text, 'null') else 'null' end`;
const ms = (column: string) => `coalesce((extract(epoch from a.${column}) * 1000)::bigint::text, 'null')`;

/**
 * SQL of the answers of document `d` as one JSON text. It concatenates texts because Postgres' JSON functions look up
 * the type of each argument anew, which made reads with ten answers twice as slow.
 * @param related whether related changes may have still to reach answers of the namespace: the text then says after which
 *   round each was judged
 * @param judgments placeholder of the ids whose answers are read; left out for all
 */
export function answersSql(related: boolean, judgments?: string): string {
  const only = judgments ? `and a.judgment_id = any(${judgments}::text[])` : '';
  const quoted = (column: string) => `coalesce('"' || a.${column} || '"', 'null')`;
  const times = `case when a.wanted > a.seen then ${ms('wanted_at')} || ',' || ${ms('touched_at')} else 'null,null' end`;
  return `(select '[' || string_agg('["' || a.judgment_id || '",' || a.record || ',' || a.wanted || ',' || a.seen || ',' ||
      ${times} || ',' || ${quoted('cause')} || ',' || ${quoted('failure')} || ',' || coalesce(a.body::text, 'null') ||
      ${related ? `',' || a.related_to || ',' || ${staleBySql} || ']'` : `',0,null]'`}, ',') || ']'
    from answer a where a.namespace_id = d.namespace_id and a.document_id = d.id ${only})`;
}

/** One answer in the text of `answersSql`. */
type Cells = [
  judgmentId: string,
  record: number,
  wantedVersion: number,
  seenVersion: number,
  wantedAtMs: number | null,
  invalidatedAtMs: number | null,
  cause: Cause | null,
  failure: Failure | null,
  body: AnswerBody | null,
  /** The greatest round that the answer was judged after. */
  relatedTo: number,
  staleBy: StaleBy | null,
];

/**
 * Rows by judgment id, from the text of `answersSql`; null when the document has no answers.
 * @param openText what is open for keys of the document, as `open_changes` (SQL) tells it; null for nothing
 */
export function parseAnswers(text: string | null, openText: string | null): Map<string, AnswerRow> {
  const rows = new Map<string, AnswerRow>();
  if (text === null) return rows;
  const open = parseOpen(openText);
  for (const cells of JSON.parse(text) as Cells[]) {
    const body = cells[8];
    rows.set(cells[0], {
      judgmentId: cells[0],
      record: cells[1],
      version: body?.version ?? null,
      wantedVersion: cells[2],
      seenVersion: cells[3],
      wantedAtMs: cells[4],
      invalidatedAtMs: cells[5],
      cause: cells[6],
      failure: cells[7],
      body,
      staleBy: cells[10],
      open: openOfAnswer(open, cells[0], cells[9]),
    });
  }
  return rows;
}

/** The raw numbers as the judgment's type names them. */
export function numbersOf(type: 'bool' | 'choice' | 'score', body: AnswerBody | null | undefined): AnswerNumbers {
  if (!body) return {};
  if (type === 'bool') return { p: body.number, features: body.features };
  if (type === 'choice') return { escape_p: body.escapeP, dist: body.dist };
  return { score: body.number, normalized: body.normalized, dist: body.dist };
}
