import { DailyAllowanceError, JudgmentError, UsageError } from '@app/sdk';
import { CommanderError } from 'commander';
import { EXIT, type ExitCode } from '@app/commands';
import { exitCodeOf } from './exit-code';
import { Refusal } from './refusal';

export interface Failure {
  exitCode: ExitCode;
  /** Lines for the user; none when they were already said. */
  lines: string[];
}

/** What a user reads of an error, and the code that the command ends with. An error that nobody foresaw is thrown on. */
export function failureOf(error: unknown, nowMs: number): Failure {
  if (isAbort(error)) return { exitCode: EXIT.interrupted, lines: ['Interrupted.'] };
  if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? EXIT.done : EXIT.usage, lines: [] };
  if (error instanceof Refusal) return { exitCode: error.exitCode, lines: [error.message] };
  if (error instanceof UsageError) return { exitCode: EXIT.usage, lines: [error.message] };
  if (error instanceof DailyAllowanceError) return { exitCode: EXIT.unavailable, lines: daily(error, nowMs) };
  if (error instanceof JudgmentError) return { exitCode: codeOf(error), lines: linesOf(error) };
  if (isFileError(error)) return { exitCode: EXIT.failed, lines: [fileSentence(error)] };
  throw error;
}

function codeOf({ status, code }: JudgmentError): ExitCode {
  return code === 'connection' || code === 'job_timeout' ? EXIT.unavailable : exitCodeOf(status ?? undefined);
}

function linesOf(error: JudgmentError): string[] {
  const facts = [
    error.reason ?? error.code,
    error.path && `at ${error.path}`,
    error.requestId && `request ${error.requestId}`,
    error.code === 'connection' && causeOf(error.cause),
    error.retryAfterMs !== undefined && `wait ${Math.ceil(error.retryAfterMs / 1_000)} s`,
  ].filter(Boolean);
  const lines = [`${error.message} (${facts.join(', ')})`];
  if (error.outcomeUnknown && error.idempotencyKey) {
    lines.push(`It is not known whether the write was carried out. Its Idempotency-Key: ${error.idempotencyKey}`);
  }
  return lines;
}

/** Node's fetch says only "fetch failed"; what failed stands in its cause. */
function causeOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  if (!(inner instanceof Error)) return 'no connection';
  return inner.message || ((inner as NodeJS.ErrnoException).code ?? inner.name);
}

function daily(error: DailyAllowanceError, nowMs: number): string[] {
  const minutes = Math.max(0, Math.ceil((Date.parse(error.resetsAt) - nowMs) / 60_000));
  const left = minutes >= 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${minutes} min`;
  return [`${error.message} (it renews at ${error.resetsAt}, in ${left})`];
}

function isAbort(error: unknown): boolean {
  // Node's DOMException is an Error of the main realm alone.
  return typeof error === 'object' && error !== null && (error as { name?: unknown }).name === 'AbortError';
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return typeof (error as NodeJS.ErrnoException | undefined)?.syscall === 'string';
}

const sentences: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist.',
  EACCES: 'cannot be opened: its mode forbids it.',
  EISDIR: 'is a folder: name a file.',
  ENOSPC: 'cannot be written: the disk is full.',
};

function fileSentence({ path, code, message }: NodeJS.ErrnoException): string {
  return path && code && sentences[code] ? `${path} ${sentences[code]}` : message;
}
