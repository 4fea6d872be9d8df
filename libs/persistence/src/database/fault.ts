import { Problem } from '@app/problem';
import { isNativeError } from 'node:util/types';
import { DatabaseError } from 'pg';

/**
 * Connection and resource faults of Postgres, after which a retry may succeed: SQLSTATE classes 08, 53, 57, rollbacks, and
 * 25006, which a primary gives that became a standby.
 */
const passing = /^(08...|53...|57P0[1-5]|57014|40001|40P01|55P03|25006)$/;
/** Of the socket and of name resolution. */
const passingCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
]);
/** The last one: the process is ending, and another one answers the next try. */
const passingMessages =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Client was closed|Query read timeout|Cannot use a pool after calling end/i;

/** The password of the role was changed; a process that knows the new one takes the place of this one. */
const refusedPassword = '28P01';

/** A passing fault of the database reads `unavailable`; anything else stays what it is, our defect. */
export function translateFault(error: unknown): unknown {
  // Not `instanceof Error`: of a socket, specs get errors that Node made outside of their sandbox.
  if (error instanceof Problem || !isNativeError(error)) return error;
  const code = codeOf(error);
  if (code === refusedPassword) {
    const message = 'The database refuses the password of this process; try again shortly.';
    return new Problem('unavailable', message, {}, { cause: error, retryAfterS: 1 });
  }
  if (isStalePlan(error) || passing.test(code) || passingCodes.has(code) || passingMessages.test(error.message)) {
    return new Problem(
      'unavailable',
      'The database is not answering; try again shortly.',
      {},
      { cause: error, retryAfterS: 1 },
    );
  }
  return error;
}

/**
 * Whether a prepared statement was refused because a migration has added a column to what it returns. It stays so for as
 * long as the connection lives; another one prepares it anew.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}

/** Of the error, of the driver's error inside it, or of the first address that a host name stands for. */
function codeOf(error: Error): string {
  const { code, driverError } = error as { code?: string; driverError?: { code?: string } };
  const [first] = error instanceof AggregateError ? (error.errors as { code?: string }[]) : [];
  return code ?? driverError?.code ?? first?.code ?? '';
}

/** Whether a thrown error is a unique violation of the named constraint. */
export function violates(error: unknown, constraint: string): boolean {
  const source = (error as { driverError?: object }).driverError ?? error;
  const { code, constraint: named } = source as { code?: string; constraint?: string };
  return code === '23505' && named === constraint;
}

/**
 * Whether the server refused a statement on a connection that lives on: nothing of the statement, or of its transaction,
 * is stored. After any other failure it may be stored or not.
 * @param error of the driver, or as `translateFault` made it
 */
export function wasRefused(error: unknown): boolean {
  const source = error instanceof Problem ? error.cause : error;
  return source instanceof DatabaseError && source.severity === 'ERROR';
}
