import { RecordedAnswer } from '@app/contracts/judgments';
import type { Queryable, Tx } from '@app/persistence';
import { isMadeBefore } from './retention/gone.store';
import { AnswerKey, AnswerRow, fromRow } from './answer';
import { HeadRow, fromHead } from './head';
import { emptyKeptOfDeleted } from './kept-context.store';

/** Asks for the answer in force at a moment, null for the latest, or for an answer by its id. */
export interface Moment {
  document: string;
  asOf: string | null;
  answerId: string | null;
}

/** An answer's share of what its ask cost. */
export interface AnswerCost {
  judgmentId: string;
  units: number;
  tokens: number;
  costUsd: number;
}

/** A document that was deleted at a version. */
export interface DeletedVersion {
  id: string;
  version: number;
}

/**
 * What any replica has recorded of some answers, each since a moment: an answer with its body, or a failure.
 * @returns what was recorded, by the place of its key
 */
export async function readRecordedSince(
  db: Queryable,
  keys: readonly (AnswerKey & { namespaceId: string; since: Date })[],
): Promise<Map<number, RecordedAnswer>> {
  const { rows } = await db.query<HeadRow & { i: number }>(
    {
      name: 'answer-recorded-since',
      text: `select k.i::int - 1 as i, h.*, a.body, a.engine_name, a.engine_ref, a.judged_at, a.truncated,
               a.features, a.parts, a.combiner, a.watermark
             from unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[]) with ordinality as k(ns, doc, jdg, since, i)
             join head h on h.namespace_id = k.ns and h.document_id = k.doc and h.judgment_id = k.jdg
               and h.target_version = 0 and h.recorded_at >= k.since
             left join lateral (select * from answer a where a.namespace_id = k.ns and a.document_id = k.doc
               and a.judgment_id = k.jdg and a.id = h.answer_id order by a.record desc limit 1) a on true`,
    },
    [
      keys.map(({ namespaceId }) => namespaceId),
      keys.map(({ document }) => document),
      keys.map(({ judgmentId }) => judgmentId),
      keys.map(({ since }) => since),
    ],
  );
  return new Map(rows.map((row) => [row.i, fromHead(row)]));
}

/** The costs of answers that no reader's reply has carried yet. Marks them, so that one reply carries each. */
export async function takeUnreportedCosts(
  db: Queryable,
  namespaceId: string,
  answers: readonly RecordedAnswer[],
): Promise<AnswerCost[]> {
  if (answers.length === 0) return [];
  const { rows } = await db.query<AnswerCost>(
    {
      name: 'answer-tell',
      text: `update answer a set told = true from unnest($2::text[], $3::text[], $4::bigint[]) as k(doc, jdg, record)
             where a.namespace_id = $1 and a.document_id = k.doc and a.judgment_id = k.jdg and a.record = k.record
               and not a.told and a.units > 0
             returning a.judgment_id as "judgmentId", a.units, a.tokens, a.cost_usd as "costUsd"`,
    },
    [
      namespaceId,
      answers.map(({ document }) => document),
      answers.map(({ judgment_id: id }) => id),
      answers.map(({ record }) => record),
    ],
  );
  return rows;
}

/**
 * Answers of record of one document, newest first. A reinstated answer is listed once, and answers of a document that
 * was deleted are not listed.
 * @param below a record number; null for all
 */
export async function answerHistory(
  db: Queryable,
  namespaceId: string,
  key: AnswerKey,
  below: string | null,
  limit: number,
): Promise<AnswerRow[]> {
  const { rows } = await db.query<AnswerRow>(
    `select * from answer where namespace_id = $1 and document_id = $2 and judgment_id = $3 and not erased
       and (since is null or since = 'infinity') and record < $4 order by record desc limit $5`,
    // A page begins in the index where the one before ended; the first ends no other.
    [namespaceId, key.document, key.judgmentId, below ?? '9223372036854775807', limit],
  );
  return rows;
}

/** What is known of a moment. */
export interface AtMoment {
  document: string;
  answer: RecordedAnswer | null;
  /** When the first of the document's answers that are kept came into force. */
  firstAt: Date | null;
  deletedAt: Date | null;
  /** Whether there is no answer, and there may have been one that is kept no longer. */
  isExpired: boolean;
}

type MomentRow = Partial<AnswerRow> & {
  doc: string;
  first_at: Date | null;
  erased_at: Date | null;
  gone_before_ms: number;
  may_be_gone: boolean;
};

/**
 * The answer in force at each moment and the time of the document's first answer, in the order of `moments`. Of what was in force
 * before answers went, only that is kept which was still in force then, so that no other one is right for an earlier moment.
 */
export async function readAnswersAtMoments(
  db: Queryable,
  namespaceId: string,
  judgmentId: string,
  moments: readonly Moment[],
): Promise<AtMoment[]> {
  const { rows } = await db.query<MomentRow>(
    {
      name: 'answer-in-force',
      text: `select k.doc, f.first_at, (extract(epoch from r.gone_before) * 1000)::float8 as gone_before_ms,
               coalesce(k.at < r.gone_before and k.at >= j.created_at, false) as may_be_gone, a.*
             from unnest($3::text[], $4::timestamptz[], $5::text[]) with ordinality as k(doc, at, answer, i)
             cross join answer_retention r
             left join judgment j on j.id = $2
             left join lateral (select * from (
                 select * from answer a where a.namespace_id = $1 and a.document_id = k.doc and a.judgment_id = $2
                   and (k.answer is null and a.since is distinct from 'infinity' or a.id = k.answer)
                   and (k.at is null or coalesce(case when k.answer is null then a.since end, a.judged_at)
                     <= greatest(k.at, r.gone_before))
                 order by a.record desc limit 1) a
               where k.at is null or coalesce(case when k.answer is null then a.since end, a.judged_at) <= k.at) a on true
             left join lateral (select min(coalesce(b.since, b.judged_at)) as first_at from answer b
               where b.namespace_id = $1 and b.document_id = k.doc and b.judgment_id = $2
                 and b.since is distinct from 'infinity') f on true
             order by k.i`,
    },
    [
      namespaceId,
      judgmentId,
      moments.map(({ document }) => document),
      moments.map(({ asOf }) => asOf),
      moments.map(({ answerId }) => answerId),
    ],
  );
  return rows.map((row, i) => {
    const isFound = row.id !== null;
    const { answerId } = moments[i];
    return {
      document: row.doc,
      answer: isFound ? fromRow(row as AnswerRow) : null,
      firstAt: row.first_at,
      deletedAt: row.erased_at,
      isExpired: !isFound && (answerId === null ? row.may_be_gone : isMadeBefore(answerId, row.gone_before_ms)),
    };
  });
}

/** Erases contexts and heads of deleted documents and hides their answers of record. */
export async function forgetAnswers(tx: Tx, namespaceId: string, deleted: readonly DeletedVersion[]): Promise<void> {
  const values = [namespaceId, deleted.map(({ id }) => id), deleted.map(({ version }) => version)];
  const gone = 'unnest($2::text[], $3::bigint[]) as d(id, version)';
  const matches = 't.namespace_id = $1 and t.document_id = d.id and t.document_version <= d.version';
  await tx.query(`delete from context t using ${gone} where ${matches}`, values);
  await tx.query(`delete from head t using ${gone} where ${matches}`, values);
  // What is being kept of a month comes after it: the process that copies an answer locks it, so the copy is there by now.
  for (const table of ['answer', 'answer_keeping']) {
    await tx.query(
      `update ${table} t set erased = true, erased_at = app.now() from ${gone} where ${matches} and not t.erased`,
      values,
    );
  }
  // Last: a transaction that keeps a context of these answers locks them, so it has committed by now.
  await emptyKeptOfDeleted(tx, values);
}
