import type { Database } from '@app/persistence';
import { escapeLiteral } from 'pg';

/** A node of a plan, as `explain (analyze, buffers, format json)` gives it. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Subplan Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

/**
 * The plan that a service's connection runs a statement by. A service plans for any values, so the statement is prepared:
 * to explain it with its values at hand would show a plan that no request gets.
 */
export async function explained(
  from: Database,
  statement: { text: string } | string,
  values: unknown[],
): Promise<PlanNode> {
  const text = typeof statement === 'string' ? statement : statement.text;
  const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
  return from.withConnection('spec', async (connection) => {
    await connection.query(`prepare explained as ${text}`);
    try {
      const { rows } = await connection.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, buffers, timing off, format json) execute explained${given}`,
      );
      return rows[0]['QUERY PLAN'][0].Plan;
    } finally {
      await connection.query('deallocate explained');
    }
  });
}

/** All nodes of a plan, itself first. */
export function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Pages that a statement looked at, in memory or on disk. */
export function buffersOf(plan: PlanNode): number {
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

/** A parameter as SQL, as `pg` sends it. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return escapeLiteral(Array.isArray(value) ? arrayText(value) : scalarText(value));
}

function scalarText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function arrayText(values: readonly unknown[]): string {
  const items = values.map((value) => {
    if (value === null || value === undefined) return 'null';
    return Array.isArray(value) ? arrayText(value) : `"${scalarText(value).replace(/["\\]/g, '\\$&')}"`;
  });
  return `{${items.join(',')}}`;
}
