import { existsSync, readFileSync } from 'node:fs';

/** Set-up cannot go on. The message is one sentence for a person and says what to do; it is printed as it is. */
export class SetupFailure extends Error {
  override readonly name = 'SetupFailure';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What Postgres tells clients that come while it starts or ends: it is never why it ended. */
const refusal = /FATAL: {1,2}the database system is /;

/** The line of a program's output that says why it ended: its last complaint, else its last line. */
export function reasonOf(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !refusal.test(line));
  const full = lines.find((line) => /no space left/i.test(line)); // what follows it only looks like the cause
  const complaint = full ?? lines.findLast((line) => /fatal|panic|error|could not|\[FTL\]/i.test(line));
  return complaint ?? (lines.findLast(Boolean) || 'it said nothing');
}

export function reasonIn(logPath: string): string {
  return reasonOf(existsSync(logPath) ? readFileSync(logPath, 'utf8').slice(-20_000) : '');
}
