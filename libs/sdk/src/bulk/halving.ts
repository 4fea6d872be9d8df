import { JudgmentError } from '../result/api-error';

/** Codes that speak of what a batch holds: its halves may be taken. */
const aboutContent = ['invalid_request', 'too_large', 'unknown_image'];

/** Whether a refusal is about rows. One that names another place of the request, such as its namespace, would meet each row. */
export function isAboutRows(error: unknown): error is JudgmentError {
  if (!(error instanceof JudgmentError) || !aboutContent.includes(error.code)) return false;
  return error.path === undefined || /upsert|outcomes/.test(error.path);
}

/** What `sendHalved` calls. */
export interface Halving<R> {
  /** @param part names the half: '' is the whole batch, `ab` the second half of its first half */
  send(rows: R[], part: string): PromiseLike<unknown>;
  /** The row that the service does not take, and why. */
  refuse(row: R, error: JudgmentError): void;
  /** Whether a refusal is about rows. */
  isAboutRows?: (error: unknown) => error is JudgmentError;
}

/**
 * Sends a batch, which the service takes or refuses as a whole. A refused batch is halved, in order, until the row is known.
 * @throws what `send` throws when it is not about rows; what was sent before stays
 */
export async function sendHalved<R>(rows: readonly R[], halving: Halving<R>, part = ''): Promise<void> {
  try {
    await halving.send([...rows], part);
  } catch (error) {
    if (!(halving.isAboutRows ?? isAboutRows)(error)) throw error;
    const [row] = rows;
    if (rows.length === 1 && row !== undefined) return halving.refuse(row, error);
    const middle = Math.ceil(rows.length / 2);
    await sendHalved(rows.slice(0, middle), halving, `${part}a`);
    await sendHalved(rows.slice(middle), halving, `${part}b`);
  }
}
