import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { table } from '../table';
import { reportPage } from './report';
import { withRows } from './report-page';
import { Measured } from './report-row';

const rows = table.flatMap((group) => group.rows);
const page = readFileSync(join(__dirname, '../../..', reportPage), 'utf8');
const measured: Measured = {
  ratio: 1.5,
  spread: '1.40..1.60',
  date: '2026-11-28',
  commit: 'abc',
  machine: { yardstick: 1, otherCores: 0 },
  note: '',
};

describe('the table of docs/performance.md', () => {
  it('has a line with its goal for each row of the bench, in its order, and none without a row', () => {
    if (withRows(page, rows, new Map()) !== page)
      throw new Error(
        'The rows of docs/performance.md are not those of the bench: run "npm run bench -- --report" for one.',
      );
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  });

  it('changes for a row that was added, taken away or given another goal', () => {
    const [first, ...rest] = rows;
    for (const others of [
      rest,
      [...rows, { name: 'another', goal: null }],
      [{ ...first, goal: { below: 7 } }, ...rest],
    ]) {
      expect(withRows(page, others, new Map())).not.toBe(page);
    }
  });

  it('takes what was measured and keeps the figures of all other rows', () => {
    const [first] = rows;
    const after = withRows(page, rows, new Map([[first.name, measured]]));
    const changed = after.split('\n').filter((line) => !page.includes(`${line}\n`));
    expect(changed).toHaveLength(1);
    expect(changed[0]).toContain(`| ${first.name} |`);
    expect(changed[0]).toContain('1.50 (1.40..1.60)');
  });

  it('needs its place in the page', () => {
    expect(() => withRows('# A page without rows\n', rows, new Map())).toThrow('The page has no lines');
  });
});
