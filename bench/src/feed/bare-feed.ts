import { fork } from 'node:child_process';
import { Pool } from 'pg';
import { makeBareFeed } from '../bare/sequencer';
import { FeedWay } from '../load/feed';

/** One a writer, one for the reader. */
const connections = 17;

/** The raw limit of an ordered feed: a staging table, a loop in a process of its own, and a select. */
export interface BareFeed {
  way: FeedWay;
  stop(): Promise<void>;
}

export async function openBareFeed(url: string): Promise<BareFeed> {
  await makeBareFeed(url);
  const sequencer = fork('dist/bench/bare.js', [url, 'sequencer']);
  const pool = new Pool({ connectionString: url, max: connections });
  let number = 0;
  const body = JSON.stringify({ namespace: 'bench/feed', subscription: 'late_orders', attributes: 'x'.repeat(600) });
  return {
    way: {
      write: async (ids) => {
        const text = 'insert into bare_staged (id, body) select i, $2 from unnest($1::text[]) i';
        // In a transaction, as an owner's event is: begun, inserted, committed.
        const client = await pool.connect();
        await client.query('begin');
        await client.query({ name: 'bare-stage', text, values: [ids, body] });
        await client.query('commit');
        client.release();
      },
      read: async () => {
        const text = 'select number, id from bare_log where number > $1 order by number limit 100';
        const { rows } = await pool.query<{ number: string; id: string }>({
          name: 'bare-page',
          text,
          values: [number],
        });
        if (rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
        number = Number(rows.at(-1)?.number ?? number);
        return rows.map(({ id }) => id);
      },
      waits: () => Promise.resolve(),
      pause: () => void sequencer.kill('SIGSTOP'),
      resume: () => void sequencer.kill('SIGCONT'),
    },
    stop: async () => {
      sequencer.disconnect();
      await pool.end();
    },
  };
}
