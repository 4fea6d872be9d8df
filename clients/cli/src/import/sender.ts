import { JudgmentError } from '@app/sdk';
import type { Tally } from './checkpoint';
import { lanesOf, type Refused, type Row, type Shape } from './window';

/** Sends one batch under a key and counts what the service did with it. */
export type Send<T> = (bodies: T[], idempotencyKey: string) => Promise<Tally>;

export interface Sent {
  tally: Tally;
  refused: Refused[];
}

/** Codes that speak of what a batch holds: its halves may be taken. */
const aboutContent = ['invalid_request', 'too_large', 'unknown_image'];

/**
 * Sends the rows of a window: lanes beside each other, the batches of a lane one after the other. A refused batch is halved
 * until the row is known. Each batch's key comes from its place alone, so that a second run of the window gets the first
 * replies and writes nothing twice.
 */
export async function sendWindow<T>(rows: readonly Row<T>[], shape: Shape, key: string, send: Send<T>): Promise<Sent> {
  const sent: Sent = { tally: {}, refused: [] };
  const part = async (batch: Row<T>[], partKey: string): Promise<void> => {
    try {
      add(
        sent.tally,
        await send(
          batch.map(({ body }) => body),
          partKey,
        ),
      );
    } catch (error) {
      if (!(error instanceof JudgmentError) || !isAboutRows(error)) throw error;
      const [row] = batch;
      if (batch.length === 1 && row) {
        sent.refused.push({ line: row.line, reason: error.message, row: row.raw });
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await part(batch.slice(0, middle), `${partKey}a`);
      await part(batch.slice(middle), `${partKey}b`);
    }
  };
  const lanes = lanesOf(rows, shape).map(async (batches, lane) => {
    for (const [number, batch] of batches.entries()) await part(batch, `${key}-${lane}-${number}`);
  });
  // All lanes have ended before a fault is raised: nothing is sent behind the back of what comes next.
  const ends = await Promise.allSettled(lanes);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return sent;
}

/** A refusal that names another place of the request, such as its namespace, would meet each row. */
function isAboutRows({ code, path }: JudgmentError): boolean {
  return aboutContent.includes(code) && (path === undefined || /upsert|outcomes/.test(path));
}

/** Adds counts to counts. */
export function add(to: Tally, from: Tally): void {
  for (const [name, count] of Object.entries(from)) to[name] = (to[name] ?? 0) + count;
}
