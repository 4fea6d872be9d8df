import { Clock } from '@app/observability';
import { Client, Pool } from 'pg';

let offsetMs = 0;

/** The process clock of specs: real time plus the offset that the database's `app.now()` has too. */
export const movedClock: Clock = { now: () => Date.now() + offsetMs };

const install = `
create table if not exists app.clock (moved interval not null);
insert into app.clock select '0 ms' where not exists (select from app.clock);
grant select on app.clock to public;
create or replace function app.now() returns timestamptz language sql stable
  as 'select statement_timestamp() + (select moved from app.clock)';`;

/** Puts the movable clock into the tests' database; production SQL has none. */
export async function installClock(adminUrl: string): Promise<void> {
  await withAdmin(adminUrl, (admin) => admin.query(install));
}

/** Moves both clocks, the database's and this process's, to `ms` milliseconds ahead of real time. */
export async function setClock(adminUrl: string, ms: number): Promise<void> {
  await installClock(adminUrl);
  await withAdmin(adminUrl, (admin) =>
    admin.query(`update app.clock set moved = make_interval(secs => $1)`, [ms / 1000]),
  );
  offsetMs = ms;
}

/** Follows the database's clock from a process that did not move it: the testing boot of a service. */
export function followClock(adminUrl: string, everyMs = 50): { stop(): Promise<void> } {
  const pool = new Pool({ connectionString: adminUrl, max: 1 });
  // The server may be stopped at any moment by a story; the next look connects anew.
  pool.on('error', () => undefined);
  const look = async (): Promise<void> => {
    const { rows } = await pool.query<{ ms: number }>(
      'select (extract(epoch from moved) * 1000)::float8 as ms from app.clock',
    );
    offsetMs = rows[0]?.ms ?? 0;
  };
  let isOver = false;
  const follow = async (): Promise<void> => {
    while (!isOver) {
      await look().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  };
  const following = follow();
  return {
    async stop() {
      isOver = true;
      await following;
      await pool.end();
    },
  };
}

async function withAdmin(adminUrl: string, work: (admin: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
