export interface Failure {
  title: string;
  /** What the test said, on one line of at most 300 characters. */
  reason: string;
}
export interface FileResult {
  /** Absolute. */
  path: string;
  /** From the root of the checkout. */
  file: string;
  /** Of Jest: unit, real or e2e. */
  project: string;
  seconds: number;
  passed: number;
  /** Tests; of a file that could not be loaded or was ended one with the title `did not run`. */
  failed: Failure[];
  /** The file could not be loaded, or its process ended under it. */
  isLost: boolean;
}
export interface UnderWay {
  path: string;
  file: string;
  /** Of the worker that runs it. */
  pid: number;
  /** When it began, in milliseconds since 1970. */
  atMs: number;
}
export interface Results {
  files: FileResult[];
  /** Begun and not ended. */
  underWay: UnderWay[];
  /** From the root of the checkout: those that no worker began. */
  notReached: string[];
}
export function readResults(path: string, root: string): Results | undefined;
export function totalsOf(files: FileResult[]): { passed: number; failed: number };
export function failuresIn(files: FileResult[]): Failure[];
export function afterSecondTry(first: FileResult[], second: FileResult[]): FileResult[];
