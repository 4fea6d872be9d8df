import type { AnswersCounted, CountAnswers } from '@app/contracts/documents';
import { isTemplate } from '@app/definition';
import type { Named, Queryable } from '@app/persistence';

/** How many answers one statement reads. */
export interface CountLimits {
  /** The number of answers up to which all are read. */
  exact: number;
  /** How many are read of more, drawn at random. */
  sample: number;
}

const thousandths = 1_000;
const maxValues = 300;

/** The namespaces of a request, $1 to $4, and the judgment, $5. */
const own = `
  own as materialized (
    select id from namespace
    where organization = $1 and (name = $2 or starts_with(name, $3)) and not deleting
      and not exists (select from unnest($4::text[]) prefix where starts_with(name, prefix))
  )`;
const ofJudgment = 'own join answer a on a.namespace_id = own.id and a.judgment_id = $5';
const isCounted = 'a.version = $6 and a.epoch = $7 and a.body is not null';

/** The index alone counts, and stops past the most that are read one by one. */
const probe: Named = {
  name: 'reader-answer-count-probe',
  text: `with ${own} select count(*)::int as n from (select from ${ofJudgment} limit $6::int) few`,
};

const all = `taken as (select a.number, a.value from ${ofJudgment} where ${isCounted})`;

/** The answers with the lowest hash of their document: each has the same chance, and it is the same ones each time. */
const sampled = (limit: string) => `
  chosen as materialized (
    select a.namespace_id, a.document_id from ${ofJudgment}
    order by hashtextextended(a.namespace_id || ' ' || a.document_id, 0), a.namespace_id, a.document_id limit ${limit}::int
  ), taken as (
    select a.number, a.value from chosen c
      join answer a on (a.namespace_id, a.document_id, a.judgment_id) = (c.namespace_id, c.document_id, $5)
    where ${isCounted}
  )`;

/** A number at the edge of a bin lies in it, however floating point writes the edge. */
const byNumber = `
  select least(${thousandths}, greatest(0, floor(coalesce((number - $8::float8) / nullif($9::float8 - $8::float8, 0), 0)
      * ${thousandths} + 1e-9)))::int as bin, count(*)::int as answers
  from taken where number is not null group by 1`;
const byValue = `
  select value, count(*)::int as answers from taken group by value order by count(*) desc, value limit ${maxValues}`;

const statements = {
  number: {
    all: { name: 'reader-answer-count-number', text: `with ${own}, ${all} ${byNumber}` },
    sampled: { name: 'reader-answer-count-number-sampled', text: `with ${own}, ${sampled('$10')} ${byNumber}` },
  },
  value: {
    all: { name: 'reader-answer-count-value', text: `with ${own}, ${all} ${byValue}` },
    sampled: { name: 'reader-answer-count-value-sampled', text: `with ${own}, ${sampled('$8')} ${byValue}` },
  },
} as const;

/** Counts the current answers that a request names, by what they say: all of them, or past `limits.exact` a sample. */
export async function readCounts(from: Queryable, query: CountAnswers, limits: CountLimits): Promise<AnswersCounted> {
  const { organization, namespace, judgment_id, version, engine_version, by, low, high, without = [] } = query;
  const prefix = isTemplate(namespace) ? namespace.slice(0, -1) : null;
  const place = [organization, prefix === null ? namespace : null, prefix, without, judgment_id];
  const few = (await from.query<{ n: number }>(probe, [...place, limits.exact + 1])).rows[0].n;
  const isSampled = few > limits.exact;
  const statement = statements[by][isSampled ? 'sampled' : 'all'];
  const values = [...place, version, engine_version, ...(by === 'number' ? [low, high] : [])];
  const { rows } = await from.query<{ bin: number; value: string | null; answers: number }>(statement, [
    ...values,
    ...(isSampled ? [limits.sample] : []),
  ]);
  if (by === 'value') return { sampled: isSampled, bins: [], values: rows };
  const bins = new Array<number>(thousandths + 1).fill(0);
  for (const { bin, answers } of rows) bins[bin] = answers;
  return { sampled: isSampled, bins, values: [] };
}
