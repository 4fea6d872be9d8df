export interface Failure {
  title: string;
  /** What the test said, on one line of at most 300 characters. */
  reason: string;
}
export interface FileReport {
  /** Absolute. */
  path: string;
  /** From the root of the checkout. */
  file: string;
  seconds: number;
  passed: number;
  /** Tests; of a file that could not be loaded one with the title `did not run`. */
  failed: Failure[];
  /** The file could not be loaded, so that none of its tests is counted. */
  isLost: boolean;
}
export function readReport(path: string, root: string): FileReport[] | undefined;
export function totalsOf(files: FileReport[]): { passed: number; failed: number };
export function failuresIn(files: FileReport[]): Failure[];
export function afterSecondTry(first: FileReport[], second: FileReport[]): FileReport[];
