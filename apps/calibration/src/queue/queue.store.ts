import { SampledAnswer } from '@app/contracts/documents';
import { Database, Named, Queryable } from '@app/persistence';
import { Judgment } from '../judgment/judgment';
import { Selection, isSelected, selectionValues } from '../judgment/selection';
import { DrawReason, regions } from './draw';

/** An item of the review queue. */
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
  /** Whether another author has labelled it. */
  second_opinion: boolean;
}

/** A drawn answer to add to the queue. */
export interface NewItem {
  answer: SampledAnswer;
  shown: object;
  reason: DrawReason;
  weight: number;
}

/** Which items of a judgment's queue a request shows. */
export interface OpenQuery {
  selection: Selection;
  version: number;
  /** Who asks, `user:<id>` or `key:<id>`: the items are held for them. */
  reader: string;
  /** The share of labelled items, in [0, 1], that wait for a second author. */
  secondLabelShare: number;
  /** What the names of the namespaces begin with that a template's queue leaves out. */
  without: string[];
  limit: number;
}

/**
 * Whether an item has a label. An implicit outcome does not count: no person has reviewed the answer. The answer's id is compared
 * as outcomes have it: in the order of items no index of outcomes would serve.
 */
const answered = (q: string) => `exists (select from outcome o where o.organization = ${q}.organization
  and o.judgment_id = ${q}.judgment_id and o.version = ${q}.version and o.answer_id = ${q}.answer_id collate "default"
  and o.source <> 'implicit')`;

/** How long an item that was offered is offered to nobody else. A new read begins it anew. */
const held = `interval '10 minutes'`;

/*
 * An item is offered while it has no label. A share of the labelled ones is offered until a second author has labelled them: the
 * hash of the answer's id tells which, so that they are a random part of each draw. `first` is the author of such an item, whom
 * it is not offered to again; of labels from before authors were kept nobody knows that. Two reads at once wait for each other.
 */
const hold: Named = {
  name: 'queue-hold',
  text: `
    with offered as (
      select q.organization, q.judgment_id, q.namespace, q.answer_id, first.author is not null as second_opinion
      from queue_item q left join lateral (
        select min(author) as author from outcome o
        where o.organization = q.organization and o.judgment_id = q.judgment_id and o.version = q.version
          and o.answer_id = q.answer_id collate "default" and o.source <> 'implicit'
          and (hashtextextended(q.answer_id, 11) & 65535) < $9::float8 * 65536
        having count(distinct author) = 1 and bool_and(author is not null)) first on true
      where ${isSelected} and version = $5 and (not ${answered('q')} or first.author <> $8)
        and (held_by is null or held_by = $8 or held_by = first.author or held_until <= app.now())
        and not exists (select from unnest($7::text[]) prefix where starts_with(namespace, prefix))
      order by place limit $6 for update of q
    ), shown as (
      update queue_item q set held_by = $8, held_until = app.now() + ${held} from offered o
      where (q.organization, q.judgment_id, q.namespace, q.answer_id)
        = (o.organization, o.judgment_id, o.namespace, o.answer_id)
      returning q.*, o.second_opinion
    )
    select namespace, document, answer_id, document_version, judged_at, shown, reason, weight, drawn_at, second_opinion
    from shown order by place`,
};

const taken: Named = {
  name: 'queue-taken',
  text: `select answer_id from outcome where organization = $1 and judgment_id = $2 and version = $3
           and answer_id = any($4) and source <> 'implicit'
         union select answer_id from queue_item where organization = $1 and judgment_id = $2 and answer_id = any($4)`,
};

/** Counts labels by region of their position. The position of a choice is its greatest probability. */
const labelsByRegion: Named = {
  name: 'queue-labels-by-region',
  text: `
    select least(${regions - 1}, greatest(0, floor(x * ${regions})))::int as region, count(*)::int as labels from (
      select case when $6 then (number - $7::float8) / $8::float8
        else greatest(escape_p, (select max(value::float8) from jsonb_each_text(dist))) end as x
      from outcome where ${isSelected} and version = $5 and answer_id is not null
        and not exists (select from unnest($9::text[]) prefix where starts_with(namespace, prefix))
    ) label where x is not null group by 1`,
};

const add: Named = {
  name: 'queue-add',
  text: `
    insert into queue_item (organization, judgment_id, version, namespace, document, answer_id, document_version,
      engine_version, judged_at, shown, reason, weight, draw_size, draw)
    select $1, $2, $3, namespace, document, answer, document_version, engine_version, judged_at, shown, reason, weight, $5,
      1 + coalesce((select max(draw) from queue_item where organization = $1 and judgment_id = $2 and version = $3), 0)
    from rows from (jsonb_to_recordset($4::jsonb) as (namespace text, document text, answer text, document_version bigint,
        engine_version text, judged_at timestamptz, shown jsonb, reason text, weight float8)) with ordinality
      as t(namespace, document, answer, document_version, engine_version, judged_at, shown, reason, weight, place)
    order by place on conflict do nothing`,
};

/** The items that wait for a label of the reader, in the order in which they were drawn. They are held for the reader. */
export async function holdOpenItems(
  to: Queryable,
  { selection, version, without, limit, reader, secondLabelShare }: OpenQuery,
): Promise<QueueRow[]> {
  const values = [...selectionValues(selection), version, limit, without, reader, secondLabelShare];
  return (await to.query<QueueRow>(hold, values)).rows;
}

/** Those of the answers that are labelled or in the queue. */
export async function findTaken(
  from: Queryable,
  { organization, judgmentId }: Selection,
  version: number,
  answers: string[],
): Promise<Set<string>> {
  const { rows } = await from.query<{ answer_id: string }>(taken, [organization, judgmentId, version, answers]);
  return new Set(rows.map(({ answer_id }) => answer_id));
}

/** The number of labels of each region, of the active version. */
export async function readLabelsByRegion(
  from: Queryable,
  selection: Selection,
  { active_version, type, levels }: Judgment,
  without: string[],
): Promise<number[]> {
  const [low, high] = type === 'score' && levels?.length ? [levels[0], levels[levels.length - 1]] : [0, 1];
  const { rows } = await from.query<{ region: number; labels: number }>(labelsByRegion, [
    ...selectionValues(selection),
    active_version,
    type !== 'choice',
    low,
    high - low || 1,
    without,
  ]);
  const labels = new Array<number>(regions).fill(0);
  for (const { region, labels: count } of rows) labels[region] = count;
  return labels;
}

/** Adds a draw, unless another request has filled the queue meanwhile. @returns the open items */
export function addDraw(database: Database, query: OpenQuery, items: NewItem[]): Promise<QueueRow[]> {
  const { version, limit } = query;
  const { organization, judgmentId } = query.selection;
  return database.transaction('calibration.queue', async (tx) => {
    const key = `queue ${organization} ${judgmentId}`;
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
    const present = await holdOpenItems(tx, query);
    if (present.length >= limit) return present;
    const rows = items.map(({ answer, shown, reason, weight }) => ({ ...answer, shown, reason, weight }));
    await tx.query(add, [organization, judgmentId, version, JSON.stringify(rows), rows.length]);
    return holdOpenItems(tx, query);
  });
}
