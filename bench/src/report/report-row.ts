import { Goal } from '../case/figures';

/** What the last measurement of a row gave. */
export interface Measured {
  /** Median of the rounds. */
  ratio: number;
  /** Least and largest of the rounds, `0.91..0.99`; null where they were not kept. */
  spread: string | null;
  /** UTC day, `YYYY-MM-DD`. */
  date: string;
  /**
   * Of the checkout whose services ran; ends with `+` where it held changes that were not committed. Of a figure that was
   * entered by hand the commit that wrote it down first.
   */
  commit: string;
  /** The machine just before the row; null for a figure that was entered by hand. */
  machine: Machine | null;
  /** What a reader has to know of a figure that was entered by hand; empty without any. */
  note: string;
}

export interface Machine {
  /** Rounds a processor second of the fixed loop: how quick the machine was. */
  yardstick: number;
  /** Cores that other work kept busy in that moment; a load average would tell of the row before. */
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
/** Stands in place of the machine where a person entered what an earlier page says. */
const byHand = 'by hand';

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
  const [, ratio, least] = /^([\d.]+) \(([\d.]+|–)\)$/.exec(figures ?? '') ?? [];
  if (ratio === undefined) return null;
  const figure = { ratio: Number(ratio), spread: least === '–' ? null : least, date, commit };
  if (others.startsWith(byHand)) {
    return { name, measured: { ...figure, machine: null, note: others.slice(byHand.length).replace(/^: /, '') } };
  }
  const machine = { yardstick: Number(yardstick), otherCores: Number(others.replace(' (busy)', '')) };
  return { name, measured: { ...figure, machine, note: '' } };
}

function cellsOf({ ratio, spread, date, commit, machine, note }: Measured, goal: Goal | null): string[] {
  const figures = [`${ratio.toFixed(2)} (${spread ?? '–'})`, verdict(ratio, goal), date, commit];
  if (machine === null) return [...figures, '–', note === '' ? byHand : `${byHand}: ${note}`];
  const { yardstick, otherCores } = machine;
  return [...figures, `${yardstick}`, `${otherCores}${otherCores > quietBelow ? ' (busy)' : ''}`];
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
