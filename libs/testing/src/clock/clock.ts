import { systemClock, type Clock } from '@app/observability';
import { Client } from 'pg';

/** Where the database announces each move of its clock, in milliseconds ahead of real time. */
export const clockChannel = 'clock_moved';

let offsetMs = 0;

/** The process clock of specs: real time plus the offset that the database's `app.now()` has too. */
export const movedClock: Clock = { now: () => systemClock.now() + offsetMs };

const install = `
create table if not exists app.clock (moved interval not null);
insert into app.clock select '0 ms' where not exists (select from app.clock);
grant select on app.clock to public;
create or replace function app.now() returns timestamptz language sql stable
  as 'select statement_timestamp() + (select moved from app.clock)';`;

/** A function that is written anew has every connection plan anew what calls it, so it is written where it is another one alone. */
const isInstalled = `
select coalesce((select prosrc like '%app.clock%' from pg_proc where oid = to_regproc('app.now')), false)
  and to_regclass('app.clock') is not null as "is"`;

/** Puts the movable clock into the tests' database; production SQL has none. */
export async function installClock(adminUrl: string): Promise<void> {
  await withAdmin(adminUrl, installWith);
}

/** How far the database's clock stands ahead of real time, in milliseconds. */
export async function clockAhead(adminUrl: string): Promise<number> {
  const text = 'select (extract(epoch from moved) * 1000)::float8 as ms from app.clock';
  return withAdmin(adminUrl, async (admin) => (await admin.query<{ ms: number }>(text)).rows[0].ms);
}

/** Moves both clocks, the database's and this process's, to `ms` milliseconds ahead of real time. */
export async function setClock(adminUrl: string, ms: number): Promise<void> {
  await withAdmin(adminUrl, async (admin) => {
    await installWith(admin);
    await moveWith(admin, ms);
  });
  setOffset(ms);
}

/** Moves the database's clock alone, and announces it to the processes that follow it. */
export async function moveDatabase(adminUrl: string, ms: number): Promise<void> {
  await withAdmin(adminUrl, (admin) => moveWith(admin, ms));
}

/** Moves this process's clock alone. */
export function setOffset(ms: number): void {
  offsetMs = ms;
}

async function installWith(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ is: boolean }>(isInstalled);
  if (!rows[0].is) await admin.query(install);
}

async function moveWith(admin: Client, ms: number): Promise<void> {
  await admin.query(
    `with moved as (update app.clock set moved = make_interval(secs => $1) returning 1)
     select pg_notify('${clockChannel}', $2) from moved`,
    [ms / 1000, String(ms)],
  );
}

async function withAdmin<T>(adminUrl: string, work: (admin: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
