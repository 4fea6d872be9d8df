import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { median, spread } from '../statistics';
import { lookAtMachine } from './machine';
import { measuredOf, withRows } from './report-page';
import { Machine, ReportRow } from './report-row';

/** The page whose table names every row of the bench, by its path from the workspace. */
export const reportPage = 'docs/performance.md';

/** Writes rows into the page, each as soon as it was measured: a run that is cut has written what it found. */
export class Report {
  private machine: Machine = { otherCores: 0, yardstick: 0 };
  private readonly commit = commitOf();

  constructor(private readonly rows: readonly Omit<ReportRow, 'measured'>[]) {}

  /** Looks at the machine: how busy it is, and how quick. */
  begin(): void {
    this.machine = lookAtMachine();
  }

  keep(name: string, ratios: readonly number[]): void {
    const figures = { ratio: median([...ratios]), spread: spread([...ratios]) };
    const { commit, machine } = this;
    const measured = { ...figures, date: new Date().toISOString().slice(0, 10), commit, machine, note: '' };
    writeFileSync(reportPage, withRows(readFileSync(reportPage, 'utf8'), this.rows, new Map([[name, measured]])));
  }
}

/** The day on which each row was measured, as the page says now; empty for a row without figures. */
export function reportedDays(): (name: string) => string {
  const days = measuredOf(readFileSync(reportPage, 'utf8'));
  return (name) => days.get(name)?.date ?? '';
}

function commitOf(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
  // The page itself changes with each row.
  const isChanged = git('status', '--porcelain', '--untracked-files=no', '--', '.', `:!${reportPage}`) !== '';
  return `${git('rev-parse', '--short=8', 'HEAD')}${isChanged ? '+' : ''}`;
}
