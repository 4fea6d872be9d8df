import { type Commands, type OrderReader, addExamples, addNotes, readOrder } from '@app/commands';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';
import { readDefects, renderDefects, untestedOf } from './defect-page';
import { filesById } from './requirements';

/** Brackets of titles: `[defect S-H1]`, `[defect S-H1, W-H2]`, and the promised tests `[T08]` and `[I5]`. */
export const defectBracket = /\[(?:defects? ([A-Z]-[A-Z]?\d+(?:[,\s]+[A-Z]-[A-Z]?\d+)*)|(T\d\d|I5))\]/g;
export const defectsPage = join(workspaceRoot, 'docs/defects.md');

/** Words of `npm run defects`. */
interface Words {
  write?: boolean;
}

/** The options of `npm run defects`. */
export const defectsTable: Commands<OrderReader<Words>> = (defects, run) => {
  defects
    .description('Lists which lines of docs/defects.md have no test, and ids in test titles that no line bears.')
    .option('--write', 'puts the files of the tests beneath the lines of docs/defects.md')
    .action(run((words: Words) => words));
  addExamples(defects, '', '--write');
  addNotes(defects, 'Exit code: 0 every line has its test and the page says so, 1 otherwise.');
};

/**
 * `npm run defects`: which lines of docs/defects.md have no test, and ids in titles that no line bears; with `--write` also
 * puts the files of tests into the page.
 * @returns exit code: 1 when a line has no test, a title names an unknown id or the page is out of date
 */
export function defectsCommand(args: string[]): number {
  const { write = false } = readOrder('npm run defects --', [defectsTable], args);
  const files = filesById(workspaceRoot, defectBracket);
  const page = readFileSync(defectsPage, 'utf8');
  const rendered = renderDefects(page, files);
  if (write) writeFileSync(defectsPage, rendered);
  const all = readDefects(page);
  const open = untestedOf(all, files);
  const unknown = [...files.keys()].filter((id) => !all.some((defect) => defect.id === id));
  const isStale = !write && page !== rendered;
  console.log(`Without a test (${open.length} of ${all.length}):`);
  for (const { id, sentence } of open) console.log(`  ${id.padEnd(6)} ${sentence.slice(0, 110)}`);
  if (unknown.length > 0) console.log(`\nIn titles but not in docs/defects.md: ${unknown.join(', ')}`);
  if (isStale) console.log('\ndocs/defects.md does not say what the titles say: run "npm run defects -- --write".');
  return open.length > 0 || unknown.length > 0 || isStale ? 1 : 0;
}
