import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { clockChannel, setOffset } from './clock';

const reconnectMs = 50;
const offset = 'select (extract(epoch from moved) * 1000)::float8 as ms from app.clock';

/**
 * Follows the database's clock from a process that did not move it: the testing boot of a service. It listens instead
 * of asking again and again, since eight services that ask cost a tenth of a core also while nothing happens.
 * @param adminUrl administrator's address of a database with the movable clock
 */
export function followClock(adminUrl: string): { stop(): Promise<void> } {
  let isStopped = false;
  let listener: Client | undefined;
  const listen = async (): Promise<void> => {
    const client = new Client({ connectionString: adminUrl });
    listener = client;
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
    // pg emits `end` after each error of the connection.
    client.on('error', () => undefined);
    client.on('notification', ({ payload }) => setOffset(Number(payload)));
    try {
      await client.connect();
      await client.query(`listen ${clockChannel}`);
      // Read after listening, or a move between the two would be missed.
      const { rows } = await client.query<{ ms: number }>(offset);
      setOffset(rows[0]?.ms ?? 0);
      if (!isStopped) await ended;
    } finally {
      await client.end();
    }
  };
  const follow = async (): Promise<void> => {
    while (!isStopped) {
      // A scenario may stop the server at any moment: the next connection follows again.
      await listen().catch(() => undefined);
      if (!isStopped) await sleep(reconnectMs);
    }
  };
  const following = follow();
  return {
    async stop() {
      isStopped = true;
      await listener?.end();
      await following;
    },
  };
}
