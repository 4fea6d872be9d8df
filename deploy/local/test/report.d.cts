export interface FileReport {
  /** Absolute. */
  path: string;
  /** From the root of the checkout. */
  file: string;
  seconds: number;
  passed: number;
  /** Titles of tests; of a file that could not be loaded the one `did not run`. */
  failed: string[];
  /** The file could not be loaded, so that none of its tests is counted. */
  isLost: boolean;
}
export function readReport(path: string, root: string): FileReport[] | undefined;
export function totalsOf(files: FileReport[]): { passed: number; failed: number };
export function failuresIn(files: FileReport[]): string[];
export function afterSecondTry(first: FileReport[], second: FileReport[]): FileReport[];
