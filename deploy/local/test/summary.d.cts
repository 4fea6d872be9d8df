export interface Row {
  name: string;
  ok: boolean;
  seconds: number;
  /** Seconds that the step may take on two quiet cores; undefined where none is set. */
  shareS?: number;
  passed: number;
  failed: number;
  /** `file: title` of each test that failed, at its second try too where it had one. */
  failures: string[];
  /** The same of those that passed at their second try. */
  secondTries: string[];
  files: { file: string; seconds: number }[];
}
export function summaryOf(rows: Row[], minutes: number): string[];
