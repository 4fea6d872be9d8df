import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';

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

/** Each keeper is a process; who runs the tests reads what all of them noted. */
export function noteOpening(opening: Opening): void {
  mkdirSync(logFolder, { recursive: true });
  appendFileSync(path, `${JSON.stringify(opening)}\n`);
}

export function forgetOpenings(): void {
  rmSync(path, { force: true });
}
