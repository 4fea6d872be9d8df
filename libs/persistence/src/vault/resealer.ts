import { Database } from '../database/database';
import { Tx } from '../database/queryable';
import { Vault, keyIdOf } from './vault';

/** Sealed columns of a table, and where each value belongs. */
export interface SealedTable {
  table: string;
  /** Text columns that name a row. */
  key: readonly string[];
  /** Sealed `bytea` columns; a null is left alone. */
  columns: readonly string[];
  /** The additional data that a row was sealed with, of its key's values in order. */
  associatedDataOf(...key: string[]): string;
}

/** The kept responses that every service has. */
export const effectsSealed: SealedTable = {
  table: 'effect',
  key: ['effect_id'],
  columns: ['response'],
  associatedDataOf: (effectId) => effectId,
};

export interface Resealed {
  /** Rows that are sealed with the current key now and were not before. */
  rows: number;
  /** Values that cannot be opened, by the id of their key: it is not in the ring, or the row was tampered with. */
  unopened: Map<string, number>;
}

type Row = Record<string, string> & Record<string, Buffer | null>;

const batchSize = 200;

/**
 * Seals anew, with the current key of a ring, what older keys of it sealed; services go on meanwhile. Values stay as they
 * are. Rows are taken in batches in the order of their keys, each batch in a transaction of its own.
 */
export class Resealer {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  async reseal(sealed: SealedTable): Promise<Resealed> {
    const done: Resealed = { rows: 0, unopened: new Map() };
    let after: string[] | null = sealed.key.map(() => '');
    while (after) after = await this.resealAfter(sealed, after, done);
    return done;
  }

  /** How many values each key of the ring sealed, by its id. */
  async count({ table, columns }: SealedTable): Promise<Map<string, number>> {
    const values = columns.map((column) => `select ${column} as value from ${table}`).join(' union all ');
    const { rows } = await this.database.query<{ mark: Buffer; count: number }>(
      `select substring(value from 1 for 1 + get_byte(value, 0)) as mark, count(*)::int as count
       from (${values}) v where value is not null group by 1 order by 1`,
    );
    return new Map(rows.map(({ mark, count }) => [keyIdOf(mark), count]));
  }

  /** @returns the key of the last row looked at, or null when there is none left */
  private async resealAfter(sealed: SealedTable, after: string[], done: Resealed): Promise<string[] | null> {
    const { table, key, columns } = sealed;
    const { mark } = this.vault;
    const places = key.map((_, i) => `$${i + 3}`).join(', ');
    const older = columns.map((column) => `substring(${column} from 1 for $1) <> $2`).join(' or ');
    return this.database.transaction('persistence.resealer', async (tx) => {
      const { rows } = await tx.query<Row>(
        `select ${[...key, ...columns].join(', ')} from ${table} where (${key.join(', ')}) > (${places}) and (${older})
         order by ${key.join(', ')} limit ${batchSize} for update`,
        [mark.length, mark, ...after],
      );
      for (const row of rows) if (await this.resealRow(tx, sealed, row, done.unopened)) done.rows += 1;
      const last = rows.at(-1);
      return last && rows.length === batchSize ? key.map((column) => last[column]) : null;
    });
  }

  private async resealRow(
    tx: Tx,
    { table, key, columns, associatedDataOf }: SealedTable,
    row: Row,
    unopened: Map<string, number>,
  ): Promise<boolean> {
    const names = key.map((column) => row[column]);
    const place = associatedDataOf(...names);
    const anew = columns.map((column) => {
      const value = row[column] as Buffer | null;
      if (value === null || keyIdOf(value) === this.vault.current) return value;
      const plain = this.opened(value, place);
      if (plain) return this.vault.seal(plain, place);
      unopened.set(keyIdOf(value), (unopened.get(keyIdOf(value)) ?? 0) + 1);
      return value;
    });
    if (anew.every((value, i) => value === row[columns[i]])) return false;
    const set = columns.map((column, i) => `${column} = $${i + 1}`).join(', ');
    const where = key.map((column, i) => `${column} = $${columns.length + i + 1}`).join(' and ');
    await tx.query(`update ${table} set ${set} where ${where}`, [...anew, ...names]);
    return true;
  }

  /** Null for what cannot be opened: the log says so, and it must not keep the rest from being sealed anew. */
  private opened(value: Buffer, place: string): Buffer | null {
    try {
      return this.vault.open(value, place);
    } catch {
      return null;
    }
  }
}
