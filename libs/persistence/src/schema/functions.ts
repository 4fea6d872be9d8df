import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { SqlSchema } from './sql-schema';

/** Tables in which a schema keeps what was applied to it. */
export const bookkeeping = `
create table if not exists schema_version (
  single boolean primary key default true check (single),
  version int not null,
  compatible_from int not null
);
create table if not exists schema_function (
  name text primary key,
  hash text not null,
  version int not null
);`;

/**
 * Puts the functions of a schema in place whose text changed, and the schema's version with them, in one transaction.
 * A build older than the schema changes nothing, so that its restart never puts an old text over a new one.
 * @returns the names of the functions that were applied
 */
export async function applyFunctions(
  client: Client,
  { version, compatibleFrom, functions }: SqlSchema,
): Promise<string[]> {
  await client.query('begin');
  try {
    const { rows } = await client.query<{ version: number }>('select version from schema_version for update');
    if (rows.length > 0 && rows[0].version > version) {
      await client.query('commit');
      return [];
    }
    const known = await client.query<{ name: string; hash: string }>('select name, hash from schema_function');
    const hashes = new Map(known.rows.map(({ name, hash }) => [name, hash]));
    const changed = functions.filter(({ name, text }) => hashes.get(name) !== hashOf(text));
    for (const { name, text } of changed) {
      await client.query(text);
      await client.query(
        `insert into schema_function (name, hash, version) values ($1, $2, $3)
         on conflict (name) do update set hash = excluded.hash, version = excluded.version`,
        [name, hashOf(text), version],
      );
    }
    await client.query(
      `insert into schema_version (version, compatible_from) values ($1, $2)
       on conflict (single) do update set version = excluded.version, compatible_from = excluded.compatible_from`,
      [version, compatibleFrom],
    );
    await client.query('commit');
    return changed.map(({ name }) => name);
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
