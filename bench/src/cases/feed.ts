import { newId } from '@app/persistence';
import { ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { Pool } from 'pg';
import { makeBareFeed } from '../bare/sequencer';
import { Producer } from '../feed/producer';
import { FeedWay, loadBacklog, loadFeed } from '../load/feed';
import { Case } from './case';

export const feedName = 'feed';
/** One a writer, one for the reader. */
const connections = 17;

export interface FeedCases {
  cases: Case[];
  stop(): Promise<void>;
}

/**
 * From 16 writers' transactions to a reader by cursor: outbox, relay, JetStream, sequencer and page against a staging
 * table, a loop and a select. Both lose and repeat nothing, or the run ends.
 * @param servers the TEST_* variables of throw-away servers
 */
export async function openFeedCases(
  servers: Record<string, string>,
  bareUrl: string,
  events: number,
): Promise<FeedCases> {
  const producer = await Producer.open(servers);
  const bare = await openBare(bareUrl);
  const id = (): string => newId('evt');
  let rounds = 0;
  const caseOf = (name: string, run: typeof loadFeed): Case => ({
    name: `${feedName}, ${name}`,
    goal: 0.5,
    raw: (round) => run(bare.way(), events, id, round),
    own: async (round) => run(await producer.round(rounds++), events, id, round),
  });
  return {
    cases: [
      caseOf('the sequencer before a backlog, one reader', loadBacklog),
      caseOf('16 writers with an event a transaction, one reader', loadFeed),
    ],
    stop: async () => {
      await bare.stop();
      await producer.stop();
    },
  };
}

interface BareFeed {
  way(): FeedWay;
  stop(): Promise<void>;
}

async function openBare(url: string): Promise<BareFeed> {
  await makeBareFeed(url);
  const sequencer: ChildProcess = fork(join(process.cwd(), 'dist/bench/bare.js'), [url, 'sequencer']);
  const pool = new Pool({ connectionString: url, max: connections });
  let number = 0;
  const body = JSON.stringify({ namespace: 'bench/feed', subscription: 'late_orders', attributes: 'x'.repeat(600) });
  return {
    way: () => ({
      write: async (ids) => {
        const text = 'insert into bare_staged (id, body) select i, $2 from unnest($1::text[]) i';
        // In a transaction, as an owner's event is: begun, told, committed.
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
    }),
    stop: async () => {
      sequencer.disconnect();
      await pool.end();
    },
  };
}
