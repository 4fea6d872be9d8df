import type { StartGuard } from '@app/file-reader';
import { sendHalved } from '@app/sdk/bulk';
import type { Tally } from './import-progress';
import { lanesOf, type Refused, type Row, type Shape } from './window';

/** Sends one batch under a key and counts what the service did with it. */
export type Send<T> = (bodies: T[], idempotencyKey: string) => Promise<Tally>;

export interface Sent {
  tally: Tally;
  refused: Refused[];
}

/**
 * Sends the rows of a window: lanes beside each other, the batches of a lane one after the other. A refused batch is halved
 * until the row is known. Each batch's key comes from its place alone, so that a second run of the window gets the first
 * replies and writes nothing twice.
 * @throws Refusal where the beginning of the file is refused for one reason
 */
export async function sendWindow<T>(
  rows: readonly Row<T>[],
  shape: Shape,
  key: string,
  send: Send<T>,
  start: StartGuard,
): Promise<Sent> {
  const sent: Sent = { tally: {}, refused: [] };
  const readBatchOf = (batch: Row<T>[], batchKey: string) =>
    sendHalved(batch, {
      send: async (rows, part) => {
        const bodies = rows.map(({ body }) => body);
        add(sent.tally, await send(bodies, `${batchKey}${part}`));
        start.pass();
      },
      refuse: ({ line, raw }, { message }) => {
        start.refuse(message, message);
        sent.refused.push({ line, reason: message, row: raw });
      },
    });
  const lanes = lanesOf(rows, shape).map(async (batches, lane) => {
    for (const [number, batch] of batches.entries()) await readBatchOf(batch, `${key}-${lane}-${number}`);
  });
  // All lanes have ended before a fault is raised: nothing is sent behind the back of what comes next.
  const ends = await Promise.allSettled(lanes);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return sent;
}

/** Adds counts to counts. */
export function add(to: Tally, from: Tally): void {
  for (const [name, count] of Object.entries(from)) to[name] = (to[name] ?? 0) + count;
}
