import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { median, spread } from '../statistics';
import { lookAtMachine } from './machine';
import { withRows } from './report-page';
import { Measured, ReportRow } from './report-row';

/** The page whose table names every row of the bench, by its path from the workspace. */
export const reportPage = 'docs/performance.md';

/** Writes rows into the page, each as soon as it was measured: a run that is cut has written what it found. */
export class Report {
  private machine: Pick<Measured, 'otherCores' | 'yardstick'> = { otherCores: 0, yardstick: 0 };
  private readonly commit = commitOf();

  constructor(private readonly rows: readonly Omit<ReportRow, 'measured'>[]) {}

  /** Looks at the machine: how busy it is, and how quick. */
  begin(): void {
    this.machine = lookAtMachine();
  }

  keep(name: string, ratios: readonly number[]): void {
    const figures = { ratio: median([...ratios]), spread: spread([...ratios]) };
    const measured = { ...figures, date: new Date().toISOString().slice(0, 10), commit: this.commit, ...this.machine };
    writeFileSync(reportPage, withRows(readFileSync(reportPage, 'utf8'), this.rows, new Map([[name, measured]])));
  }
}

function commitOf(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
  // The page itself changes with each row.
  const isChanged = git('status', '--porcelain', '--untracked-files=no', '--', '.', `:!${reportPage}`) !== '';
  return `${git('rev-parse', '--short=8', 'HEAD')}${isChanged ? '+' : ''}`;
}
