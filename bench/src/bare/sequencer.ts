import { Pool } from 'pg';

/*
 * The raw limit of an ordered feed: writers insert into a staging table, one loop moves what stands there into the log
 * and numbers it. No bus, no idempotency, no retention, no scopes.
 */

const schema = `
create table if not exists bare_staged (place bigserial primary key, id text not null, body text not null);
create table if not exists bare_log (number bigint primary key, id text not null, body text not null);`;

/** Rows moved in one transaction, as the measured design of the feed had it. */
const most = 1000;

const move = {
  name: 'bare-move',
  text: `with moved as (
      delete from bare_staged where place in (select place from bare_staged order by place limit ${most} for update)
      returning place, id, body
    )
    insert into bare_log (number, id, body)
    select (select coalesce(max(number), 0) from bare_log) + row_number() over (order by place), id, body from moved`,
};

export async function makeBareFeed(url: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 });
  await pool.query(`${schema} truncate bare_staged, bare_log`);
  await pool.end();
}

/** Moves for ever; ends with its process. */
export async function startSequencer(url: string): Promise<never> {
  const pool = new Pool({ connectionString: url, max: 1 });
  for (;;) {
    const { rowCount } = await pool.query(move);
    if (rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
