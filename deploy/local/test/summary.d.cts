import type { Failure } from './report.cjs';

export interface Row {
  name: string;
  ok: boolean;
  seconds: number;
  /** Seconds that the step may take on two quiet cores; undefined where none is set. */
  shareS?: number;
  passed: number;
  failed: number;
  /** Each test that failed, at its second try too where it had one. */
  failures: Failure[];
  /** Those that passed at their second try, with the reason of the first. */
  secondTries: Failure[];
  files: { file: string; seconds: number }[];
}
export function summaryOf(rows: Row[], minutes: number): string[];
