import type { AnswerNumbers, Cause, Failure } from '@app/definition';

/** What reads show of an answer: fixed when it is folded. */
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
}

/** A row of `answer`, read with its document. Instants are milliseconds since 1970, known while it is wanted. */
export interface AnswerRow {
  judgmentId: string;
  /** Greatest record whose answer stands here; 0 while there is none. */
  record: number;
  version: number | null;
  wanted: number;
  seen: number;
  wantedAtMs: number | null;
  touchedAtMs: number | null;
  cause: Cause | null;
  failure: Failure | null;
  body: AnswerBody | null;
  /** A fan-out has still to reach this document. */
  openFanout: boolean;
}

const ms = (column: string) => `coalesce((extract(epoch from a.${column}) * 1000)::bigint::text, 'null')`;

const openFanout = `exists (select from fanout f join attribute k on k.namespace_id = f.namespace_id and k.name = f.relation
  and k.key = f.key and k.document_id = a.document_id
  where f.namespace_id = a.namespace_id and f.judgment_id = a.judgment_id and f.cursor < a.document_id)`;

/** Is a fan-out of a judgment still to reach the document of this alias? For filters; holds no user text but the id's. */
export function openFanoutSql(judgmentId: string): (documentAlias: string) => string {
  if (!/^[A-Za-z0-9_-]+$/.test(judgmentId)) throw new Error(`no judgment id: ${judgmentId}`);
  return (
    d,
  ) => `exists (select from fanout f join attribute k on k.namespace_id = f.namespace_id and k.name = f.relation
    and k.key = f.key and k.document_id = ${d}.id
    where f.namespace_id = ${d}.namespace_id and f.judgment_id = '${judgmentId}' and f.cursor < ${d}.id)`;
}

/**
 * The answers of document `d` as one JSON text, put together by hand: JSON functions look up every argument's type
 * anew and made reads with ten answers twice as slow.
 * @param judgments a placeholder of ids, or all when left out
 */
export function answersSql(judgments?: string): string {
  const only = judgments ? `and a.judgment_id = any(${judgments}::text[])` : '';
  const quoted = (column: string) => `coalesce('"' || a.${column} || '"', 'null')`;
  const times = `case when a.wanted > a.seen then ${ms('wanted_at')} || ',' || ${ms('touched_at')} else 'null,null' end`;
  return `(select '[' || string_agg('["' || a.judgment_id || '",' || a.record || ',' || a.wanted || ',' || a.seen || ',' ||
      ${times} || ',' || ${quoted('cause')} || ',' || ${quoted('failure')} || ',' || coalesce(a.body::text, 'null') ||
      case when ${openFanout} then ',true]' else ',false]' end, ',') || ']'
    from answer a where a.namespace_id = d.namespace_id and a.document_id = d.id ${only})`;
}

type Cells = [
  ...[string, number, number, number, number | null, number | null],
  ...[Cause | null, Failure | null, AnswerBody | null, boolean],
];

/** Rows by judgment id, from the text that `answersSql` selected. */
export function parseAnswers(text: string | null): Map<string, AnswerRow> {
  const rows = new Map<string, AnswerRow>();
  if (text === null) return rows;
  for (const cells of JSON.parse(text) as Cells[]) {
    const body = cells[8];
    rows.set(cells[0], {
      judgmentId: cells[0],
      record: cells[1],
      version: body?.version ?? null,
      wanted: cells[2],
      seen: cells[3],
      wantedAtMs: cells[4],
      touchedAtMs: cells[5],
      cause: cells[6],
      failure: cells[7],
      body,
      openFanout: cells[9],
    });
  }
  return rows;
}

/** The raw numbers as the judgment's type has them. */
export function numbersOf(type: 'bool' | 'choice' | 'score', body: AnswerBody | null | undefined): AnswerNumbers {
  if (!body) return {};
  if (type === 'bool') return { p: body.number };
  if (type === 'choice') return { escape_p: body.escapeP, dist: body.dist };
  return { score: body.number, normalized: body.normalized, dist: body.dist };
}
