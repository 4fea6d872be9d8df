import { DATABASE } from '@app/boot';
import { RecordedAnswer } from '@app/contracts';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { AnswerKey } from '../pending/pending';
import { AnswerRow, HeadRow, fromHead, fromRow } from './answer';

/** A moment for which the answer in force is asked, or an answer by its id. */
export interface Moment {
  document: string;
  asOf: string | null;
  answerId: string | null;
}

/** An answer's share of what its ask cost. */
export interface ToldAnswer {
  judgmentId: string;
  units: number;
  tokens: number;
  costUsd: number;
}

/** Answers of record and what was recorded last of each. */
@Injectable()
export class AnswerStore {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** What was recorded of some answers since a moment, by any replica; a success with its body, or the failure. */
  async recordedSince(namespaceId: string, keys: readonly AnswerKey[], since: Date): Promise<RecordedAnswer[]> {
    const { rows } = await this.db.query<HeadRow>(
      {
        name: 'answer-recorded-since',
        text: `select h.*, a.body, a.engine_name, a.engine_ref, a.judged_at, a.truncated
               from unnest($2::text[], $3::text[]) as k(doc, jdg)
               join head h on h.namespace_id = $1 and h.document_id = k.doc and h.judgment_id = k.jdg and h.recorded_at >= $4
               left join lateral (select * from answer a where a.namespace_id = $1 and a.document_id = k.doc
                 and a.judgment_id = k.jdg and a.id = h.answer_id order by a.record desc limit 1) a on true`,
      },
      [namespaceId, keys.map(({ document }) => document), keys.map(({ judgmentId }) => judgmentId), since],
    );
    return rows.map(fromHead);
  }

  /** What answers cost that were told to no reader yet; from now on they were. */
  async tell(namespaceId: string, answers: readonly RecordedAnswer[]): Promise<ToldAnswer[]> {
    if (answers.length === 0) return [];
    const { rows } = await this.db.query<ToldAnswer>(
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
   * Answers of record of one document, newest first, each once however often it came back; those of an earlier life of
   * the document are not told.
   */
  async history(namespaceId: string, key: AnswerKey, below: string | null, limit: number): Promise<AnswerRow[]> {
    const { rows } = await this.db.query<AnswerRow>(
      `select * from answer where namespace_id = $1 and document_id = $2 and judgment_id = $3 and not erased
         and (since is null or since = 'infinity') and ($4::bigint is null or record < $4) order by record desc limit $5`,
      [namespaceId, key.document, key.judgmentId, below, limit],
    );
    return rows;
  }

  /** The answer in force at each moment, and when the first answer was made; in the order asked. */
  async inForce(
    namespaceId: string,
    judgmentId: string,
    moments: readonly Moment[],
  ): Promise<{ document: string; answer: RecordedAnswer | null; firstAt: Date | null }[]> {
    const { rows } = await this.db.query<Partial<AnswerRow> & { i: string; doc: string; first_at: Date | null }>(
      {
        name: 'answer-in-force',
        text: `select k.i, k.doc, f.first_at, a.* from unnest($3::text[], $4::timestamptz[], $5::text[]) with ordinality as k(doc, at, answer, i)
               left join lateral (select * from answer a where a.namespace_id = $1 and a.document_id = k.doc and a.judgment_id = $2
                   and (k.answer is null and a.since is distinct from 'infinity' or a.id = k.answer)
                   and (k.at is null or coalesce(case when k.answer is null then a.since end, a.judged_at) <= k.at)
                 order by a.record desc limit 1) a on true
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
    return rows.map((row) => ({
      document: row.doc,
      answer: row.id === null ? null : fromRow(row as AnswerRow),
      firstAt: row.first_at,
    }));
  }

  /** Erases contexts, forgets heads and hides answers of record of documents that are gone. */
  async forget(tx: Tx, namespaceId: string, deleted: readonly { id: string; version: number }[]): Promise<void> {
    const values = [namespaceId, deleted.map(({ id }) => id), deleted.map(({ version }) => version)];
    const gone = 'unnest($2::text[], $3::bigint[]) as d(id, version)';
    const matches = 't.namespace_id = $1 and t.document_id = d.id and t.document_version <= d.version';
    await tx.query(`delete from context t using ${gone} where ${matches}`, values);
    await tx.query(`delete from head t using ${gone} where ${matches}`, values);
    await tx.query(`update answer t set erased = true from ${gone} where ${matches} and not t.erased`, values);
  }
}
