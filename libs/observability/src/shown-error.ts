/** Members of a database's error that name things of ours; the others (`detail`, `where`, `query`) hold values of rows. */
const shownMembers = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const;
/** Causes of causes that are shown. */
const deepest = 5;

/**
 * What the log shows of an error, and of its causes. An error of Postgres names the fault and where, and never the values:
 * its detail repeats the row that was refused, and the message of a value that cannot be read (class 22) repeats the value
 * behind a colon.
 */
export function shownError(thrown: unknown, depth = 0): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const database = databaseErrorOf(thrown);
  const message = database?.code.startsWith('22') ? thrown.message.replace(/:[^]*$/, '') : thrown.message;
  const stack = (thrown.stack ?? '').replace(thrown.message, message);
  const members = database
    ? Object.fromEntries(shownMembers.flatMap((name) => (database[name] === undefined ? [] : [[name, database[name]]])))
    : { ...thrown };
  const shown: Record<string, unknown> = { type: thrown.constructor.name, ...members, message, stack };
  if (depth === deepest) return shown;
  if (thrown.cause !== undefined) shown.cause = shownError(thrown.cause, depth + 1);
  if (thrown instanceof AggregateError) shown.errors = thrown.errors.map((one) => shownError(one, depth + 1));
  return shown;
}

function databaseErrorOf(error: Error): (Record<string, unknown> & { code: string }) | undefined {
  const { code, severity } = error as Error & { code?: unknown; severity?: unknown };
  const isDatabase = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && typeof severity === 'string';
  return isDatabase ? (error as unknown as Record<string, unknown> & { code: string }) : undefined;
}
