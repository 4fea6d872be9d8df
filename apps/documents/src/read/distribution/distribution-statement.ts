import { SqlScope, answerValue, filterSql, statusSql } from '@app/filter';
import type { AnswerField, SqlEnv } from '@app/filter';
import type { JudgmentInForce } from '../../namespace/snapshot/in-force';

/** How many answers one statement reads. */
export interface DistributionLimits {
  /** The number of answers up to which all are read. */
  exact: number;
  /** How many are read of more, drawn at random. */
  sample: number;
}

/** Parts into which quantiles divide the answers. */
export const parts = 200;
/** Values that are counted; a choice has at most 254 options, but its versions may have had others. */
export const maxValues = 300;

export interface DistributionRow {
  read: number;
  numbers: number;
  quantiles: number[] | null;
  fresh: number;
  stale: number;
  pending: number;
  unavailable: number;
  by_value: { value: string | null; answers: number }[] | null;
}

/**
 * One statement that reads answers of a judgment and says how a number of them is distributed.
 * @param env its `firstParam` is 1
 * @param sampled whether a sample is read, of the answers with the lowest hash of their document: each has the same chance
 */
export function distributionStatement(
  judgment: JudgmentInForce,
  field: AnswerField,
  env: SqlEnv,
  { exact, sample }: DistributionLimits,
  sampled: boolean,
): { text: string; params: unknown[] } {
  const scope = new SqlScope(env);
  const known = env.judgment(judgment.name);
  if (!known) throw new Error(`no judgment ${judgment.name} is in force`);
  const number = answerValue({ root: 'answers', judgment: judgment.name, field }, scope).sql;
  const answer = scope.answerOf(known);
  const { status } = statusSql(known, answer, scope);
  // Documents to which the judgment does not apply have no answer, even where a row is stored.
  const applies = known.appliesTo === null ? 'true' : filterSql(known.appliesTo, scope, false);
  const readsDocuments = known.appliesTo !== null || judgment.fanoutScope !== null;
  const document = readsDocuments ? 'join document d on d.namespace_id = c.namespace_id and d.id = c.id' : '';
  const chosen = sampled
    ? `order by hashtextextended(a.document_id, ${scope.param('0')}::bigint) limit ${scope.param(sample)}::int`
    : `limit ${scope.param(exact)}::int`;
  const byValue =
    judgment.type === 'bool'
      ? 'null::json'
      : `(select json_agg(v) from (
          select value, count(*)::int as answers from taken group by value order by count(*) desc, value limit ${maxValues}) v)`;
  const text = `
    with chosen as materialized (
      select a.namespace_id, a.document_id as id from answer a
      where a.namespace_id = ${scope.namespaceParam()} and a.judgment_id = ${scope.param(judgment.judgmentId)}::text ${chosen}
    ), taken as materialized (
      select ${number} as number, ${answer}.value as value, ${status} as status
      from chosen ${readsDocuments ? `c ${document}` : 'd'} ${scope.joins()} where ${applies}
    )
    select count(*)::int as read, count(number)::int as numbers,
      percentile_disc(array(select i / ${parts}::float8 from generate_series(0, ${parts}) i)) within group (order by number) as quantiles,
      count(*) filter (where status = 'fresh')::int as fresh, count(*) filter (where status = 'stale')::int as stale,
      count(*) filter (where status = 'pending')::int as pending,
      count(*) filter (where status = 'unavailable')::int as unavailable, ${byValue} as by_value
    from taken`;
  return { text, params: scope.params };
}
