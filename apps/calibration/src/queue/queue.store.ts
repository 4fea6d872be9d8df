import { DATABASE } from '@app/boot';
import { SampledAnswer } from '@app/contracts';
import { Database, Named, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Judgment, Place } from '../judgment/judgment';
import { DrawReason, regions } from './draw';

export interface QueueRow {
  namespace: string;
  document: string;
  answer_id: string;
  document_version: string;
  judged_at: Date;
  shown: object;
  reason: DrawReason;
  weight: number;
  drawn_at: Date;
}

export interface NewItem {
  answer: SampledAnswer;
  shown: object;
  reason: DrawReason;
  weight: number;
}

const at = `organization = $1 and judgment_id = $2 and ($3::text is null or namespace = $3)
  and ($4::text is null or starts_with(namespace, $4))`;

/** An implicit no is nobody's answer to a question of the queue. */
const answered = (q: string) => `exists (select from outcome o where o.organization = ${q}.organization
  and o.judgment_id = ${q}.judgment_id and o.version = ${q}.version and o.answer_id = ${q}.answer_id and o.source <> 'implicit')`;

const open: Named = {
  name: 'queue-open',
  text: `select namespace, document, answer_id, document_version, judged_at, shown, reason, weight, drawn_at from queue_item q
         where ${at} and version = $5 and not ${answered('q')} order by place limit $6`,
};

const taken: Named = {
  name: 'queue-taken',
  text: `select answer_id from outcome where organization = $1 and judgment_id = $2 and version = $3
           and answer_id = any($4) and source <> 'implicit'
         union select answer_id from queue_item where organization = $1 and judgment_id = $2 and answer_id = any($4)`,
};

/** Labels by region; of a choice by how likely its likeliest was. */
const covered: Named = {
  name: 'queue-covered',
  text: `
    select least(${regions - 1}, greatest(0, floor(x * ${regions})))::int as region, count(*)::int as labels from (
      select case when $6 then (number - $7::float8) / $8::float8
        else greatest(escape_p, (select max(value::float8) from jsonb_each_text(dist))) end as x
      from outcome where ${at} and version = $5 and answer_id is not null
    ) label where x is not null group by 1`,
};

const add: Named = {
  name: 'queue-add',
  text: `
    insert into queue_item (organization, judgment_id, version, namespace, document, answer_id, document_version,
      engine_version, judged_at, shown, reason, weight)
    select $1, $2, $3, namespace, document, answer, document_version, engine_version, judged_at, shown, reason, weight
    from rows from (jsonb_to_recordset($4::jsonb) as (namespace text, document text, answer text, document_version bigint,
        engine_version text, judged_at timestamptz, shown jsonb, reason text, weight float8)) with ordinality
      as t(namespace, document, answer, document_version, engine_version, judged_at, shown, reason, weight, place)
    order by place on conflict do nothing`,
};

/** Answers drawn for review. */
@Injectable()
export class QueueStore {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Those not answered yet, in the order they were drawn in. */
  async open(place: Place, version: number, limit: number, from: Pick<Tx, 'query'> = this.database) {
    const { rows } = await from.query<QueueRow>(open, [...values(place), version, limit]);
    return rows;
  }

  /** Of some answers those that are labelled or in the queue. */
  async taken({ organization, judgmentId }: Place, version: number, answers: string[]): Promise<Set<string>> {
    const { rows } = await this.database.query<{ answer_id: string }>(taken, [
      organization,
      judgmentId,
      version,
      answers,
    ]);
    return new Set(rows.map(({ answer_id }) => answer_id));
  }

  async covered(place: Place, { active_version, type, levels }: Judgment): Promise<number[]> {
    const [low, high] = type === 'score' && levels?.length ? [levels[0], levels[levels.length - 1]] : [0, 1];
    const { rows } = await this.database.query<{ region: number; labels: number }>(covered, [
      ...values(place),
      active_version,
      type !== 'choice',
      low,
      high - low || 1,
    ]);
    const labels = new Array<number>(regions).fill(0);
    for (const { region, labels: count } of rows) labels[region] = count;
    return labels;
  }

  /** Adds what is still wanted of a draw: another call may have drawn meanwhile. */
  async fill(place: Place, version: number, limit: number, items: NewItem[]): Promise<QueueRow[]> {
    const { organization, judgmentId } = place;
    return this.database.transaction('calibration.queue', async (tx) => {
      const key = `queue ${organization} ${judgmentId}`;
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
      const standing = await this.open(place, version, limit, tx);
      const rows = items
        .slice(0, Math.max(0, limit - standing.length))
        .map(({ answer, shown, reason, weight }) => ({ ...answer, shown, reason, weight }));
      await tx.query(add, [organization, judgmentId, version, JSON.stringify(rows)]);
      return this.open(place, version, limit, tx);
    });
  }
}

function values({ organization, judgmentId, namespace, under }: Place): unknown[] {
  return [organization, judgmentId, namespace, under];
}
