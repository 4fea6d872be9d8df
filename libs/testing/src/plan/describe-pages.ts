import type { Database } from '@app/persistence';
import { type PlanNode, explained, nodesOf } from './explain';
import { statementsOf } from './statements';

/** What a spec of pages is about. */
export interface Pages {
  /** The filled database that the work reads. */
  database: () => Database;
  /** How many rows each page has. */
  limit: number;
  /**
   * The work behind each route, by the route as the OpenAPI document writes it, such as `GET /jobs`; what follows a comma tells
   * forms of one route apart.
   */
  routes: Record<string, () => Promise<unknown>>;
  /** Rows of a table for one of a page, of tables that have several: counters that are spread over slots. */
  rowsOf?: Record<string, number>;
  /** Rows that a sort takes for one of a page, where a row of the page is made of several. */
  sortsOf?: number;
  /** Names of the parts of statements that sum up more than a page on purpose. */
  sums?: readonly string[];
}

/**
 * Tells of each route that no statement behind it scans a table, reads more rows of one than a page has, or sorts more than
 * a page. The statements are those that the work sends; `explained` plans them as the service does.
 */
export function describePages({ database, limit, routes, rowsOf = {}, sortsOf = 1, sums = [] }: Pages): void {
  it.each(Object.keys(routes))('%s reads and sorts no more than a page [S-F4]', async (route) => {
    const sent = await statementsOf(routes[route]);
    const reads = sent.filter(({ text }) => /^\s*(select|with)/.test(text));
    expect(reads.length).toBeGreaterThan(0);
    for (const { text, values } of reads) {
      const plan = await explained(database(), text, values);
      expect([text, beyondAPage(without(plan, sums), { limit, rowsOf, sortsOf })]).toEqual([text, []]);
    }
  });
}

/**
 * Reads a list on until its sixth page: a statement that walks there from the beginning of the list reads more than a page.
 * @param list reads the page after a cursor
 */
export async function sixPages(list: (cursor?: string) => Promise<{ next_cursor?: string | null }>): Promise<void> {
  let cursor: string | undefined;
  for (let page = 1; page <= 6; page++) {
    const { next_cursor: next } = await list(cursor);
    if (page < 6 && !next) throw new Error(`the list ends with its page ${page}; fill in more rows`);
    cursor = next ?? undefined;
  }
}

/** What a node read of its table in all its turns. */
function rowsRead(node: PlanNode): number {
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}

/** A table, also where a plan names a partition of it. */
function tableOf(node: PlanNode): string {
  return (node['Relation Name'] ?? '').replace(/_p?\d[\d_]*$/, '');
}

type Bounds = Required<Pick<Pages, 'limit' | 'rowsOf' | 'sortsOf'>>;

/** Nodes that scan a table, read more of it than a page, or sort more than a page. */
function beyondAPage(plan: PlanNode, { limit, rowsOf, sortsOf }: Bounds): string[] {
  const nodes = nodesOf(plan).filter((node) => node['Actual Loops'] > 0);
  const named = (node: PlanNode) => `${node['Node Type']} ${node['Relation Name'] ?? ''} ${rowsRead(node)}`;
  const tables = nodes.filter((node) => node['Relation Name']);
  const scans = tables.filter((node) => node['Node Type'] === 'Seq Scan' && rowsRead(node) > 1);
  const wide = tables.filter((node) => rowsRead(node) > 2 * (limit + 1) * (rowsOf[tableOf(node)] ?? 1));
  const sorts = nodes.filter(
    (node) => node['Node Type'].endsWith('Sort') && node['Actual Rows'] > (limit + 1) * sortsOf,
  );
  return [...new Set([...scans, ...wide, ...sorts])].map(named);
}

/** A plan without the parts of some names. */
function without(plan: PlanNode, names: readonly string[]): PlanNode {
  const isLeft = ({ 'Subplan Name': name = '' }: PlanNode) => !names.some((part) => name === `CTE ${part}`);
  return { ...plan, Plans: plan.Plans?.filter(isLeft).map((part) => without(part, names)) };
}
