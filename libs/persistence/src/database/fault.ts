import { Problem } from '@app/problem';

/** Connection and resource faults of Postgres, after which a retry may succeed (SQLSTATE classes 08, 53, 57 and rollbacks). */
const passing = /^(08...|53...|57P0[1-5]|57014|40001|40P01|55P03)$/;
const passingCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT']);
const passingMessages =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Client was closed/i;

/** A passing fault of the database reads `unavailable`; anything else stays what it is, our defect. */
export function translateFault(error: unknown): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error;
  const driver = (error as { driverError?: unknown }).driverError;
  const code = (error as { code?: string }).code ?? (driver as { code?: string } | undefined)?.code ?? '';
  if (passing.test(code) || passingCodes.has(code) || passingMessages.test(error.message)) {
    return new Problem(
      'unavailable',
      'The database is not answering; try again shortly.',
      {},
      { cause: error, retryAfterS: 1 },
    );
  }
  return error;
}

/** Whether a thrown error is a unique violation of the named constraint. */
export function violates(error: unknown, constraint: string): boolean {
  const source = (error as { driverError?: object }).driverError ?? error;
  const { code, constraint: named } = source as { code?: string; constraint?: string };
  return code === '23505' && named === constraint;
}
