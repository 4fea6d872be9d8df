import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../process/workspace';

/** Folder of the logs of all stacks. */
export const logFolder = join(workspaceRoot, '.state/e2e');
const path = join(logFolder, 'openings.jsonl');

/** A stack that was opened, since none stood that would do. */
export interface Opening {
  keeper: string;
  /** The file that needed it, as it calls itself. */
  file: string;
  seconds: number;
}

/** Each keeper is a process; a run's set-up reads at its end what all of them noted. */
export function noteOpening(opening: Opening): void {
  mkdirSync(logFolder, { recursive: true });
  appendFileSync(path, `${JSON.stringify(opening)}\n`);
}

export function forgetOpenings(): void {
  rmSync(path, { force: true });
}

export function readOpenings(): Opening[] {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  return lines.map((line) => JSON.parse(line) as Opening);
}

/** What a run says of its openings, each by the file that needed it. */
export function openingsLine(all: readonly Opening[]): string {
  const each = all.map(({ file, seconds }) => `${file} ${seconds.toFixed(0)} s`);
  return [`${all.length} stacks opened`, ...(each.length > 0 ? [each.join(', ')] : [])].join(': ');
}
