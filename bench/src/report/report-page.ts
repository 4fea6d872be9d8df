import { Measured, ReportRow, head, parseMeasured, renderRow } from './report-row';

const begin = '<!-- rows of the bench: `npm run bench -- --report` writes them -->';
const end = '<!-- end of the rows -->';

/**
 * The page with a line for each row of the bench, in its order.
 * @param rows name and goal of every row
 * @param fresh what was measured just now, by the row's name; other rows keep what the page says of them
 * @throws Error when the page has no place for the table
 */
export function withRows(
  page: string,
  rows: readonly Omit<ReportRow, 'measured'>[],
  fresh: ReadonlyMap<string, Measured>,
): string {
  const { before, after } = partsOf(page);
  const known = measuredOf(page);
  const table = rows.map((row) => renderRow({ ...row, measured: fresh.get(row.name) ?? known.get(row.name) ?? null }));
  return [before, begin, '', ...head, ...table, '', end, after].join('\n');
}

/** What the page says of each row that has figures, by its name. @throws Error when it has no place for the table */
export function measuredOf(page: string): ReadonlyMap<string, Measured> {
  const { lines } = partsOf(page);
  return new Map(lines.flatMap((line) => parseMeasured(line) ?? []).map(({ name, measured }) => [name, measured]));
}

function partsOf(page: string): { before: string; lines: string[]; after: string } {
  const [from, to] = [page.indexOf(`${begin}\n`), page.indexOf(`\n${end}\n`)];
  if (from < 1 || to < from)
    throw new Error(`The page has no lines "${begin}" and "${end}" between which the rows stand.`);
  return {
    before: page.slice(0, from - 1),
    lines: page.slice(from + begin.length + 1, to).split('\n'),
    after: page.slice(to + end.length + 2),
  };
}
