import { Database } from '@app/persistence';
import { escapeLiteral } from 'pg';

interface Node {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

/** What a statement did, as the plan says that a service's connection runs. */
export interface Explained {
  /** How it read tables: `Index Scan outbox_pkey`. */
  scans: string[];
  /** Rows that its scans of tables gave on. */
  rows: number;
  /** Rows that its scans read and left out. */
  leftOut: number;
  /** Blocks of 8 KiB that it looked into, each as often as it did. */
  blocks: number;
}

/** Runs a statement with the plan that knows no values, as services do, and takes back what it wrote. */
export function explained(database: Database, text: string, values: readonly unknown[]): Promise<Explained> {
  return database.withConnection('spec', async (connection) => {
    const run = values.length === 0 ? 'spec_plan' : `spec_plan (${values.map(literalOf).join(', ')})`;
    await connection.query(`prepare spec_plan as ${text}`);
    await connection.query('begin');
    try {
      const { rows } = await connection.query<{ 'QUERY PLAN': [{ Plan: Node & Record<string, number> }] }>(
        `explain (analyze, buffers, format json) execute ${run}`,
      );
      return summaryOf(rows[0]['QUERY PLAN'][0].Plan);
    } finally {
      await connection.query('rollback; deallocate spec_plan');
    }
  });
}

function summaryOf(plan: Node & Record<string, number>): Explained {
  const scans = nodesOf(plan).filter((node) => node['Relation Name'] && node['Node Type'].includes('Scan'));
  const sum = (of: (node: Node) => number): number =>
    scans.reduce((total, node) => total + of(node) * node['Actual Loops'], 0);
  return {
    scans: scans.map((node) => `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']}`),
    rows: sum((node) => node['Actual Rows']),
    leftOut: sum((node) => node['Rows Removed by Filter'] ?? 0),
    blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
  };
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function literalOf(value: unknown): string {
  return escapeLiteral(Array.isArray(value) ? `{${value.map((one) => JSON.stringify(one)).join(',')}}` : String(value));
}
