import { readFileSync, statSync } from 'node:fs';
import { configure } from '../stack/postgres-settings';
import { Stack } from '../stack/stack';

/** One statement that Postgres was sent. */
export interface Sent {
  /** Account of the service that sent it. */
  by: string;
  /** Its name, or the beginning of its text. */
  what: string;
}

/** Begins each line of the log, so that no other program's setting of it matters. */
const mark = 'sent by';
const textLength = 60;
const beginnings = new RegExp(`^${mark} (\\S+) LOG: +(?:statement|execute ([^:]+)): (.*)$`);

/** Runs work and gives the statements that the stack's own Postgres was sent meanwhile, by its log. */
export async function recordingStatements(stack: Stack, work: () => Promise<void>): Promise<Sent[]> {
  await configure(stack, [
    `alter system set log_line_prefix = '${mark} %u '`,
    `alter system set log_min_error_statement = 'panic'`,
    `alter system set log_statement = 'all'`,
  ]);
  const from = statSync(stack.postgresLog).size;
  try {
    await work();
    return parseSent(readFileSync(stack.postgresLog).subarray(from).toString('utf8'));
  } finally {
    await configure(
      stack,
      ['log_statement', 'log_min_error_statement', 'log_line_prefix'].map((name) => `alter system reset ${name}`),
    );
  }
}

/** @param log of Postgres; of a statement of several lines the first one counts, and the rest begin otherwise */
export function parseSent(log: string): Sent[] {
  return log.split('\n').flatMap((line) => {
    const [, by, name, text] = beginnings.exec(line) ?? [];
    if (by === undefined || text === undefined) return [];
    return [{ by, what: name && name !== '<unnamed>' ? name : text.slice(0, textLength) }];
  });
}
