import type { AnswerField } from '@app/filter';
import type { Named, Queryable } from '@app/persistence';
import { sqlEnvOf } from '../../answer/sql-env';
import type { InForce, JudgmentInForce } from '../../namespace/snapshot/in-force';
import { DistributionLimits, DistributionRow, distributionStatement } from './distribution-statement';

/** The answers of one judgment in one namespace. */
export interface AnswersOf {
  inForce: InForce;
  judgment: JudgmentInForce;
  namespaceId: string;
  paused: boolean;
}

export interface Distributed extends Omit<DistributionRow, 'quantiles' | 'by_value'> {
  /** All answers; of a sample an estimate where the judgment does not apply to every document. */
  answers: number;
  sampled: boolean;
  quantiles: number[];
  byValue: { value: string | null; answers: number }[];
}

/** The index alone counts, and stops past the most that are read one by one. */
const count: Named = {
  name: 'distribution-count',
  text: `
    select count(*)::int as n from (
      select from answer a where a.namespace_id = $1::bigint and a.judgment_id = $2 limit $3::int) few`,
};
const countAll: Named = {
  name: 'distribution-count-all',
  text: 'select count(*)::int as n from answer a where a.namespace_id = $1::bigint and a.judgment_id = $2',
};

/** How a number of the current answers is distributed: of all of them, or past `limits.exact` of a sample. */
export async function readAnswers(
  from: Queryable,
  { inForce, judgment, namespaceId, paused }: AnswersOf,
  field: AnswerField,
  limits: DistributionLimits,
): Promise<Distributed> {
  const of = [namespaceId, judgment.judgmentId];
  const few = (await from.query<{ n: number }>(count, [...of, limits.exact + 1])).rows[0].n;
  const sampled = few > limits.exact;
  const all = sampled ? (await from.query<{ n: number }>(countAll, of)).rows[0].n : few;
  const env = sqlEnvOf(inForce, namespaceId, paused, 1);
  const { text, params } = distributionStatement(judgment, field, env, limits, sampled);
  const [{ quantiles, by_value, ...row }] = (await from.query<DistributionRow>(text, params)).rows;
  const answers = sampled ? Math.round((all * row.read) / limits.sample) : row.read;
  return { ...row, answers, sampled, quantiles: row.numbers === 0 ? [] : (quantiles ?? []), byValue: by_value ?? [] };
}
