import { Goal } from '../case/figures';

/** What the last measurement of a row gave. */
export interface Measured {
  /** Median of the rounds. */
  ratio: number;
  /** Least and largest of the rounds, `0.91..0.99`. */
  spread: string;
  /** UTC day, `YYYY-MM-DD`. */
  date: string;
  /** Of the checkout whose services ran; ends with `+` where it held changes that were not committed. */
  commit: string;
  /** Rounds a processor second of the fixed loop, just before the row: how quick the machine was. */
  yardstick: number;
  /** Cores that other work kept busy in the moment before the row; a load average would tell of the row before. */
  otherCores: number;
}

/** One row of the bench in the table of docs/performance.md. */
export interface ReportRow {
  name: string;
  goal: Goal | null;
  /** Null until the row is measured. */
  measured: Measured | null;
}

/** From here on other work shared the cores, and the table says so. */
const quietBelow = 0.3;

export const head = [
  '| row | goal | ratio (spread) | goal is | measured | commit | loop | other cores |',
  '|---|---|---|---|---|---|---|---|',
];

export function renderRow({ name, goal, measured }: ReportRow): string {
  const cells = measured === null ? ['not since the table stands', '', '', '', '', ''] : cellsOf(measured, goal);
  return `| ${[name, renderGoal(goal), ...cells].join(' | ')} |`;
}

/**
 * The figures of a line that `renderRow` wrote; name and goal are the table's own.
 * @returns null of a line that is none, or whose row was never measured
 */
export function parseMeasured(line: string): { name: string; measured: Measured } | null {
  const [, name, , figures, , date, commit, yardstick, others] = line.split('|').map((cell) => cell.trim());
  const [, ratio, spread] = /^\*{0,2}([\d.]+)\*{0,2} \(([\d.]+)\)$/.exec(figures ?? '') ?? [];
  if (ratio === undefined) return null;
  const otherCores = Number(others.replace(' (busy)', ''));
  const numbers = { ratio: Number(ratio), yardstick: Number(yardstick), otherCores };
  return { name, measured: { ...numbers, spread, date, commit } };
}

function cellsOf({ ratio, spread, date, commit, yardstick, otherCores }: Measured, goal: Goal | null): string[] {
  const others = `${otherCores}${otherCores > quietBelow ? ' (busy)' : ''}`;
  return [`${ratio.toFixed(2)} (${spread})`, verdict(ratio, goal), date, commit, `${yardstick}`, others];
}

function renderGoal(goal: Goal | null): string {
  if (goal === null) return '–';
  return 'below' in goal ? `below ${goal.below}` : goal.atLeast.toFixed(2);
}

function verdict(ratio: number, goal: Goal | null): string {
  if (goal === null) return '';
  const isReached = 'below' in goal ? ratio < goal.below : ratio >= goal.atLeast;
  return isReached ? 'reached' : '**missed**';
}
