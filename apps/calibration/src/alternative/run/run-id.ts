import { createHash } from 'node:crypto';

/** The id of a run follows from what it runs: a start that comes again finds the block and the rows of the one before. */
export function runIdOf(...about: (string | number | boolean)[]): string {
  return `run_${createHash('sha256').update(JSON.stringify(about)).digest('hex').slice(0, 32)}`;
}
