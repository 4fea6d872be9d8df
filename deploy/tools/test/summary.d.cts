import type { Failure } from './results.cjs';

export interface Row {
  name: string;
  ok: boolean;
  seconds: number;
  /** Processor seconds; undefined where the system does not tell. */
  cpuS?: number;
  /** Seconds that the step may take on two quiet cores; undefined where none is set. */
  shareS?: number;
  passed: number;
  failed: number;
  /** Each test that failed, at its second try too where it had one. */
  failures: Failure[];
  /** Those that passed at their second try, with the reason of the first. */
  secondTries: Failure[];
  /** What the step says of itself: how many stacks it opened. */
  notes?: string[];
  files: { file: string; seconds: number; project?: string; failed: Failure[] }[];
  /** Set where the end of the run cut the step. */
  cut?: { underWay: string[]; notReached: string[] };
}
export function summaryOf(rows: Row[], minutes: number, faults?: string[]): string[];
export function faultsOfQuiet(rows: Row[]): string[];
