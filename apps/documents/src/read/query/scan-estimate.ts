import { createHash } from 'node:crypto';
import { toSql } from '@app/filter';
import type { AttributeCondition, DrivingEquality, Filter, SqlEnv, Where } from '@app/filter';
import type { Queryable } from '@app/persistence';
import { LRUCache } from 'lru-cache';

const estimatesInMemory = 5_000;
const keptMs = 30_000;
/** Conditions of a filter that are estimated; each costs a round trip. */
const maxExplained = 3;

/** The equalities on attributes whose index can lead a query. */
export function drivingConditions(conditions: readonly AttributeCondition[]): DrivingEquality[] {
  return conditions.flatMap((condition) => {
    const key = onlyKey(condition);
    return key ? [{ name: condition.name, key }] : [];
  });
}

/** The one key that a condition allows; null when it allows several. */
function onlyKey({ keys }: AttributeCondition): Buffer | null {
  if ('oneOf' in keys) return keys.oneOf.length === 1 ? keys.oneOf[0] : null;
  const isEquality = keys.to.length === keys.from.length + 1 && keys.to.subarray(0, -1).equals(keys.from);
  return isEquality && keys.to[keys.to.length - 1] === 0 ? keys.from : null;
}

/** The conditions that must all hold. */
function conjuncts(filter: Filter): Where[] {
  if (filter.kind === 'where') return [filter];
  return filter.kind === 'all' ? filter.of.flatMap(conjuncts) : [];
}

const numberFields = ['p', 'score', 'thresholds'];

/** Whether an index finds the documents of a condition. */
function isIndexed(where: Where, env: SqlEnv): boolean {
  const { path, tests } = where;
  if (path.root === 'id') return tests.some(({ op }) => op === 'eq' || op === 'in');
  if (path.root === 'attributes') return toSql(where, env).attributeConditions.length > 0;
  if (path.root !== 'answers' || !numberFields.includes(path.field.kind)) return false;
  if (path.field.kind === 'thresholds') return tests.every((test) => test.op === 'eq' && test.value === true);
  return tests.some(({ op }) => ['eq', 'gt', 'gte', 'lt', 'lte', 'in'].includes(op));
}

/** Row counts that Postgres' planner estimates, remembered for half a minute. */
export class ScanEstimates {
  private readonly known = new LRUCache<string, number>({ max: estimatesInMemory, ttl: keptMs });

  constructor(private readonly from: Queryable) {}

  /** Rows of the attribute index that an equality reads. */
  async estimateDriving(namespaceId: string, { name, key }: DrivingEquality): Promise<number> {
    return this.explain(
      'select from attribute k where k.namespace_id = $1 and k.name = $2 and k.key = $3',
      [namespaceId, name, key],
      `${namespaceId} ${name} ${key.toString('hex')}`,
    );
  }

  /**
   * Documents that a query has to look at: those of its narrowest indexed condition, or all of the namespace.
   * @param enough an estimate up to this one needs no better: every further condition costs a round trip
   */
  async estimateFilter(filter: Filter, env: SqlEnv, enough: number): Promise<number> {
    const indexed = conjuncts(filter)
      .filter((where) => isIndexed(where, env))
      .slice(0, maxExplained);
    const all = `${env.namespaceId} all`;
    let least = await this.explain('select from document d where d.namespace_id = $1', [env.namespaceId], all);
    for (const where of indexed) {
      if (least <= enough) break;
      const sql = toSql(where, { ...env, firstParam: 2 });
      const text = `select from document d ${sql.joins} where d.namespace_id = $1 and ${sql.where}`;
      const key = `${env.namespaceId} ${JSON.stringify(where)} ${sql.where}`;
      least = Math.min(least, await this.explain(text, [env.namespaceId, ...sql.params], key));
    }
    return least;
  }

  private async explain(text: string, params: unknown[], key: string): Promise<number> {
    const hash = createHash('sha256').update(key).digest('base64url');
    const known = this.known.get(hash);
    if (known !== undefined) return known;
    const { rows } = await this.from.query<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
      `explain (format json) ${text}`,
      params,
    );
    const estimate = rows[0]['QUERY PLAN'][0].Plan['Plan Rows'];
    this.known.set(hash, estimate);
    return estimate;
  }
}
